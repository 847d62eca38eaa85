/** Permissions for reports to the NFIU. */
export const nfiuReportsPermissions = {
  view: 'view-nfiu-reports',
  prepare: 'prepare-nfiu-reports',
  approve: 'approve-nfiu-reports',
} as const;
