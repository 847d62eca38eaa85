/** What staff may be allowed to do with the institution's own records. */
export const institutionsPermissions = {
  viewBranches: 'view-branches',
  manageBranches: 'manage-branches',
  viewStaff: 'view-staff',
  manageStaff: 'manage-staff',
  manageRoles: 'manage-roles',
  viewConfiguration: 'view-configuration',
  manageConfiguration: 'manage-configuration',
} as const;
