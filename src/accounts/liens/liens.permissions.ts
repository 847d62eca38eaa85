/** Permissions of staff for liens. */
export const liensPermissions = {
  viewLiens: 'view-liens',
} as const;
