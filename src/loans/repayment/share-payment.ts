import { formatNaira, koboToNaira } from '../../common/money/naira';
import type { LoanComponent } from '../../products/terms/loan-enumerations';
import {
  bringUpToDate,
  earnedBetweenKobo,
  feesFallingDue,
  recogniseFees,
  recogniseInterest,
  releaseSuspense,
  takenUpfront,
  totalInterestKobo,
  unpaidInterestKobo,
} from '../accrual/recognise-income';
import {
  addPayment,
  type ComponentAmounts,
  type InstalmentAmounts,
  NO_AMOUNTS,
  sumOfAmounts,
  totalKobo,
  unpaidOf,
} from '../contract/instalment-amounts';
import type { Loan } from '../contract/loan.entity';
import { type LoanChange, loanLegs, paidLegs } from '../contract/loan-change';
import { RUNNING_STATUSES } from '../contract/loan-status';
import type { LoanTransactionKind } from '../contract/loan-transaction.entity';
import { collectableKobo, statusAfterPayment, summariseLoan } from '../contract/summarise-loan';
import { loansErrors } from '../loans.errors';

/** What is shared out, and where the rest of it goes. */
export interface SharedPayment {
  amountKobo: bigint;
  kind: LoanTransactionKind;
  /**
   * Where what the loan cannot take goes; a loan of any status is then taken. By default a surplus and a loan that is not
   * running are refused.
   */
  surplusAccountId?: number;
}

/** What a payment was shared into. */
export interface Shares {
  components: ComponentAmounts;
  /** Of a written-off loan: what came back of it. */
  recoveredKobo: bigint;
  /** What the loan could not take. */
  surplusKobo: bigint;
}

/** @throws LOAN_STATUS_REFUSED (409) */
export function assertTakesPayments({ status, loanAccountNumber }: Loan): void {
  if (RUNNING_STATUSES.includes(status) || status === 'WrittenOff') return;
  throw loansErrors.LOAN_STATUS_REFUSED(`The loan ${loanAccountNumber} is ${status} and takes no payments.`);
}

/**
 * Shares a payment out in memory, after the loan is brought up to the dates.
 * @param dates `chargesAsOf` is up to when default interest and penalties are charged before.
 * @throws REPAYMENT_EXCEEDS_OUTSTANDING (422)
 */
export function sharePayment(
  change: LoanChange,
  payment: SharedPayment,
  dates: PaymentDates & { chargesAsOf: string },
  vatLedgerId: number | undefined,
): Shares {
  const { loan, contract, instalments } = change.locked;
  const { amountKobo, kind } = payment;
  const isRunning = RUNNING_STATUSES.includes(loan.status);
  if (isRunning) bringUpToDate(change, { incomeAsOf: dates.asOf, chargesAsOf: dates.chargesAsOf }, vatLedgerId);
  const takenKobo = takeable(loan, payment);
  const surplusKobo = amountKobo - takenKobo;
  if (takenKobo === 0n) {
    change.recordTransaction(kind, amountKobo, NO_AMOUNTS, { surplusKobo: surplusKobo.toString() });
    return { components: NO_AMOUNTS, recoveredKobo: 0n, surplusKobo };
  }
  if (!isRunning) return { ...recover(change, takenKobo, dates.paidOn), surplusKobo };
  const { amounts, leftKobo } = allocateRepayment(instalments, contract.allocationOrder, takenKobo);
  if (leftKobo !== 0n) throw new Error(`The rows of the loan ${loan.loanAccountNumber} owe less than its sums.`);
  const components = applyPayment(change, amounts, dates, vatLedgerId);
  change.recordTransaction(
    kind,
    amountKobo,
    components,
    surplusKobo > 0n ? { surplusKobo: surplusKobo.toString() } : null,
  );
  return { components, recoveredKobo: 0n, surplusKobo };
}

function takeable(loan: Loan, { amountKobo, surplusAccountId }: SharedPayment): bigint {
  const outstandingKobo = collectableKobo(loan);
  if (amountKobo <= outstandingKobo) return amountKobo;
  if (surplusAccountId !== undefined) return outstandingKobo;
  throw loansErrors.REPAYMENT_EXCEEDS_OUTSTANDING(
    `The amount ${formatNaira(amountKobo)} is above the outstanding of the loan ${loan.loanAccountNumber}, ${formatNaira(outstandingKobo)}; send at most that.`,
    { outstanding: koboToNaira(outstandingKobo) },
  );
}

