/** What staff need for the register of placements. */
export const placementsPermissions = {
  view: 'view-placements',
  manage: 'manage-placements',
} as const;
