/** Permissions for watch-lists. */
export const watchListsPermissions = {
  view: 'view-watch-lists',
  manage: 'manage-watch-lists',
} as const;
