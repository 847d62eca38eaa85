/** Kind of the postings that carry a year forward; one a year. */
export const YEAR_END_KIND = 'year-end-closing';
