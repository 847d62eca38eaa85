/** Permissions of staff for interest on accounts. */
export const interestPermissions = {
  /** Post the interest of an account before the end of its period. */
  postInterest: 'post-accrued-interest',
} as const;
