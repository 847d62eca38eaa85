import type { LoanComponent } from '../../products/terms/loan-enumerations';
import { type InstalmentAmounts, unpaidOf } from '../contract/instalment-amounts';
import { type ComponentAmounts, NO_AMOUNTS } from '../contract/loan-components';

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
