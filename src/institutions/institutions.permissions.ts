/** Staff permissions for branches, staff, roles and configuration. */
export const institutionsPermissions = {
  viewBranches: 'view-branches',
  manageBranches: 'manage-branches',
  viewStaff: 'view-staff',
  manageStaff: 'manage-staff',
  manageRoles: 'manage-roles',
  viewConfiguration: 'view-configuration',
  manageConfiguration: 'manage-configuration',
  /** Shares saved views of the console with all staff. */
  manageViews: 'manage-views',
} as const;
