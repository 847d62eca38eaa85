/** Staff permissions for API clients. */
export const authPermissions = {
  viewApiClients: 'view-api-clients',
  manageApiClients: 'manage-api-clients',
} as const;
