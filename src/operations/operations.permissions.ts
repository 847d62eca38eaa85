/** Permissions of staff for tills. */
export const operationsPermissions = {
  viewTills: 'view-tills',
  manageTills: 'manage-tills',
} as const;
