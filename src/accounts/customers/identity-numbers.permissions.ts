/** Permissions of staff for identity numbers. */
export const identityPermissions = {
  revealPersonalData: 'reveal-personal-data',
} as const;
