/** Facts of a loan and its borrower for a row of the credit-bureau file. */
export const BUREAU_FIELDS = [
  'customerID',
  'customerName',
  'customerType',
  'dateOfBirth',
  'gender',
  'bvn',
  'registrationNumber',
  'phoneNumber',
  'address',
  'loanAccountNumber',
  'productName',
  'economicSector',
  'branchCode',
  'disbursementDate',
  'maturityDate',
  'closedDate',
  'disbursedAmount',
  'outstandingPrincipal',
  'classification',
  'daysPastDue',
  'status',
] as const;
export type BureauField = (typeof BUREAU_FIELDS)[number];

/** A column of the file for a credit bureau. */
export interface BureauColumn {
  title: string;
  field: BureauField;
}

/** The program's own columns; the forms of the bureaus are not public. */
export const STANDARD_BUREAU_COLUMNS: readonly BureauColumn[] = [
  { title: 'Customer ID', field: 'customerID' },
  { title: 'Name', field: 'customerName' },
  { title: 'Type', field: 'customerType' },
  { title: 'Date of birth', field: 'dateOfBirth' },
  { title: 'Gender', field: 'gender' },
  { title: 'BVN', field: 'bvn' },
  { title: 'Registration number', field: 'registrationNumber' },
  { title: 'Telephone', field: 'phoneNumber' },
  { title: 'Address', field: 'address' },
  { title: 'Facility number', field: 'loanAccountNumber' },
  { title: 'Facility type', field: 'productName' },
  { title: 'Sector', field: 'economicSector' },
  { title: 'Branch', field: 'branchCode' },
  { title: 'Disbursed on', field: 'disbursementDate' },
  { title: 'Matures on', field: 'maturityDate' },
  { title: 'Closed on', field: 'closedDate' },
  { title: 'Amount disbursed', field: 'disbursedAmount' },
  { title: 'Outstanding principal', field: 'outstandingPrincipal' },
  { title: 'Classification', field: 'classification' },
  { title: 'Days past due', field: 'daysPastDue' },
  { title: 'Account status', field: 'status' },
];
