import { type Fraction, NOTHING, plus } from '../../common/money/fraction';
import { interestOn, planKindOf, type ScheduleFacts } from './loan-plan';
import { PAYMENT_TYPE } from './schedule-terms';
import { shares, sumOf } from './shares';
import { gathered, paying, placed } from './split-frequencies';

/** The interest of a loan by the time of payment. */
export interface PlannedInterest {
  /** Deducted from the proceeds at disbursement. */
  upfront: bigint;
  /** Due with each instalment. */
  instalments: bigint[];
}

/**
 * Moves earned interest to the time at which the terms make it payable (docs/domain/loans.md#7-interest-payment-types).
 * The total stays the same, with one exception: flat interest in equal instalments is rounded once for the whole loan.
 *
 * @param earned interest of each period; 0 when it was capitalised or is free.
 */
export function plannedInterest(loan: ScheduleFacts, earned: readonly bigint[]): PlannedInterest {
  const { interestPaymentType } = loan.terms;
  const total = sumOf(earned);
  if (interestPaymentType === PAYMENT_TYPE.Upfront) return { upfront: total, instalments: earned.map(() => 0n) };
  if (interestPaymentType === PAYMENT_TYPE.EndOfContract) {
    return { upfront: 0n, instalments: earned.map((_, index) => (index === earned.length - 1 ? total : 0n)) };
  }
  const kind = planKindOf(loan.terms);
  // An annuity is level as a whole, so its interest stays in the period that earns it.
  if (interestPaymentType === PAYMENT_TYPE.ProRated || kind === 'annuity')
    return { upfront: 0n, instalments: gathered(afterMoratorium(loan, earned), loan.terms.interestEvery) };
  return { upfront: 0n, instalments: level(loan, kind === 'flat' ? flatTotal(loan) : total) };
}

function flatTotal({ terms, rates, rounding }: ScheduleFacts): bigint {
  return interestOn(terms.principal, rates.reduce<Fraction>(plus, NOTHING), rounding);
}

/** A sum in equal parts over the instalments after the moratorium. */
function level({ terms, grace, rounding }: ScheduleFacts, total: bigint): bigint[] {
  const { interestEvery } = terms;
  const count = paying(terms.numberOfRepayments - grace.interest, interestEvery);
  const parts = shares(total, rounding.money(total, BigInt(count)), count);
  return [...new Array<bigint>(grace.interest).fill(0n), ...placed(parts, interestEvery)];
}

/** Moves interest of the moratorium behind it. Capitalised and free interest is already 0 there. */
function afterMoratorium(loan: ScheduleFacts, earned: readonly bigint[]): bigint[] {
  const { interest: waiting, treatment } = loan.grace;
  const unpaid = sumOf(earned.slice(0, waiting));
  const added =
    treatment === 'SPREAD' ? level(loan, unpaid) : earned.map((_, index) => (index === waiting ? unpaid : 0n));
  return earned.map((amount, index) => (index < waiting ? 0n : amount + added[index]!));
}
