/** Permissions of the portal's posting groups. */
export const postingsPermissions = {
  createGroups: 'create-posting-groups',
  viewGroups: 'view-posting-groups',
} as const;
