/** Permissions of staff for overdrafts. */
export const overdraftsPermissions = {
  approveOverdrafts: 'approve-overdrafts',
} as const;
