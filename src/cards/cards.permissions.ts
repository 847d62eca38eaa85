/** What staff need to look at cards. */
export const cardsPermissions = { viewCards: 'view-cards' } as const;
