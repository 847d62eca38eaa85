import { formatNaira, koboToNaira } from '../../common/money/naira';
import { bringUpToDate } from '../accrual/bring-up-to-date';
import { collectableKobo } from '../contract/collectable-amount';
import type { Loan } from '../contract/loan.entity';
import type { LoanChange } from '../contract/loan-change';
import { type ComponentAmounts, NO_AMOUNTS } from '../contract/loan-components';
import { loanLegs } from '../contract/loan-legs';
import { RUNNING_STATUSES } from '../contract/loan-status';
import type { LoanTransactionKind } from '../contract/loan-transaction.entity';
import { loansErrors } from '../loans.errors';
import { servicingErrors } from '../servicing/servicing.errors';
import { allocateRepayment } from './allocate-repayment';
import { applyPayment, type PaymentDates } from './apply-payment';

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
  throw servicingErrors.REPAYMENT_EXCEEDS_OUTSTANDING(
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
