/** Permissions of staff for overdrafts. */
export const overdraftsPermissions = {
  viewOverdrafts: 'view-overdrafts',
  approveOverdrafts: 'approve-overdrafts',
} as const;
