/** Permissions of staff for the personal data of customers. */
export const personalDataPermissions = {
  export: 'export-personal-data',
  manageLegalHolds: 'manage-legal-holds',
  viewRetention: 'view-personal-data-retention',
} as const;
