/** What staff need for liens. */
export const liensPermissions = {
  viewLiens: 'view-liens',
} as const;
