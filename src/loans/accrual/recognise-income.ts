import { decimal, type Fraction, fraction, NOTHING, rounded, times } from '../../common/money/fraction';
import { daysBetween } from '../../common/time/calendar';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import type { Loan } from '../contract/loan.entity';
import { componentAccount, type LoanChange, loanLegs, owedInterestLegs, transferLegs } from '../contract/loan-change';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { chargeOverdue } from './charge-overdue';
import { unpaidFeeIncomeKobo } from './suspense';

/** Dates up to which a loan is brought before it changes. */
export interface UpToDateDates {
  /** Interest and fees are recognised up to this date. */
  incomeAsOf: string;
  /** Default interest and penalties are charged up to this date. */
  chargesAsOf: string;
}

/**
 * Recognises the income and charges the arrears of one loan that the end of day has not processed yet, so that a change
 * is decided on current figures. The end of day then finds nothing left to do for the loan.
 */
export function bringUpToDate(
  change: LoanChange,
  { incomeAsOf, chargesAsOf }: UpToDateDates,
  vatLedgerId: number | undefined,
): void {
  const { loan, contract, instalments } = change.locked;
  change.add(recogniseIncome(loan, instalments, contract, incomeAsOf, vatLedgerId));
  const charges = chargeOverdue(loan, instalments, contract, chargesAsOf);
  change.add(charges.legs);
  for (const row of charges.changed) change.changed.add(row);
  loan.outstandingDefaultKobo += charges.defaultKobo;
  loan.outstandingPenaltyKobo += charges.penaltyKobo;
}

type RecognisedRow = Pick<
  LoanInstalment,
  | 'periodStart'
  | 'dueDate'
  | 'earnedInterest'
  | 'interestDueKobo'
  | 'capitalisedKobo'
  | 'feeDueKobo'
  | 'feePaidKobo'
  | 'feeVatKobo'
>;
/** Properties of a loan that recognition of income reads or changes. */
export const INCOME_PROPERTIES = [
  'id',
  'loanAccountNumber',
  'accruedThrough',
  'maturityDate',
  'suspendedSince',
  'interestAccruedKobo',
  'interestOwedKobo',
  'suspendedInterestKobo',
  'suspendedPrincipalKobo',
  'suspendedFeeKobo',
  'feeAccruedKobo',
  'disbursedKobo',
  'outstandingPrincipalKobo',
  'interestAccountId',
  'feeAccountId',
  'defaultAccountId',
  'penaltyAccountId',
  'unearnedAccountId',
  'aheadAccountId',
] as const;

/** A loan as far as its income goes. */
export type EarningLoan = Pick<Loan, (typeof INCOME_PROPERTIES)[number]>;

/** The income ledgers of a contract. */
export type IncomeLedgers = Pick<LoanContract, 'interestIncomeGlAccountId' | 'interestInSuspenseGlAccountId' | 'fee'>;

/** Rows whose fee falls due after one date and not after the other. */
export function feesFallingDue<Row extends RecognisedRow>(rows: readonly Row[], after: string, through: string): Row[] {
  return rows.filter(({ dueDate, feeDueKobo }) => feeDueKobo > 0n && dueDate > after && dueDate <= through);
}

/**
 * Recognises the income of a loan up to a date: daily interest, capitalised interest on its due date, and fees of
 * instalments that fall due. Changes the loan in place, so that a repeated call adds nothing.
 * @param rows rows with a day since the last call; all rows when the span reaches the last due date.
 * @param vatLedgerId required when one of the fees bears VAT.
 * @returns the legs, also those of the income ledgers.
 */
export function recogniseIncome(
  loan: EarningLoan,
  rows: readonly RecognisedRow[],
  contract: IncomeLedgers,
  asOf: string,
  vatLedgerId: number | undefined,
): PostingLeg[] {
  const { accruedThrough } = loan;
  if (accruedThrough === null || asOf <= accruedThrough) return [];
  const legs = [
    ...recogniseInterest(loan, contract, interestToRecognise(loan, rows, asOf)),
    ...capitalise(loan, capitalisedBetween(rows, accruedThrough, asOf)),
    ...recogniseFees(loan, contract, feesFallingDue(rows, accruedThrough, asOf), vatLedgerId),
  ];
  loan.accruedThrough = asOf;
  return legs;
}

