/** Permissions of staff for products. */
export const productsPermissions = {
  viewProducts: 'view-products',
  manageProducts: 'manage-products',
} as const;
