/** The most rows of one file. */
export const BULK_ROWS_MAX = 10_000;

/** Up to so many rows are posted together or not at all; more are posted one by one. */
export const ALL_OR_NONE_ROWS_MAX = 500;

/** Keys and elements of the largest body. */
export const BULK_VALUES_MAX = 90_000;
