/** Permissions of the officers of the AML desk. */
export const casesPermissions = {
  view: 'view-cases',
  work: 'work-cases',
  close: 'close-cases',
} as const;
