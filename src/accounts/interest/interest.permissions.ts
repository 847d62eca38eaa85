/** What staff need for interest on accounts. */
export const interestPermissions = {
  /** To have the interest of an account posted before its time. */
  postInterest: 'post-accrued-interest',
} as const;
