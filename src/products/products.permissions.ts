/** What staff may be allowed to do with products. */
export const productsPermissions = {
  viewProducts: 'view-products',
  manageProducts: 'manage-products',
} as const;
