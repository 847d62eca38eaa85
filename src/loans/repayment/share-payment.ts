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

/** A payment to share among the debts of a loan. */
export interface SharedPayment {
  amountKobo: bigint;
  kind: LoanTransactionKind;
  /**
   * Account that receives the surplus; loans of every status are then accepted. Without it, a surplus and a loan that
   * is not running are refused.
   */
  surplusAccountId?: number;
}

/** The parts of a shared payment. */
export interface Shares {
  components: ComponentAmounts;
  /** Amount recovered of a written-off loan. */
  recoveredKobo: bigint;
  /** Amount above the debt of the loan. */
  surplusKobo: bigint;
}

/** @throws LOAN_STATUS_REFUSED (409) */
export function assertTakesPayments({ status, loanAccountNumber }: Loan): void {
  if (RUNNING_STATUSES.includes(status) || status === 'WrittenOff') return;
  throw loansErrors.LOAN_STATUS_REFUSED(`The loan ${loanAccountNumber} is ${status} and cannot be repaid.`);
}

/**
 * Brings the loan up to the dates and shares a payment among its debts, in memory.
 * @param dates `chargesAsOf`: default interest and penalties are charged up to this date first.
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
  const appliedKobo = acceptedKobo(loan, payment);
  const surplusKobo = amountKobo - appliedKobo;
  if (appliedKobo === 0n) {
    change.recordTransaction(kind, amountKobo, NO_AMOUNTS, { surplusKobo: surplusKobo.toString() });
    return { components: NO_AMOUNTS, recoveredKobo: 0n, surplusKobo };
  }
  if (!isRunning) return { ...applyRecovery(change, appliedKobo, dates.paidOn), surplusKobo };
  const { amounts, leftKobo } = allocateRepayment(instalments, contract.allocationOrder, appliedKobo);
  if (leftKobo !== 0n)
    throw new Error(`The instalments of the loan ${loan.loanAccountNumber} owe less than its totals.`);
  const components = applyPayment(change, amounts, dates, vatLedgerId);
  change.recordTransaction(
    kind,
    amountKobo,
    components,
    surplusKobo > 0n ? { surplusKobo: surplusKobo.toString() } : null,
  );
  return { components, recoveredKobo: 0n, surplusKobo };
}

function acceptedKobo(loan: Loan, { amountKobo, surplusAccountId }: SharedPayment): bigint {
  const outstandingKobo = collectableKobo(loan);
  if (amountKobo <= outstandingKobo) return amountKobo;
  if (surplusAccountId !== undefined) return outstandingKobo;
  throw loansErrors.REPAYMENT_EXCEEDS_OUTSTANDING(
    `The amount ${formatNaira(amountKobo)} exceeds the outstanding balance of the loan ${loan.loanAccountNumber}; ` +
      `send at most ${formatNaira(outstandingKobo)}.`,
    { outstanding: koboToNaira(outstandingKobo) },
  );
}

/** A payment of a written-off loan is recovery income (docs/api/loans.md#write-off). */
function applyRecovery(change: LoanChange, amountKobo: bigint, businessDate: string): Omit<Shares, 'surplusKobo'> {
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

/** The parts of a payment by instalment, and the rest. */
export interface Allocation {
  /** One entry for each instalment, in their order. */
  amounts: ComponentAmounts[];
  leftKobo: bigint;
}

/**
 * Allocates a payment to the oldest instalment first, and inside an instalment in the order of the contract
 * (docs/domain/loans.md#91-allocation).
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

/** The dates of a payment. */
export interface PaymentDates {
  /** Day of the payment. */
  paidOn: string;
  /** Date of the loan's totals and status: the day of the payment, or the next day in the end of day. */
  asOf: string;
}

/** Later than every due date. */
const END_OF_TIME = '9999-12-31';

/**
 * Applies amounts to the rows of a loan: changes rows and totals and adds the legs of the loan's accounts. The caller
 * adds the legs of the money's source. The loan closes when nothing is owed.
 * @param amounts one entry for each row of the loan, in their order.
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

/** Updates totals and status from the rows, and recognises the remaining income when the loan closes. */
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
  recogniseRemainingIncome(change, asOf, vatLedgerId);
}

/** Recognises income that was paid before it was earned, so that every receivable of the closed loan is zero. */
function recogniseRemainingIncome(
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
