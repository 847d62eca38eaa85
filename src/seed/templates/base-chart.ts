import type { CreateLedgerBody } from '../../ledger/chart/gl-accounts.dto';

/** A chart of accounts for every movement of the program; templates add the ledgers of their business. */
export const BASE_LEDGERS: CreateLedgerBody[] = [
  { code: '1010', name: 'Vault cash', category: 'Asset', cash: true },
  { code: '1020', name: 'Till cash', category: 'Asset', cash: true },
  { code: '1030', name: 'Interbank settlement', category: 'Asset' },
  { code: '2010', name: 'Savings deposits', category: 'Liability', isControl: true },
  { code: '2020', name: 'Current deposits', category: 'Liability', isControl: true },
  { code: '2030', name: 'Collections', category: 'Liability', allowNegative: false },
  { code: '2040', name: 'VAT payable', category: 'Liability' },
  { code: '2050', name: 'Stamp duty payable', category: 'Liability' },
  { code: '2060', name: 'Withholding tax payable', category: 'Liability' },
  { code: '2070', name: 'Suspense', category: 'Liability' },
  { code: '2075', name: 'Bulk transfers', category: 'Liability', allowApi: false },
  { code: '2080', name: 'Unclaimed funds', category: 'Liability' },
  { code: '3010', name: 'Share capital', category: 'Equity', allowApi: false },
  { code: '3020', name: 'Retained earnings', category: 'Equity', allowApi: false },
  { code: '1050', name: 'Overdraft interest receivable', category: 'Asset', allowApi: false },
  { code: '4080', name: 'Overdraft interest income', category: 'Income', allowApi: false },
  { code: '4010', name: 'Transfer fee income', category: 'Income', takesFees: true },
  { code: '4020', name: 'Interest income', category: 'Income' },
  { code: '5010', name: 'Interest expense', category: 'Expense' },
  { code: '5020', name: 'Operating expense', category: 'Expense' },
  { code: '2110', name: 'Bill payments settlement', category: 'Liability' },
  { code: '2120', name: 'Card settlement', category: 'Liability' },
  { code: '4070', name: 'Card fee income', category: 'Income', takesFees: true },
  { code: '1150', name: 'Recovery partner receivable', category: 'Asset' },
  { code: '5040', name: 'Loan recovery fees', category: 'Expense', allowApi: false },
  { code: '2990', name: 'Migration suspense', category: 'Liability', allowApi: false },
];

/** The ledgers for fees, charges, unclaimed funds, the recovery partner and inward transfers. */
export const LEDGER_SETTINGS = {
  TRANSFER_FEE_INCOME_LEDGER_CODE: '4010',
  VAT_LEDGER_CODE: '2040',
  STAMP_DUTY_LEDGER_CODE: '2050',
  UNCLAIMED_FUNDS_LEDGER_CODE: '2080',
  RETAINED_EARNINGS_LEDGER_CODE: '3020',
  OVERDRAFT_INTEREST_RECEIVABLE_LEDGER_CODE: '1050',
  OVERDRAFT_INTEREST_INCOME_LEDGER_CODE: '4080',
  RECOVERY_PARTNER_RECEIVABLE_LEDGER_CODE: '1150',
  RECOVERY_PARTNER_FEE_LEDGER_CODE: '5040',
  LOAN_COLLECTION_LEDGER_CODES: '2030',
  INWARD_TRANSFER_LEDGER_CODE: '1030',
  INWARD_TRANSFER_SUSPENSE_LEDGER_CODE: '2070',
  BULK_TRANSFER_LEDGER_CODE: '2075',
  MIGRATION_SUSPENSE_LEDGER_CODE: '2990',
};
