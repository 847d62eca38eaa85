import type { Loan } from './loan.entity';
import type { LoanInstalment } from './loan-instalment.entity';
import type { LockedLoan } from './loans';

/** Fields that acts and nights change. Others, such as the account officer, are no part of a loan's history. */
const LOAN_FIELDS = [
  'status',
  'contractId',
  'principalKobo',
  'interestRate',
  'tenure',
  'maturityDate',
  'closedDate',
  'restructuredDate',
  'disbursedKobo',
  'principalRepaidKobo',
  'principalWrittenOffKobo',
  'outstandingPrincipalKobo',
  'outstandingInterestKobo',
  'outstandingFeeKobo',
  'outstandingDefaultKobo',
  'outstandingPenaltyKobo',
  'overdueKobo',
  'overdueSince',
  'nextDueDate',
  'nextDueKobo',
  'classification',
  'interestAccruedKobo',
  'accruedThrough',
  'interestOwedKobo',
  'suspendedInterestKobo',
  'suspendedPrincipalKobo',
  'suspendedFeeKobo',
  'suspendedDefaultKobo',
  'suspendedPenaltyKobo',
  'suspendedSince',
  'curingSince',
  'feeAccruedKobo',
  'writtenOffKobo',
  'recoveredKobo',
] as const satisfies readonly (keyof Loan)[];

const ROW_FIELDS = [
  'id',
  'institutionId',
  'loanId',
  'contractId',
  'number',
  'periodStart',
  'dueDate',
  'openingBalanceKobo',
  'closingBalanceKobo',
  'earnedInterest',
  'capitalisedKobo',
  'principalDueKobo',
  'interestDueKobo',
  'feeDueKobo',
  'feeVatKobo',
  'defaultDueKobo',
  'penaltyDueKobo',
  'principalPaidKobo',
  'interestPaidKobo',
  'feePaidKobo',
  'defaultPaidKobo',
  'penaltyPaidKobo',
  'penaltyWaivedKobo',
  'arrearsInterest',
  'arrearsThrough',
  'paidDate',
] as const satisfies readonly (keyof LoanInstalment)[];

/** Columns that states from before do not have. */
const LATER_COLUMNS = { penaltyWaivedKobo: 0n };

type StoredValue = string | number | null;

/** A loan and its schedule at one moment, as plain data. Names are kept once, because a schedule may have 360 rows. */
export interface LoanState {
  loan: Record<string, StoredValue>;
  columns: readonly string[];
  rows: StoredValue[][];
}

export function loanStateOf({ loan, instalments }: Pick<LockedLoan, 'loan' | 'instalments'>): LoanState {
  return {
    loan: Object.fromEntries(LOAN_FIELDS.map((name) => [name, stored(loan[name])])),
    columns: ROW_FIELDS,
    rows: instalments.map((row) => ROW_FIELDS.map((name) => stored(row[name]))),
  };
}

/** The loan as it was in a state; what is no part of its history, such as its accounts, stays as it is now. */
export function loanAt(current: LockedLoan, { loan, columns, rows }: LoanState): LockedLoan {
  return {
    contract: current.contract,
    loan: { ...current.loan, ...revived(Object.entries(loan)) },
    instalments: rows.map((row) => ({
      ...LATER_COLUMNS,
      ...revived<LoanInstalment>(row.map((value, index) => [columns[index]!, value])),
    })),
  };
}

/** Names of the fields in which two states of a loan differ. Ids of rows do not count: a new schedule gets new ones. */
export function stateDifferences(one: LockedLoan, other: LockedLoan): string[] {
  const differing: string[] = LOAN_FIELDS.filter((name) => one.loan[name] !== other.loan[name]);
  if (one.instalments.length !== other.instalments.length) return [...differing, 'instalments'];
  for (const [index, row] of one.instalments.entries()) {
    const twin = other.instalments[index]!;
    for (const name of ROW_FIELDS)
      if (name !== 'id' && !isSame(name, row[name], twin[name])) differing.push(`instalment ${row.number}: ${name}`);
  }
  return differing;
}

/** Sets the fields of a loan's history, in place. */
export function assignState(loan: Loan, from: Loan): void {
  Object.assign(loan, Object.fromEntries(LOAN_FIELDS.map((name) => [name, from[name]])));
}

/** Decimal text is the same with and without zeros at its end, with which the database answers it. */
function isSame(name: string, one: unknown, other: unknown): boolean {
  if (name !== 'earnedInterest' && name !== 'arrearsInterest') return one === other;
  return withoutZeros(one) === withoutZeros(other);
}

function withoutZeros(decimalText: unknown): string {
  const text = String(decimalText);
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
}

function stored(value: bigint | string | number | null): StoredValue {
  return typeof value === 'bigint' ? value.toString() : (value ?? null);
}

function revived<Row>(entries: readonly (readonly [string, StoredValue])[]): Row {
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name.endsWith('Kobo') && value !== null ? BigInt(value) : value]),
  ) as Row;
}
