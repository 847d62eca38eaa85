/** Permissions for the risk ratings of customers. */
export const riskRatingsPermissions = {
  view: 'view-risk-ratings',
  override: 'override-risk-ratings',
} as const;
