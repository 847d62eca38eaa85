import type { LoanChange } from '../contract/loan-change';
import { chargeOverdue } from './charge-overdue';
import { recogniseIncome } from './recognise-income';

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
