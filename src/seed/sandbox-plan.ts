import type { CreateLedgerBody } from '../ledger/chart/gl-accounts.dto';
import type { CreateTillBody } from '../operations/tills.dto';
import type { CreateProductBody } from '../products/products.dto';
import { PRODUCT_LEDGERS, SAVINGS_TERMS, TERM_PRODUCTS } from './sandbox-products';

/**
 * The identity of the sandbox institution: a fixed id below every allocated one, and a code that CBN has assigned to no
 * institution.
 */
export const SANDBOX_INSTITUTION = {
  institutionId: 1,
  code: '59999',
  name: 'Corebank Sandbox Microfinance Bank',
  timeZone: 'Africa/Lagos',
};

export const BRANCHES = [
  { branchCode: '001', branchName: 'Head Office', address: '1 Marina, Lagos Island, Lagos' },
  { branchCode: '002', branchName: 'Ikeja', address: '12 Allen Avenue, Ikeja, Lagos' },
];

export const ACCOUNT_OFFICER = 'STF001';

/** A small chart of accounts: enough for every movement of the sandbox. */
export const LEDGERS: CreateLedgerBody[] = [
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
  ...PRODUCT_LEDGERS,
];

/** The ledgers through which the providers' payments settle. */
export const PROVIDER_LEDGERS = { transfer: '1030', bills: '2110', card: '2120', cardSuspense: '2070' };

export const CARD_INCOME_LEDGER = '4070';

/** A teller's cash. */
export const TILL: CreateTillBody = {
  accountNumber: '1021',
  name: 'Till 1, Head Office',
  branchCode: '001',
  tellerStaffID: 'STF001',
  cashLimit: 500_000,
};

export const FUNDING_LEDGER = '1010';

/** The ledgers for fees, charges, unclaimed funds and the recovery partner. */
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
};

export const PRODUCTS: CreateProductBody[] = [
  {
    productCode: 'SAV001',
    productName: 'Regular Savings',
    productType: 'Savings',
    interestRate: 4.5,
    minimumBalance: 0,
    controlLedgerCode: '2010',
    savingsTerms: SAVINGS_TERMS,
  },
  {
    productCode: 'CUR001',
    productName: 'Business Current',
    productType: 'Current',
    interestRate: 0,
    minimumBalance: 0,
    controlLedgerCode: '2020',
  },
  ...TERM_PRODUCTS,
];

/** People with funded savings accounts; the first two can pay ₦10,000,000. */
export const CUSTOMERS = [
  {
    firstName: 'Adaeze',
    lastName: 'Okafor',
    phoneNumber: '08030000001',
    bvn: '22200000001',
    balanceKobo: 2_500_000_000n,
  },
  {
    firstName: 'Babatunde',
    lastName: 'Adeyemi',
    phoneNumber: '08030000002',
    bvn: '22200000002',
    balanceKobo: 1_500_000_000n,
  },
  { firstName: 'Chiamaka', lastName: 'Eze', phoneNumber: '08030000003', bvn: '22200000003', balanceKobo: 75_000_000n },
  { firstName: 'Danjuma', lastName: 'Bello', phoneNumber: '08030000004', bvn: '22200000004', balanceKobo: 5_000_000n },
];

export const COMPANY = { name: 'Zuma Retail Limited', registrationNumber: 'RC1234567', balanceKobo: 1_000_000_000n };

export const VIRTUAL_ACCOUNT = {
  accountName: 'Zuma Online Store',
  firstName: 'Zuma',
  lastName: 'Retail',
  phoneNumber: '08030000005',
  email: 'collections@zuma.example',
};

/** A rule to try out: ₦1,000,000 out of one account within 24 hours. */
export const AML_RULE = {
  name: 'Large outflow',
  description: 'Outflows of ₦1,000,000 or more in 24 hours',
  direction: 'outflow' as const,
  threshold: 1_000_000,
  action: 'hold' as const,
};

/** The staff who sign in to the portal, by their roles. Roles name permissions by their module. */
export const STAFF = {
  maker: { staffID: 'STF002', name: 'Musa Maker', email: 'maker@sandbox.corebank.example', role: 'Maker' },
  checker: { staffID: 'STF003', name: 'Chidi Checker', email: 'checker@sandbox.corebank.example', role: 'Checker' },
  amlOfficer: { staffID: 'STF004', name: 'Amina Officer', email: 'aml@sandbox.corebank.example', role: 'AML officer' },
  administrator: {
    staffID: 'STF005',
    name: 'Ade Administrator',
    email: 'administrator@sandbox.corebank.example',
    role: 'Administrator',
  },
  // The second people for changes of rights, configuration and AML rules.
  secondAdministrator: {
    staffID: 'STF006',
    name: 'Bisi Administrator',
    email: 'administrator2@sandbox.corebank.example',
    role: 'Administrator',
  },
  secondAmlOfficer: {
    staffID: 'STF007',
    name: 'Aisha Officer',
    email: 'aml2@sandbox.corebank.example',
    role: 'AML officer',
  },
} as const;

export type StaffPart = keyof typeof STAFF;

/** Permissions of each role; the administrator manages everything but decides on no money and no hold. */
export const ROLES: { name: string; description: string; allows: (permission: string) => boolean }[] = [
  {
    name: 'Maker',
    description: 'Captures posting groups and views records',
    allows: (permission) =>
      permission === 'create-posting-groups' ||
      permission === 'freeze-accounts' ||
      permission === 'confirm-payouts' ||
      permission === 'post-accrued-interest' ||
      permission === 'service-loans' ||
      permission.startsWith('view-'),
  },
  {
    name: 'Checker',
    description: 'Approves what others captured',
    allows: (permission) =>
      permission === 'approve-transactions' ||
      permission === 'approve-overdrafts' ||
      permission === 'approve-fixed-deposits' ||
      permission === 'approve-loans' ||
      permission === 'approve-loan-changes' ||
      permission === 'approve-accounting-periods' ||
      permission === 'approve-account-status-changes' ||
      permission === 'approve-payout-confirmations' ||
      permission.startsWith('view-'),
  },
  {
    name: 'AML officer',
    description: 'Decides on held movements and maintains the rules',
    allows: (permission) =>
      permission.includes('aml') ||
      permission === 'freeze-accounts' ||
      permission === 'approve-account-status-changes' ||
      permission.startsWith('view-'),
  },
  {
    name: 'Administrator',
    description: 'Maintains clients, staff, configuration and the chart of accounts',
    allows: (permission) =>
      (permission.startsWith('manage-') && permission !== 'manage-aml-rules') || permission.startsWith('view-'),
  },
];
