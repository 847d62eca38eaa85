/** Permissions of staff for messages. */
export const messagingPermissions = {
  viewMessages: 'view-messages',
  manageMessages: 'manage-messages',
  manageTemplates: 'manage-notification-templates',
} as const;