/** What comes back of a written-off loan is income (contract, Loans). */
function recover(change: LoanChange, amountKobo: bigint, businessDate: string): Omit<Shares, 'surplusKobo'> {
  const { loan, contract } = change.locked;
  loan.writtenOffKobo -= amountKobo;
  loan.recoveredKobo += amountKobo;
  change.add(loanLegs(contract.recoveryIncomeGlAccountId, 'credit', amountKobo, 'principal'));
  change.recordTransaction('Recovery', amountKobo);
  if (loan.writtenOffKobo === 0n) {
    loan.closedDate = businessDate;
    change.status = 'Closed';
  }
  return { components: NO_AMOUNTS, recoveredKobo: amountKobo };
}

/** What a payment pays of each instalment, and what is left of it when all are paid. */
export interface Allocation {
  /** One for each instalment, in their order. */
  amounts: ComponentAmounts[];
  leftKobo: bigint;
}

/**
 * Shares a payment out: the oldest instalment first, and inside it in the order of the contract (contract, Loans).
 * @param rows in the order of their due dates.
 */
export function allocateRepayment(
  rows: readonly InstalmentAmounts[],
  order: readonly LoanComponent[],
  amountKobo: bigint,
): Allocation {
  let leftKobo = amountKobo;
  const amounts = rows.map((row) => {
    const unpaid = unpaidOf(row);
    const paid: ComponentAmounts = { ...NO_AMOUNTS };
    for (const component of order) {
      paid[component] = unpaid[component] < leftKobo ? unpaid[component] : leftKobo;
      leftKobo -= paid[component];
    }
    return paid;
  });
  return { amounts, leftKobo };
}

/** When a payment counts. */
export interface PaymentDates {
  /** The day it pays on. */
  paidOn: string;
  /** The date whose view the loan's sums and status are: the same day, or the next one for what the end of the day does. */
  asOf: string;
}

/** After every due date. */
const END_OF_TIME = '9999-12-31';

/**
 * Pays amounts off rows of a loan: the rows, the sums and the legs of its books; the legs of where the money comes from are
 * the caller's. Closes the loan when nothing is left.
 * @param amounts one for each of the loan's rows, in their order.
 */
export function applyPayment(
  change: LoanChange,
  amounts: readonly ComponentAmounts[],
  dates: PaymentDates,
  vatLedgerId: number | undefined,
): ComponentAmounts {
  const { loan, contract, instalments } = change.locked;
  amounts.forEach((paid, index) => {
    if (totalKobo(paid) === 0n) return;
    const row = instalments[index]!;
    addPayment(row, paid);
    if (totalKobo(unpaidOf(row)) === 0n) row.paidDate = dates.paidOn;
    change.changed.add(row);
  });
  const components = sumOfAmounts([...amounts]);
  loan.principalRepaidKobo += components.principal;
  loan.outstandingPrincipalKobo -= components.principal;
  change.add(paidLegs(loan, components));
  change.add(releaseSuspense(loan, contract, components.interest, unpaidInterestKobo(change.locked)));
  finishPayment(change, dates, vatLedgerId);
  return components;
}

/** Brings sums and status up to what the rows say now, and the books to their end when the loan closes. */
export function finishPayment(
  change: LoanChange,
  { paidOn, asOf }: PaymentDates,
  vatLedgerId: number | undefined,
): void {
  const { loan, instalments } = change.locked;
  Object.assign(loan, summariseLoan(instalments, asOf));
  change.status = statusAfterPayment(loan, instalments);
  if (change.status !== 'Closed') return;
  loan.closedDate = paidOn;
  recogniseTheRest(change, asOf, vatLedgerId);
}

/** What was paid ahead of its recognition is income now that the loan is over: every receivable ends at nothing. */
function recogniseTheRest(
  { locked: { loan, contract, instalments }, legs }: LoanChange,
  asOf: string,
  vatLedgerId: number | undefined,
): void {
  const accruedThrough = loan.accruedThrough ?? asOf;
  const isUpfront = loan.unearnedAccountId !== null;
  const rest = isUpfront
    ? { owedKobo: 0n, upfrontKobo: earnedBetweenKobo(takenUpfront(instalments), accruedThrough, END_OF_TIME) }
    : { owedKobo: totalInterestKobo(instalments) - loan.interestAccruedKobo, upfrontKobo: 0n };
  legs.push(...recogniseInterest(loan, contract, rest, asOf));
  legs.push(...recogniseFees(loan, contract, feesFallingDue(instalments, accruedThrough, END_OF_TIME), vatLedgerId));
  legs.push(...releaseSuspense(loan, contract, loan.suspendedInterestKobo, 0n));
  loan.accruedThrough = asOf > accruedThrough ? asOf : accruedThrough;
}
