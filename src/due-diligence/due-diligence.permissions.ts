/** Permissions for the due diligence of customers. */
export const dueDiligencePermissions = {
  record: 'record-due-diligence',
} as const;
