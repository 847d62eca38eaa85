import type { CreateTillBody } from '../operations/tills.dto';

/**
 * The identity of the first sandbox institution: a fixed id below every allocated one, and a code that CBN has assigned
 * to no institution. Its successors have the same code.
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
