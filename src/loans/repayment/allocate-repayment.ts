import type { LoanComponent } from '../../products/terms/loan-enumerations';
import { type ComponentAmounts, type InstalmentAmounts, NO_AMOUNTS, unpaidOf } from '../contract/instalment-amounts';

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
