import { formatNaira, koboToNaira } from '../../common/money/naira';
import { bringUpToDate } from '../accrual/recognise-income';
import { suspendUncollected, uncollectedIncome } from '../accrual/suspense';
import {
  combine,
  type ComponentAmounts,
  NO_AMOUNTS,
  paidOf,
  sumOfAmounts,
  totalKobo,
} from '../contract/instalment-amounts';
import { type LoanChange, paidLegs } from '../contract/loan-change';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { summariseLoan } from '../contract/summarise-loan';
import { loansErrors } from '../loans.errors';

/** A refund as its event keeps it. Kobo as decimal text. */
export interface RefundInputs {
  act: 'refund';
  day: string;
  amountKobo: string;
}

/**
 * Gives back what a borrower paid ahead of the schedule, in memory (docs/domain/loans.md#refund): of the last
 * instalment first, in the reverse order of allocation. The schedule stays as it is, because paying ahead has
 * changed none of it.
 * @throws REFUND_EXCEEDS_PAID_AHEAD (422)
 */
export function applyRefund(
  change: LoanChange,
  amountKobo: bigint,
  day: string,
  vatLedgerId: number | undefined,
): ComponentAmounts {
  const { locked } = change;
  const { loan, contract, instalments } = locked;
  bringUpToDate(change, { incomeAsOf: day, chargesAsOf: day }, vatLedgerId);
  const future = instalments.filter(({ dueDate }) => dueDate > day);
  const aheadKobo = totalKobo(sumOfAmounts(future.map(paidOf)));
  if (amountKobo > aheadKobo)
    throw loansErrors.REFUND_EXCEEDS_PAID_AHEAD(
      `${formatNaira(aheadKobo)} of the loan ${loan.loanAccountNumber} was paid ahead; refund at most that.`,
      { paidAhead: koboToNaira(aheadKobo) },
    );
  const uncollected = uncollectedIncome(locked);
  const order = [...contract.allocationOrder].reverse();
  let leftKobo = amountKobo;
  const refunded: ComponentAmounts = { ...NO_AMOUNTS };
  for (const row of [...future].reverse()) {
    const taken = takeBack(row, order, leftKobo);
    if (totalKobo(taken) === 0n) continue;
    leftKobo -= totalKobo(taken);
    for (const name of order) refunded[name] += taken[name];
    row.paidDate = null;
    change.changed.add(row);
  }
  loan.principalRepaidKobo -= refunded.principal;
  loan.outstandingPrincipalKobo += refunded.principal;
  change.add(
    paidLegs(
      loan,
      combine((name) => -refunded[name]),
    ),
  );
  change.add(suspendUncollected(locked, uncollected));
  Object.assign(loan, summariseLoan(instalments, day));
  const inputs: RefundInputs = { act: 'refund', day, amountKobo: amountKobo.toString() };
  change.inputs = { ...inputs };
  change.recordTransaction('Refund', amountKobo, refunded);
  return refunded;
}

function takeBack(row: LoanInstalment, order: readonly (keyof ComponentAmounts)[], mostKobo: bigint): ComponentAmounts {
  const taken: ComponentAmounts = { ...NO_AMOUNTS };
  let leftKobo = mostKobo;
  for (const name of order) {
    taken[name] = row[`${name}PaidKobo`] < leftKobo ? row[`${name}PaidKobo`] : leftKobo;
    row[`${name}PaidKobo`] -= taken[name];
    leftKobo -= taken[name];
  }
  return taken;
}
