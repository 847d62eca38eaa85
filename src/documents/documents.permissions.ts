/** Permissions of staff for documents. */
export const documentsPermissions = {
  viewDocuments: 'view-documents',
} as const;