/**
 * Books earned interest: as income, or in suspense while the loan is in suspense (docs/domain/loans.md#suspense).
 * Interest that was paid ahead has been collected, so it is income in any case.
 */
export function recogniseInterest(
  loan: EarningLoan,
  contract: IncomeLedgers,
  { owedKobo, upfrontKobo }: RecognisableInterest,
): PostingLeg[] {
  const { unearnedAccountId } = loan;
  const { interestInSuspenseGlAccountId, interestIncomeGlAccountId } = contract;
  loan.interestAccruedKobo += owedKobo + upfrontKobo;
  const receivable = owedInterestLegs(loan, owedKobo);
  const suspendedKobo = suspendedPartKobo(loan, owedKobo);
  loan.suspendedInterestKobo += suspendedKobo;
  return [
    ...receivable,
    ...loanLegs(interestInSuspenseGlAccountId, 'credit', suspendedKobo, 'interest'),
    ...loanLegs(interestIncomeGlAccountId, 'credit', owedKobo - suspendedKobo, 'interest'),
    ...(unearnedAccountId === null
      ? []
      : transferLegs(unearnedAccountId, interestIncomeGlAccountId, upfrontKobo, 'interest')),
  ];
}

/** The part of newly owed interest that goes to suspense. @param loan with that interest owed already */
function suspendedPartKobo(
  { suspendedSince, suspendedInterestKobo, interestOwedKobo }: EarningLoan,
  owedKobo: bigint,
): bigint {
  if (suspendedSince === null) return 0n;
  // A correction on the last due date takes back what went to suspense, as far as it is there.
  if (owedKobo < 0n) return owedKobo > -suspendedInterestKobo ? owedKobo : -suspendedInterestKobo;
  const unpaidKobo = interestOwedKobo > 0n ? interestOwedKobo : 0n;
  return unpaidKobo < owedKobo ? unpaidKobo : owedKobo;
}

/** Adds recognised interest to the principal. Its part in suspense stays there until that principal is paid. */
export function capitalise(loan: EarningLoan, amountKobo: bigint): PostingLeg[] {
  loan.disbursedKobo += amountKobo;
  loan.outstandingPrincipalKobo += amountKobo;
  const suspendedKobo = amountKobo < loan.suspendedInterestKobo ? amountKobo : loan.suspendedInterestKobo;
  loan.suspendedInterestKobo -= suspendedKobo;
  loan.suspendedPrincipalKobo += suspendedKobo;
  return [...loanLegs(loan.id, 'debit', amountKobo, 'interest'), ...owedInterestLegs(loan, -amountKobo)];
}

/**
 * Books fees of instalments, less their VAT: as income, or unpaid ones in suspense while the loan is in suspense.
 * @throws when VAT is due and no ledger is given
 */
export function recogniseFees(
  loan: EarningLoan,
  { fee, interestInSuspenseGlAccountId }: Pick<IncomeLedgers, 'fee' | 'interestInSuspenseGlAccountId'>,
  rows: readonly RecognisedRow[],
  vatLedgerId: number | undefined,
): PostingLeg[] {
  const feeKobo = rows.reduce((sum, { feeDueKobo }) => sum + feeDueKobo, 0n);
  if (feeKobo === 0n) return [];
  const vatKobo = rows.reduce((sum, { feeVatKobo }) => sum + feeVatKobo, 0n);
  if (!fee) throw new Error(`The loan ${loan.loanAccountNumber} has fees due but no fee in its contract.`);
  if (vatKobo > 0n && vatLedgerId === undefined) throw new Error('A fee bears VAT, but no VAT ledger is given.');
  loan.feeAccruedKobo += feeKobo;
  const suspendedKobo =
    loan.suspendedSince === null ? 0n : rows.reduce((sum, row) => sum + unpaidFeeIncomeKobo(row), 0n);
  loan.suspendedFeeKobo += suspendedKobo;
  return [
    ...loanLegs(componentAccount(loan, 'fee'), 'debit', feeKobo, 'fee'),
    ...loanLegs(interestInSuspenseGlAccountId, 'credit', suspendedKobo, 'fee'),
    ...loanLegs(fee.incomeGlAccountId, 'credit', feeKobo - vatKobo - suspendedKobo, 'fee'),
    ...(vatLedgerId === undefined ? [] : loanLegs(vatLedgerId, 'credit', vatKobo, 'tax')),
  ];
}

