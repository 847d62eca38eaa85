import { formatNaira, koboToNaira } from '../../common/money/naira';
import { bringUpToDate } from '../accrual/recognise-income';
import type { ComponentAmounts } from '../contract/instalment-amounts';
import type { LoanChange } from '../contract/loan-change';
import { loansErrors } from '../loans.errors';
import { assertRemakeable, type Remaking } from '../restructure/remake-schedule';
import { prepayPrincipal, settleInFull } from './apply-early-repayment';
import { payoffKobo, type Position, positionOn, prepaymentKobo } from './early-payoff';
import { PAYMENT_OPTION } from './repayments.dto';

/** An early repayment as its event keeps it. */
export interface EarlyRepaymentInputs {
  act: 'earlyRepayment';
  day: string;
  paymentOption: 0 | 1 | 2;
  /** Kobo as decimal text; null in a request for the payoff, whatever it is. */
  amountKobo: string | null;
}

/** An early repayment that was applied in memory. */
export interface AppliedRepayment {
  components: ComponentAmounts;
  /** Amount that the source pays; a negative amount is refunded to the linked account. */
  amountKobo: bigint;
}

/**
 * Brings a running loan up to the day and repays it early, in full or in part, in memory
 * (docs/domain/loans.md#early-repayment).
 * @throws PAYOFF_DIFFERS, PREPAYMENT_TOO_SMALL, PREPAYMENT_TOO_LARGE, SCHEDULE_NOT_REMADE (422)
 */
export function repayEarly(
  change: LoanChange,
  { day, paymentOption, amountKobo: asked }: EarlyRepaymentInputs,
  vatLedgerId: number | undefined,
): AppliedRepayment {
  bringUpToDate(change, { incomeAsOf: day, chargesAsOf: day }, vatLedgerId);
  const { loan, instalments } = change.locked;
  const position = positionOn(loan, instalments, day);
  const wantedKobo = asked === null ? undefined : BigInt(asked);
  if (paymentOption !== PAYMENT_OPTION.FullSettlement)
    return applyPrepayment(change, position, paymentOption, wantedKobo!, day);
  const amountKobo = payoffKobo(position);
  if (wantedKobo !== undefined && wantedKobo !== amountKobo) {
    throw loansErrors.PAYOFF_DIFFERS(
      `The payoff of the loan ${loan.loanAccountNumber} on ${day} is ${formatNaira(amountKobo)}; ` +
        'leave the amount out or send the payoff.',
      { payoff: koboToNaira(amountKobo) },
    );
  }
  return { components: settleInFull(change, position, day), amountKobo };
}

function applyPrepayment(
  change: LoanChange,
  position: Position,
  paymentOption: 1 | 2,
  amountKobo: bigint,
  day: string,
): AppliedRepayment {
  const { contract } = change.locked;
  const remaking: Remaking = paymentOption === PAYMENT_OPTION.PartialReduceTenure ? 'ReduceTenure' : 'ReduceInstalment';
  assertRemakeable({ contract, future: position.future, remaking });
  const prepaidKobo = prepaymentKobo(position, amountKobo);
  if (prepaidKobo <= 0n) {
    const owedKobo = amountKobo - prepaidKobo;
    throw loansErrors.PREPAYMENT_TOO_SMALL(
      `${formatNaira(owedKobo)} is due or earned by ${day} and is paid first; send more than that, or use repayloan.`,
      { dueToday: koboToNaira(owedKobo) },
    );
  }
  if (prepaidKobo >= position.futurePrincipalKobo) {
    throw loansErrors.PREPAYMENT_TOO_LARGE(
      `The amount repays the whole principal; use paymentOption 0, which pays ${formatNaira(payoffKobo(position))}.`,
      { payoff: koboToNaira(payoffKobo(position)) },
    );
  }
  return { components: prepayPrincipal(change, position, prepaidKobo, remaking, day), amountKobo };
}
