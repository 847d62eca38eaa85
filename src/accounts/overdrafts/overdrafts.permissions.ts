/** What staff need for overdrafts. */
export const overdraftsPermissions = {
  approveOverdrafts: 'approve-overdrafts',
} as const;
