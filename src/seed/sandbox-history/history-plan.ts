/**
 * The days before today on which a sandbox with a history begins (docs/sandbox.md#history): enough for a loan that is
 * more than 90 days overdue.
 */
export const HISTORY_DAYS = 95;

/** The movements of everyday life begin so many days before today. */
export const BUSY_DAYS = 31;

/** Day on which salaries are paid, in days before today. */
export const PAY_DAY = 26;

/** The first people of the list take part in everyday life. */
export const EVERYDAY_PEOPLE = 14;

export type BranchCode = '001' | '002';

/** An individual with a savings account. The position in the list is part of the request references. */
export interface Person {
  firstName: string;
  lastName: string;
  branchCode: BranchCode;
  /** Naira that are paid in on the first day. */
  opening: number;
}

const person = (name: string, branchCode: BranchCode, opening: number): Person => {
  const [firstName, lastName] = name.split(' ') as [string, string];
  return { firstName, lastName, branchCode, opening };
};

/** People who pay and are paid all month; the last three save, and the account of one of them is frozen. */
export const PEOPLE: readonly Person[] = [
  person('Aisha Abubakar', '001', 420_000),
  person('Tunde Bakare', '001', 365_000),
  person('Ngozi Chukwu', '002', 510_000),
  person('Emeka Obi', '001', 298_500),
  person('Folake Adebisi', '002', 612_000),
  person('Ibrahim Garba', '001', 187_250),
  person('Kemi Olawale', '002', 455_000),
  person('Uche Nwankwo', '001', 238_900),
  person('Zainab Yusuf', '002', 702_000),
  person('Segun Afolabi', '001', 329_400),
  person('Blessing Etim', '002', 274_000),
  person('Yakubu Sani', '001', 560_000),
  person('Amarachi Okeke', '002', 391_750),
  person('Oluwaseun Ojo', '001', 448_300),
  person('Hauwa Mohammed', '002', 215_600),
  person('Ifeanyi Ezeh', '001', 1_250_000),
  person('Ronke Fashola', '002', 980_000),
];

/** People who borrow more than they can repay: they are paid nothing but their loans, and spend them. */
export const DEBTORS: readonly Person[] = [
  person('Musa Lawal', '001', 5_000),
  person('Patience Udo', '002', 5_000),
  person('Chinedu Anyanwu', '001', 5_000),
  person('Rukayat Salami', '002', 5_000),
];

/** A company with a current account. */
export interface Company {
  name: string;
  registrationNumber: string;
  branchCode: BranchCode;
  /** Naira that are paid in on the first day. */
  opening: number;
}

export const EMPLOYER: Company = {
  name: 'Lekki Foods Limited',
  registrationNumber: 'RC2045113',
  branchCode: '002',
  opening: 14_500_000,
};

export const MERCHANT: Company = {
  name: 'Balogun Market Stores Limited',
  registrationNumber: 'RC1987402',
  branchCode: '001',
  opening: 6_200_000,
};

/** Whose accounts a plan names: a position among the people or the debtors. */
export interface Borrower {
  group: 'people' | 'debtors';
  index: number;
}

/** A loan of the history. Days are days before today. */
export interface HistoryLoan {
  party: Borrower;
  /** Naira */
  amount: number;
  tenure: number;
  /** Unit of the tenure. */
  unit: 'days' | 'weeks' | 'months';
  /** Units between instalments; 1 by default. */
  every?: number;
  requestedOn: number;
  /** Absent for a loan that waits for its approval. */
  approvedOn?: number;
  disbursedOn?: number;
  /** True when the borrower spends the proceeds at once. */
  isSpent?: true;
  notes: string;
}

const people = (index: number): Borrower => ({ group: 'people', index });
const debtor = (index: number): Borrower => ({ group: 'debtors', index });

const SPENT = { isSpent: true } as const;

export const HISTORY_LOANS: readonly HistoryLoan[] = [
  // More than 90 days overdue: not even the first instalment was paid, after three days.
  at(95, {
    ...SPENT,
    party: debtor(0),
    amount: 180_000,
    tenure: 36,
    unit: 'days',
    every: 3,
    notes: 'Stock of a kiosk',
  }),
  // More than 60 days overdue.
  at(94, { ...SPENT, party: debtor(1), amount: 350_000, tenure: 6, unit: 'months', notes: 'Sewing machines' }),
  // More than 30 days overdue.
  at(70, { ...SPENT, party: debtor(2), amount: 240_000, tenure: 6, unit: 'months', notes: 'Motorcycle' }),
  // A few days overdue.
  at(36, { ...SPENT, party: debtor(3), amount: 120_000, tenure: 3, unit: 'months', notes: 'School fees' }),
  // Closed: the last of six weeks was paid.
  at(80, { party: people(0), amount: 90_000, tenure: 6, unit: 'weeks', notes: 'Generator' }),
  at(75, { party: people(2), amount: 400_000, tenure: 12, unit: 'months', notes: 'Shop extension' }),
  at(44, { party: people(4), amount: 250_000, tenure: 6, unit: 'months', notes: 'Refrigerators' }),
  at(24, { party: people(8), amount: 150_000, tenure: 12, unit: 'weeks', notes: 'Farm inputs' }),
  // Approved, not paid out yet; and one that waits for its approval.
  { party: people(6), amount: 300_000, tenure: 9, unit: 'months', requestedOn: 3, approvedOn: 2, notes: 'Laptops' },
  { party: people(11), amount: 750_000, tenure: 12, unit: 'months', requestedOn: 1, notes: 'Delivery van' },
];

function at(day: number, loan: Omit<HistoryLoan, 'requestedOn'>): HistoryLoan {
  return { ...loan, requestedOn: day, approvedOn: day, disbursedOn: day };
}

/** Fixed deposits of people, in days before today. */
export const HISTORY_DEPOSITS = [
  { day: 60, index: 15, amount: 600_000, tenure: 180 },
  { day: 33, index: 16, amount: 500_000, tenure: 90 },
] as const;
