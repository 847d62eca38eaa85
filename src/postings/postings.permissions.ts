/** Permissions of staff for postings and the portal's posting groups. */
export const postingsPermissions = {
  viewPostings: 'view-postings',
  reversePostings: 'reverse-postings',
  createGroups: 'create-posting-groups',
  viewGroups: 'view-posting-groups',
} as const;