function capitalisedBetween(rows: readonly RecognisedRow[], after: string, through: string): bigint {
  return rows.reduce(
    (sum, { dueDate, capitalisedKobo }) => (dueDate > after && dueDate <= through ? sum + capitalisedKobo : sum),
    0n,
  );
}

type AccrualRow = Pick<
  LoanInstalment,
  'periodStart' | 'dueDate' | 'earnedInterest' | 'interestDueKobo' | 'capitalisedKobo'
>;

/** The interest recognition of a loan. */
export type AccruedLoan = Pick<Loan, 'interestAccruedKobo' | 'accruedThrough' | 'maturityDate' | 'unearnedAccountId'>;

/**
 * Interest of a period earned up to a date, by days. The running total is rounded half to even, so that the daily
 * differences add up exactly to the rounded interest of the period (docs/domain/loans.md#96-accrual-of-interest).
 */
export function earnedKobo(row: AccrualRow, asOf: string): bigint {
  return rounded(earnedUnrounded(row, asOf));
}

/** `earnedKobo` before it is rounded. */
export function earnedUnrounded({ periodStart, dueDate, earnedInterest }: AccrualRow, asOf: string): Fraction {
  if (asOf >= dueDate) return decimal(earnedInterest);
  if (asOf <= periodStart) return NOTHING;
  return times(decimal(earnedInterest), fraction(daysBetween(periodStart, asOf), daysBetween(periodStart, dueDate)));
}

/** Interest that the periods earn from one date to another; equal to the sum of the daily amounts. */
export function earnedBetweenKobo(rows: readonly AccrualRow[], from: string, to: string): bigint {
  return rows.reduce((sum, row) => sum + earnedKobo(row, to) - earnedKobo(row, from), 0n);
}

/** True when the span contains the last due date, on which rounding differences are settled. */
export function reachesMaturity(
  { accruedThrough, maturityDate }: Pick<Loan, 'accruedThrough' | 'maturityDate'>,
  asOf: string,
): boolean {
  return accruedThrough !== null && maturityDate !== null && accruedThrough < maturityDate && maturityDate <= asOf;
}

/** Interest to recognise: newly owed by the borrower, and newly earned from upfront interest. */
export interface RecognisableInterest {
  /** Negative only on the last due date, when more was recognised than fell due. */
  owedKobo: bigint;
  upfrontKobo: bigint;
}

/**
 * Interest to recognise since the last call. On the last due date the total recognised interest must equal all interest
 * that fell due or was capitalised, whatever was rounded before.
 * @param rows rows with a day in the span; all rows when the span reaches the last due date.
 */
export function interestToRecognise(
  loan: AccruedLoan,
  rows: readonly AccrualRow[],
  asOf: string,
): RecognisableInterest {
  const { accruedThrough, interestAccruedKobo, unearnedAccountId } = loan;
  if (accruedThrough === null || asOf <= accruedThrough) return { owedKobo: 0n, upfrontKobo: 0n };
  if (unearnedAccountId !== null) {
    return {
      owedKobo: earnedBetweenKobo(rows.filter(isCapitalised), accruedThrough, asOf),
      upfrontKobo: earnedBetweenKobo(takenUpfront(rows), accruedThrough, asOf),
    };
  }
  const owedKobo = reachesMaturity(loan, asOf)
    ? totalInterestKobo(rows) - interestAccruedKobo
    : earnedBetweenKobo(rows, accruedThrough, asOf);
  return { owedKobo, upfrontKobo: 0n };
}

/** Rows whose interest was taken upfront; the interest of a capitalising moratorium was not. */
export function takenUpfront<Row extends AccrualRow>(rows: readonly Row[]): Row[] {
  return rows.filter((row) => !isCapitalised(row));
}

export function isCapitalised({ capitalisedKobo }: Pick<AccrualRow, 'capitalisedKobo'>): boolean {
  return capitalisedKobo > 0n;
}

/** All interest of the rows, due or capitalised. */
export function totalInterestKobo(rows: readonly Pick<AccrualRow, 'interestDueKobo' | 'capitalisedKobo'>[]): bigint {
  return rows.reduce((sum, { interestDueKobo, capitalisedKobo }) => sum + interestDueKobo + capitalisedKobo, 0n);
}
