import { AppError } from '../../common/errors/app-error';
import { applyCharge, type ChargeInputs } from '../adjustments/apply-charge';
import { applyRefund, type RefundInputs } from '../adjustments/apply-refund';
import { applyWaiver, WAIVED_COMPONENTS, type WaivedAmounts, type WaiverInputs } from '../adjustments/apply-waiver';
import type { SurplusRefundInputs } from '../adjustments/surplus-refund';
import type { ComponentAmounts } from '../contract/instalment-amounts';
import type { LoanEvent } from '../contract/loan-event.entity';
import { type EarlyRepaymentInputs, repayEarly } from '../repayment/early-repayment';
import type { PaymentInputs, Shares } from '../repayment/share-payment';
import type { LoanReplay } from './loan-replay';

/** Inputs of the acts that a replay can repeat. */
export type RepeatableInputs =
  PaymentInputs | ChargeInputs | WaiverInputs | RefundInputs | SurplusRefundInputs | EarlyRepaymentInputs;
type ActName = RepeatableInputs['act'];

/** Acts whose inputs say everything about them. */
const REPEATABLE: readonly string[] = [
  'payment',
  'charge',
  'waive',
  'refund',
  'refundSurplus',
  'earlyRepayment',
] satisfies ActName[];

/** Acts that hold when something before them changes: the money was taken, or the amount was decided as it is. */
const STANDS_ALONE: readonly string[] = ['payment', 'charge', 'waive', 'refund', 'refundSurplus'] satisfies ActName[];

export function isRepeatable({ inputs }: Pick<LoanEvent, 'inputs'>): boolean {
  return REPEATABLE.includes(String(inputs['act']));
}

/** False for an early repayment, whose schedule or payoff was agreed on the loan as it then was. */
export function standsAlone({ inputs }: Pick<LoanEvent, 'inputs'>): boolean {
  return STANDS_ALONE.includes(String(inputs['act']));
}

/** The kind of an act as it was made: every payment of a written-off loan is recorded as a `Recovery`. */
export function madeAs({ kind, inputs }: Pick<LoanEvent, 'kind' | 'inputs'>): LoanEvent['kind'] {
  return inputs['act'] === 'payment' ? (inputs as unknown as PaymentInputs).kind : kind;
}

/** How an act ended in a replay. */
export interface RepeatedAct {
  /** What a payment paid; undefined for other acts. */
  components: ComponentAmounts | undefined;
  /** What of a payment the loan did not take. */
  surplusKobo: bigint;
  closed: boolean;
  /** Why the loan would no longer take the act. */
  refusal: AppError | undefined;
}

/** Repeats an act on a loan in its replay. */
export function repeatAct(life: LoanReplay, event: Pick<LoanEvent, 'inputs'>): RepeatedAct {
  const inputs = event.inputs as unknown as RepeatableInputs;
  try {
    const shares = inputs.act === 'payment' ? payAgain(life, inputs) : changeAgain(life, inputs);
    const closed = life.locked.loan.status === 'Closed';
    return { components: shares?.components, surplusKobo: shares?.surplusKobo ?? 0n, closed, refusal: undefined };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { components: undefined, surplusKobo: 0n, closed: false, refusal: error };
  }
}

function payAgain(
  life: LoanReplay,
  { kind, amountKobo, takesSurplus, paidOn, asOf, chargesAsOf }: PaymentInputs,
): Shares {
  const payment = { kind, amountKobo: BigInt(amountKobo), ...(takesSurplus ? { takesSurplus: true as const } : {}) };
  return life.pay(payment, { paidOn, asOf, chargesAsOf });
}

function changeAgain(life: LoanReplay, inputs: Exclude<RepeatableInputs, PaymentInputs>): undefined {
  const { day } = inputs;
  // The loan had no part in it; a reversal looks at the money itself.
  if (inputs.act === 'refundSurplus') return;
  life.act(day, (change, vatLedgerId) => {
    if (inputs.act === 'charge') {
      const { component, amountKobo, vatKobo } = inputs;
      applyCharge(change, { component, amountKobo: BigInt(amountKobo), vatKobo: BigInt(vatKobo) }, day, vatLedgerId);
    } else if (inputs.act === 'waive') applyWaiver(change, waivedAmounts(inputs), day, vatLedgerId);
    else if (inputs.act === 'refund') applyRefund(change, BigInt(inputs.amountKobo), day, vatLedgerId);
    else repayEarly(change, inputs, vatLedgerId);
  });
}

function waivedAmounts(inputs: WaiverInputs): WaivedAmounts {
  return Object.fromEntries(WAIVED_COMPONENTS.map((name) => [name, BigInt(inputs[name])])) as WaivedAmounts;
}
