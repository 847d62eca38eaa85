/** Permissions of staff for the records of customers. */
export const customersPermissions = {
  viewCustomers: 'view-customers',
} as const;
