/** Kinds of files that a table alone can be. */
export const SHEET_FORMATS = ['CSV', 'Excel'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];
