/** The sectors of borrowers and their codes, as institutions report them (docs/domain/loans.md#economic-sectors). */
export const ECONOMIC_SECTORS = {
  40100: 'Agriculture',
  40200: 'Mining and quarrying',
  40300: 'Manufacturing',
  40500: 'Real estate',
  40700: 'General commerce',
  40800: 'Transport and storage',
  40900: 'Finance and insurance',
  41000: 'General',
  41200: 'Government',
  41300: 'Water supply and waste',
  41400: 'Construction',
  41500: 'Information and communication',
  41600: 'Professional services',
  41700: 'Administrative services',
  41800: 'Education',
  41900: 'Health',
} as const;

export const ECONOMIC_SECTOR_CODES = Object.keys(ECONOMIC_SECTORS).map(Number);
