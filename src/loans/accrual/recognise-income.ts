import { decimal, type Fraction, fraction, NOTHING, rounded, times } from '../../common/money/fraction';
import { daysBetween } from '../../common/time/calendar';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import type { Loan } from '../contract/loan.entity';
import { componentAccount, type LoanChange, loanLegs, transferLegs } from '../contract/loan-change';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import type { LockedLoan } from '../contract/loans';
import { daysPastDue } from '../contract/summarise-loan';
import { chargeOverdue } from './charge-overdue';

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
  'periodStart' | 'dueDate' | 'earnedInterest' | 'interestDueKobo' | 'capitalisedKobo' | 'feeDueKobo' | 'feeVatKobo'
>;
/** The income ledgers of a contract. */
export type IncomeLedgers = Pick<
  LoanContract,
  'interestIncomeGlAccountId' | 'interestInSuspenseGlAccountId' | 'suspenseAfterDays' | 'fee'
>;

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
  loan: Loan,
  rows: readonly RecognisedRow[],
  contract: IncomeLedgers,
  asOf: string,
  vatLedgerId: number | undefined,
): PostingLeg[] {
  const { accruedThrough } = loan;
  if (accruedThrough === null || asOf <= accruedThrough) return [];
  const legs = [
    ...recogniseInterest(loan, contract, interestToRecognise(loan, rows, asOf), asOf),
    ...capitalise(loan, capitalisedBetween(rows, accruedThrough, asOf)),
    ...recogniseFees(loan, contract, feesFallingDue(rows, accruedThrough, asOf), vatLedgerId),
  ];
  loan.accruedThrough = asOf;
  return legs;
}

/** Interest of a loan long past due stays in suspense until it is paid (docs/domain/loans.md#17-books). */
export function recogniseInterest(
  loan: Loan,
  contract: IncomeLedgers,
  { owedKobo, upfrontKobo }: RecognisableInterest,
  asOf: string,
): PostingLeg[] {
  const { unearnedAccountId } = loan;
  loan.interestAccruedKobo += owedKobo + upfrontKobo;
  const isSuspended = owedKobo > 0n && daysPastDue(loan.overdueSince, asOf) > contract.suspenseAfterDays;
  if (isSuspended) loan.suspendedInterestKobo += owedKobo;
  const ledgerId = isSuspended ? contract.interestInSuspenseGlAccountId : contract.interestIncomeGlAccountId;
  return [
    ...transferLegs(componentAccount(loan, 'interest'), ledgerId, owedKobo, 'interest'),
    ...(unearnedAccountId === null
      ? []
      : transferLegs(unearnedAccountId, contract.interestIncomeGlAccountId, upfrontKobo, 'interest')),
  ];
}

/** Adds recognised interest to the principal. */
export function capitalise(loan: Loan, amountKobo: bigint): PostingLeg[] {
  loan.disbursedKobo += amountKobo;
  loan.outstandingPrincipalKobo += amountKobo;
  return transferLegs(loan.id, componentAccount(loan, 'interest'), amountKobo, 'interest');
}

/** Books fees of instalments as income, less their VAT. @throws when VAT is due and no ledger is given */
export function recogniseFees(
  loan: Loan,
  { fee }: Pick<IncomeLedgers, 'fee'>,
  rows: readonly RecognisedRow[],
  vatLedgerId: number | undefined,
): PostingLeg[] {
  const feeKobo = rows.reduce((sum, { feeDueKobo }) => sum + feeDueKobo, 0n);
  if (feeKobo === 0n) return [];
  const vatKobo = rows.reduce((sum, { feeVatKobo }) => sum + feeVatKobo, 0n);
  if (!fee) throw new Error(`The loan ${loan.loanAccountNumber} has fees due but no fee in its contract.`);
  if (vatKobo > 0n && vatLedgerId === undefined) throw new Error('A fee bears VAT, but no VAT ledger is given.');
  loan.feeAccruedKobo += feeKobo;
  return [
    ...loanLegs(componentAccount(loan, 'fee'), 'debit', feeKobo, 'fee'),
    ...loanLegs(fee.incomeGlAccountId, 'credit', feeKobo - vatKobo, 'fee'),
    ...(vatLedgerId === undefined ? [] : loanLegs(vatLedgerId, 'credit', vatKobo, 'tax')),
  ];
}

/**
 * Booked unpaid interest: recognised, and neither capitalised nor paid. Negative when interest was paid ahead; zero
 * with upfront interest.
 */
export function unpaidInterestKobo({ loan, instalments }: LockedLoan): bigint {
  const { accruedThrough, interestAccruedKobo, unearnedAccountId } = loan;
  if (accruedThrough === null || unearnedAccountId !== null) return 0n;
  const paidKobo = instalments.reduce((sum, { interestPaidKobo }) => sum + interestPaidKobo, 0n);
  const capitalisedKobo = instalments.reduce(
    (sum, row) => (row.dueDate <= accruedThrough ? sum + row.capitalisedKobo : sum),
    0n,
  );
  return interestAccruedKobo - capitalisedKobo - paidKobo;
}

/**
 * Moves paid interest from suspense to income. Interest in suspense was recognised last and the oldest interest is paid
 * first, so as much stays in suspense as is still unpaid.
 * @param unpaidKobo booked unpaid interest after the payment.
 */
export function releaseSuspense(
  loan: Loan,
  contract: IncomeLedgers,
  paidInterestKobo: bigint,
  unpaidKobo: bigint,
): PostingLeg[] {
  const paidOfSuspenseKobo = loan.suspendedInterestKobo - (unpaidKobo > 0n ? unpaidKobo : 0n);
  const releasedKobo = paidInterestKobo < paidOfSuspenseKobo ? paidInterestKobo : paidOfSuspenseKobo;
  if (releasedKobo <= 0n) return [];
  loan.suspendedInterestKobo -= releasedKobo;
  return transferLegs(
    contract.interestInSuspenseGlAccountId,
    contract.interestIncomeGlAccountId,
    releasedKobo,
    'interest',
  );
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
