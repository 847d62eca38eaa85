/** Permissions of staff for tills. */
export const operationsPermissions = {
  viewTills: 'view-tills',
  manageTills: 'manage-tills',
  /** Count the cash of a till and ask for its difference to be posted. */
  countTills: 'count-tills',
  approveTillDifferences: 'approve-till-differences',
} as const;
