import { daysBetween } from '../../common/time/calendar';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { koboOf, partsOf } from '../contract/instalment-amounts';
import type { Loan } from '../contract/loan.entity';
import { componentAccount, type LoanChange, loanLegs, transferLegs } from '../contract/loan-change';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import type { LockedLoan } from '../contract/loans';
import { daysPastDue } from '../contract/summarise-loan';
import { chargeOverdue } from './charge-overdue';

/** Up to when a loan is brought before something happens to it. */
export interface UpToDateDates {
  /** Interest and fees are recognised up to this date. */
  incomeAsOf: string;
  /** Default interest and penalties are charged up to this date. */
  chargesAsOf: string;
}

/**
 * Does for one loan what the end of the day has not done yet, so that nothing is decided on stale figures. The steps of the
 * day find it done.
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
/** The ledgers of a contract that income of a loan goes to. */
export type IncomeLedgers = Pick<
  LoanContract,
  'interestIncomeGlAccountId' | 'interestInSuspenseGlAccountId' | 'suspenseAfterDays' | 'fee'
>;

/** Rows with a fee that falls due between two dates, the later one included. */
export function feesFallingDue<Row extends RecognisedRow>(rows: readonly Row[], after: string, through: string): Row[] {
  return rows.filter(({ dueDate, feeDueKobo }) => feeDueKobo > 0n && dueDate > after && dueDate <= through);
}

/**
 * Recognises what a loan earned up to a date: interest by days, interest that is added to the principal on its due date,
 * and fees of instalments that fall due. Changes the loan in place, so that a second time finds nothing.
 * @param rows those with a day since the last time; all of them when the span reaches the last due date.
 * @param vatLedgerId needed when one of the fees bears VAT.
 * @returns the legs, income included.
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

/** Interest of a loan that is long past due is no income until it is paid: it waits in suspense (contract, Loans). */
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

/** Fees of instalments as income, less the VAT within them. @throws when VAT is due and there is no ledger for it */
export function recogniseFees(
  loan: Loan,
  { fee }: Pick<IncomeLedgers, 'fee'>,
  rows: readonly RecognisedRow[],
  vatLedgerId: number | undefined,
): PostingLeg[] {
  const feeKobo = rows.reduce((sum, { feeDueKobo }) => sum + feeDueKobo, 0n);
  if (feeKobo === 0n) return [];
  const vatKobo = rows.reduce((sum, { feeVatKobo }) => sum + feeVatKobo, 0n);
  if (!fee) throw new Error(`The loan ${loan.loanAccountNumber} has fees to pay and no fee in its contract.`);
  if (vatKobo > 0n && vatLedgerId === undefined)
    throw new Error('A fee bears VAT and VAT_LEDGER_CODE names no ledger.');
  loan.feeAccruedKobo += feeKobo;
  return [
    ...loanLegs(componentAccount(loan, 'fee'), 'debit', feeKobo, 'fee'),
    ...loanLegs(fee.incomeGlAccountId, 'credit', feeKobo - vatKobo, 'fee'),
    ...(vatLedgerId === undefined ? [] : loanLegs(vatLedgerId, 'credit', vatKobo, 'tax')),
  ];
}

/**
 * Interest that the books show as owed: recognised, and neither added to the principal nor paid. Below zero when it was paid
 * ahead; nothing when it was taken upfront.
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
 * What was recognised in suspense becomes income as it is paid. It is the interest recognised last, and the oldest is paid
 * first: as much stays in suspense as is still unpaid.
 * @param unpaidKobo what the books show as owed of interest once the payment is in them.
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

/** What is known of a loan's recognised interest. */
export type AccruedLoan = Pick<Loan, 'interestAccruedKobo' | 'accruedThrough' | 'maturityDate' | 'unearnedAccountId'>;

/**
 * What a period has earned after `asOf`'s night before: its unrounded interest by days, rounded half to even each time, so
 * that the days together are exactly the rounded whole (domain/loans, 9.6).
 */
export function earnedKobo(row: AccrualRow, asOf: string): bigint {
  return koboOf(...earnedParts(row, asOf));
}

/** The same unrounded, as a quotient of parts of a kobo. */
export function earnedParts(
  { periodStart, dueDate, earnedInterest }: AccrualRow,
  asOf: string,
): [parts: bigint, divisor: bigint] {
  if (asOf >= dueDate) return [partsOf(earnedInterest), 1n];
  if (asOf <= periodStart) return [0n, 1n];
  return [partsOf(earnedInterest) * BigInt(daysBetween(periodStart, asOf)), BigInt(daysBetween(periodStart, dueDate))];
}

/** What the periods earn from one date to another, to the kobo that day by day adds up to. */
export function earnedBetweenKobo(rows: readonly AccrualRow[], from: string, to: string): bigint {
  return rows.reduce((sum, row) => sum + earnedKobo(row, to) - earnedKobo(row, from), 0n);
}

/** Whether the last due date lies in the span, so that what was rounded on the way is settled. */
export function reachesMaturity(
  { accruedThrough, maturityDate }: Pick<Loan, 'accruedThrough' | 'maturityDate'>,
  asOf: string,
): boolean {
  return accruedThrough !== null && maturityDate !== null && accruedThrough < maturityDate && maturityDate <= asOf;
}

/** Interest to recognise: what the borrower comes to owe, and what is earned of interest that was taken upfront. */
export interface RecognisableInterest {
  /** Below zero only on the last due date, when more was recognised than fell due. */
  owedKobo: bigint;
  upfrontKobo: bigint;
}

/**
 * Interest to recognise since the last time. On the last due date all that is due or capitalised must have been recognised,
 * whatever earlier roundings came to.
 * @param rows those with a day in the span; all of them when it reaches the last due date.
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

/** The rows of a loan with interest upfront whose interest was taken: a moratorium's is added to the principal instead. */
export function takenUpfront<Row extends AccrualRow>(rows: readonly Row[]): Row[] {
  return rows.filter((row) => !isCapitalised(row));
}

export function isCapitalised({ capitalisedKobo }: Pick<AccrualRow, 'capitalisedKobo'>): boolean {
  return capitalisedKobo > 0n;
}

/** All interest that the rows have fall due or add to the principal. */
export function totalInterestKobo(rows: readonly Pick<AccrualRow, 'interestDueKobo' | 'capitalisedKobo'>[]): bigint {
  return rows.reduce((sum, { interestDueKobo, capitalisedKobo }) => sum + interestDueKobo + capitalisedKobo, 0n);
}
