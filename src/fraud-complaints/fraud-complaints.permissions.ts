/** Permission for complaints about fraud. */
export const fraudComplaintsPermissions = {
  manage: 'manage-fraud-complaints',
} as const;
