export const DATE_BASES = ['BookingDate', 'ValueDate'] as const;
/**
 * The date that chooses and orders the rows of a report: `BookingDate`, the business date on which an entry was booked,
 * or `ValueDate`, the date from which it counts (docs/api/reports.md#date-basis).
 */
export type DateBasis = (typeof DATE_BASES)[number];
