/** Permissions of staff for placements. */
export const placementsPermissions = {
  view: 'view-placements',
  manage: 'manage-placements',
} as const;
