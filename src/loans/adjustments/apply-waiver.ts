import { decimal, plus, whole } from '../../common/money/fraction';
import { formatNaira, koboToNaira } from '../../common/money/naira';
import { LOAN_COMPONENTS, type LoanComponent } from '../../products/terms/loan-enumerations';
import { bringUpToDate } from '../accrual/recognise-income';
import { unpaidFeeIncomeKobo, waiveIncome } from '../accrual/suspense';
import { type ComponentAmounts, NO_AMOUNTS, sumOfAmounts, totalKobo, unpaidOf } from '../contract/instalment-amounts';
import { type LoanChange, loanLegs, paidLegs } from '../contract/loan-change';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { loansErrors } from '../loans.errors';
import { finishPayment } from '../repayment/finish-payment';
import { interestText } from '../schedule/unrounded-interest';

/** Components that staff may waive. Principal is written off, never waived. */
export const WAIVED_COMPONENTS = ['interest', 'default', 'penalty', 'fee'] as const satisfies readonly LoanComponent[];
export type WaivedAmounts = Record<(typeof WAIVED_COMPONENTS)[number], bigint>;

/** A waiver as its event keeps it. Kobo as decimal text. */
export type WaiverInputs = Record<(typeof WAIVED_COMPONENTS)[number], string> & { act: 'waive'; day: string };

/**
 * Waives amounts that are due of a running loan, the oldest first, in memory (docs/domain/loans.md#waiver). What is in
 * suspense was never income, and leaves it; the rest is taken back from income, and the VAT of a fee from what is owed
 * to the tax authority. The loan closes when nothing else is owed.
 * @throws WAIVER_EXCEEDS_DUE (422)
 */
export function applyWaiver(
  change: LoanChange,
  waived: WaivedAmounts,
  day: string,
  vatLedgerId: number | undefined,
): ComponentAmounts {
  const { locked } = change;
  const { loan, contract } = locked;
  bringUpToDate(change, { incomeAsOf: day, chargesAsOf: day }, vatLedgerId);
  const amounts: ComponentAmounts = { ...NO_AMOUNTS, ...waived };
  const due = locked.instalments.filter(({ dueDate }) => dueDate <= day);
  assertDue(sumOfAmounts(due.map(unpaidOf)), amounts);
  let vatKobo = 0n;
  const left = { ...amounts };
  for (const row of due) vatKobo += waiveOfRow(change, row, left, day);
  loan.interestAccruedKobo -= amounts.interest;
  loan.feeAccruedKobo -= amounts.fee;
  change.add(paidLegs(loan, amounts));
  change.add(waiveIncome(loan, contract, { ...amounts, fee: amounts.fee - vatKobo }));
  if (vatKobo > 0n) {
    if (vatLedgerId === undefined) throw new Error('A waived fee bears VAT, but no VAT ledger is given.');
    change.add(loanLegs(vatLedgerId, 'debit', vatKobo, 'tax'));
  }
  finishPayment(change, { paidOn: day, asOf: day }, vatLedgerId);
  const texts = Object.fromEntries(WAIVED_COMPONENTS.map((name) => [name, amounts[name].toString()]));
  change.inputs = { act: 'waive', day, ...texts };
  change.recordTransaction('Waiver', totalKobo(amounts), amounts);
  return amounts;
}

function assertDue(dueKobo: ComponentAmounts, amounts: ComponentAmounts): void {
  const excess = LOAN_COMPONENTS.find((name) => amounts[name] > dueKobo[name]);
  if (excess === undefined) return;
  throw loansErrors.WAIVER_EXCEEDS_DUE(
    `Only ${formatNaira(dueKobo[excess])} of the ${excess === 'default' ? 'default interest' : excess} is due; waive at ` +
      'most that.',
    { component: excess, due: koboToNaira(dueKobo[excess]) },
  );
}

/** Takes what is left to waive off a row. @returns the VAT within the waived fee, which is waived last */
function waiveOfRow(change: LoanChange, row: LoanInstalment, left: ComponentAmounts, day: string): bigint {
  const unpaid = unpaidOf(row);
  const feeIncomeKobo = unpaidFeeIncomeKobo(row);
  const taken: ComponentAmounts = { ...NO_AMOUNTS };
  for (const name of WAIVED_COMPONENTS) {
    taken[name] = unpaid[name] < left[name] ? unpaid[name] : left[name];
    left[name] -= taken[name];
    row[`${name}DueKobo`] -= taken[name];
  }
  if (totalKobo(taken) === 0n) return 0n;
  row.penaltyWaivedKobo += taken.penalty;
  // The running total loses what is waived, so that the next night does not charge it again.
  if (taken.default > 0n) row.arrearsInterest = interestText(plus(decimal(row.arrearsInterest), whole(-taken.default)));
  const vatKobo = taken.fee > feeIncomeKobo ? taken.fee - feeIncomeKobo : 0n;
  row.feeVatKobo -= vatKobo;
  if (totalKobo(unpaidOf(row)) === 0n) row.paidDate = day;
  change.changed.add(row);
  return vatKobo;
}
