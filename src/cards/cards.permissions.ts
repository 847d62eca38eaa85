/** Permission to view cards. */
export const cardsPermissions = { viewCards: 'view-cards' } as const;
