/** Permissions of staff for fixed deposits. */
export const fixedDepositsPermissions = {
  viewFixedDeposits: 'view-fixed-deposits',
  approveFixedDeposits: 'approve-fixed-deposits',
} as const;
