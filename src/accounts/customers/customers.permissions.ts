/** Permissions of staff for the records of customers. */
export const customersPermissions = {
  viewCustomers: 'view-customers',
  writeNotes: 'write-customer-notes',
} as const;
