/** The author of what screening does by itself: freezing accounts, ending releases that expired. */
export const AML_ACTOR = 'system:aml';
