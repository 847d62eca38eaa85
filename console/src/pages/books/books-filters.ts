/** Filters that all reports of the books have, after their dates. */
export const BOOKS_FILTERS = ['BranchCode', 'DateBasis', 'WithoutBranch', 'BookedThrough'] as const;

export const BOOKS_LABELS = {
  Date: 'At the end of',
  StartDate: 'From',
  EndDate: 'Until',
  BranchCode: 'Branch',
  DateBasis: 'By',
  WithoutBranch: 'Only what has no branch',
  BookedThrough: 'Booked until',
};
