/** File types for a table alone. */
export const SHEET_FORMATS = ['CSV', 'Excel'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];
