/** What staff may be allowed to do with API clients. */
export const authPermissions = {
  viewApiClients: 'view-api-clients',
  manageApiClients: 'manage-api-clients',
} as const;
