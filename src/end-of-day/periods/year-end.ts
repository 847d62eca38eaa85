/** Kind of the posting that carries a year forward. Each year has at most one. */
export const YEAR_END_KIND = 'year-end-closing';
