/** What staff need to see the files of customers. */
export const documentsPermissions = {
  viewDocuments: 'view-documents',
} as const;
