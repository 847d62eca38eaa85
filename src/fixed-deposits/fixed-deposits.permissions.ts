/** Permissions of staff for fixed deposits. */
export const fixedDepositsPermissions = {
  approveFixedDeposits: 'approve-fixed-deposits',
} as const;
