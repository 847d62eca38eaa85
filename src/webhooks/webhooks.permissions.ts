/** Permissions for webhook endpoints. */
export const webhooksPermissions = {
  viewWebhooks: 'view-webhooks',
  manageWebhooks: 'manage-webhooks',
} as const;
