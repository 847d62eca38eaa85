import { addDays } from '../../common/time/calendar';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import type { LoanEvent } from '../contract/loan-event.entity';
import type { LoanState } from '../contract/loan-state';
import type { LockedLoan } from '../contract/loans';
import { loansErrors } from '../loans.errors';
import { assertTakesPayments, paymentInputs, type Shares } from '../repayment/share-payment';
import { compareActs } from './act-order';
import type { LoanReplay } from './loan-replay';
import { negated, netLegs } from './net-legs';
import {
  assertDepositNotReleased,
  assertProved,
  assertRepeatable,
  assertSameOutcomes,
  type LoanPast,
  replayFrom,
  standingFrom,
  startAt,
  stateIn,
} from './replay-history';

/** Money that was received on an earlier day. */
export interface BackdatedPayment extends LoanPast {
  amountKobo: bigint;
  valueDate: string;
}

/** A payment of the past worked out in memory. */
export interface PlannedPayment {
  /** The loan as it would be if the money had been taken on its day. */
  after: LockedLoan;
  /** What the two histories differ by, on the loan's accounts and the ledgers of its income. */
  legs: PostingLeg[];
  surplusKobo: bigint;
  /** What the payment paid on its day. */
  components: Shares['components'];
  /** The loan on that day, before the payment. */
  before: LoanState;
  inputs: Record<string, unknown>;
}

/**
 * Works out a payment with a value date in the past: it is shared as if it had been taken on that day, and the nights
 * after it are lived again, so that interest, charges, class and suspense are what they would be
 * (docs/domain/loans.md#backdated-payment). The same history without it must end where the loan is today.
 * @throws LOAN_VALUE_DATE_REFUSED, LOAN_REVERSAL_STOPPED, LOAN_HISTORY_NOT_PROVED, REPAYMENT_EXCEEDS_OUTSTANDING (422)
 */
export function planBackdatedPayment({ amountKobo, valueDate, ...past }: BackdatedPayment): PlannedPayment {
  const { current, businessDate, events } = past;
  const { disbursementDate } = current.loan;
  if (valueDate >= businessDate || disbursementDate === null || valueDate < disbursementDate)
    throw loansErrors.LOAN_VALUE_DATE_REFUSED(
      `The value date must be from ${disbursementDate ?? 'the disbursement'} to the day before the business date ` +
        `${businessDate}.`,
    );
  assertTakesPayments(current.loan);
  assertDepositNotReleased(current);
  const dates = { paidOn: valueDate, asOf: valueDate, chargesAsOf: addDays(valueDate, -1) };
  const inputs = { ...paymentInputs({ kind: 'Repayment', amountKobo }, dates) };
  const added = { id: Number.MAX_SAFE_INTEGER, kind: 'Repayment', valueDate, inputs } as unknown as LoanEvent;
  const start = startAt(added, past);
  const acts = standingFrom(start, events);
  const place = acts.filter((act) => compareActs(act, added) < 0).length;
  const later = acts.slice(place);
  assertRepeatable({ earlier: acts.slice(0, place), later }, `the payment of ${valueDate}`, past);
  const without = replayFrom(start, acts, past);
  assertProved(without, past);
  let before: LoanState | undefined;
  const takeState = (event: LoanEvent, life: LoanReplay): void => {
    if (event === added) before = stateIn(life);
  };
  const withPayment = replayFrom(start, acts.toSpliced(place, 0, added), past, takeState);
  const { refusal, surplusKobo, components } = withPayment.outcomes.get(added)!;
  if (refusal) throw refusal;
  assertSameOutcomes(later, without, withPayment);
  return {
    after: withPayment.life.locked,
    legs: netLegs([...withPayment.life.legs, ...negated(without.life.legs)]),
    surplusKobo,
    components: components!,
    before: before!,
    inputs,
  };
}
