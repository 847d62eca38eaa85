/** Permissions of staff for the end of day and accounting periods. */
export const endOfDayPermissions = {
  viewEndOfDay: 'view-end-of-day',
  manageEndOfDay: 'manage-end-of-day',
  viewAccountingPeriods: 'view-accounting-periods',
  manageAccountingPeriods: 'manage-accounting-periods',
  approveAccountingPeriods: 'approve-accounting-periods',
} as const;
