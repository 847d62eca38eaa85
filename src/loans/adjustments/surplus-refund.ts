import { formatNaira, koboToNaira } from '../../common/money/naira';
import { NO_AMOUNTS } from '../contract/instalment-amounts';
import type { LoanChange } from '../contract/loan-change';
import type { LoanEvent } from '../contract/loan-event.entity';
import { loansErrors } from '../loans.errors';

/** A refund out of unclaimed funds as its event keeps it. Kobo as decimal text. */
export interface SurplusRefundInputs {
  act: 'refundSurplus';
  day: string;
  amountKobo: string;
}

type MoneyOfAct = Pick<LoanEvent, 'sourceLegs'>;

/**
 * What the acts on a loan put on an account and did not take off it again, besides the loan's own accounts. Reversals
 * and refunds are acts too. Below 0 for an account that paid the loan.
 */
export function placedKobo(events: readonly MoneyOfAct[], accountId: number): bigint {
  return events
    .flatMap(({ sourceLegs }) => sourceLegs ?? [])
    .filter((leg) => leg.accountId === accountId)
    .reduce((sum, { side, amountKobo }) => sum + (side === 'credit' ? BigInt(amountKobo) : -BigInt(amountKobo)), 0n);
}

/**
 * Records that money of a loan is paid out of unclaimed funds (docs/domain/loans.md#surplus-refund). The loan itself
 * does not change: it took none of the money.
 * @param unclaimedKobo what lies there for the loan
 * @throws REFUND_EXCEEDS_SURPLUS (422)
 */
export function applySurplusRefund(change: LoanChange, amountKobo: bigint, day: string, unclaimedKobo: bigint): void {
  const { loanAccountNumber } = change.locked.loan;
  if (amountKobo > unclaimedKobo)
    throw loansErrors.REFUND_EXCEEDS_SURPLUS(
      `${formatNaira(unclaimedKobo)} of payments of the loan ${loanAccountNumber} lies in unclaimed funds; refund at ` +
        'most that.',
      { unclaimed: koboToNaira(unclaimedKobo) },
    );
  const inputs: SurplusRefundInputs = { act: 'refundSurplus', day, amountKobo: amountKobo.toString() };
  change.inputs = { ...inputs };
  change.recordTransaction('Refund', amountKobo, NO_AMOUNTS, { surplusKobo: amountKobo.toString() });
}
