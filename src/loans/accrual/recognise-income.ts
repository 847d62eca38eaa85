import type { PostingLeg } from '../../ledger/engine/posting-request';
import type { Loan } from '../contract/loan.entity';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { componentAccount, loanLegs, transferLegs } from '../contract/loan-legs';
import type { LockedLoan } from '../contract/loans';
import { daysPastDue } from '../contract/summarise-loan';
import { interestToRecognise, type RecognisableInterest } from './accrue-interest';

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
