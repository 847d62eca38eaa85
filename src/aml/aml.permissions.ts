/** Permissions of AML staff. */
export const amlPermissions = {
  viewAml: 'view-aml',
  approveHolds: 'approve-aml-held-transactions',
  manageRules: 'manage-aml-rules',
} as const;
