import type { Fraction } from '../../common/money/fraction';
import { roundQuotient } from '../../common/money/rounding';
import { interestOn, type LoanPlan, type ScheduleFacts } from './loan-plan';
import type { MoneyRounding } from './money-rounding';
import { nominalRate } from './period-rates';
import { balloonOf, between } from './principal-plan';

/** One in fixed point with 60 decimals, for factors without a short fraction. */
const ONE = 10n ** 60n;
/**
 * Decimals kept of an unrounded instalment: far fewer than are computed, so that an exact half is rounded as a half.
 */
const KEPT = 10n ** 20n;
const SMOOTHING_ROUNDS_MAX = 3;

/** Level instalments: each pays the interest of the period, and the rest of it repays principal. */
export function annuityPlan(loan: ScheduleFacts): LoanPlan {
  const rates = loan.rates.slice(loan.grace.principal);
  const nominal = nominalRate(loan.terms);
  const instalment = levelInstalment(
    loan.repayable,
    nominal === undefined ? rates : rates.map(() => nominal),
    loan.rounding,
    balloonOf(loan),
  );
  return loan.terms.emiSmoothing ? smoothInstalments(loan, instalment) : repay(loan, instalment);
}

/**
 * The instalment that repays an amount over periods of given rates: P × Π(1 + ρ) ÷ f, where f grows from 1 by
 * f = 1 + f × (1 + ρ). With equal rates this is the annuity formula, and without interest it is an equal part.
 * @param balloon what is left after the last instalment: (P × Π(1 + ρ) − balloon) ÷ f
 */
export function levelInstalment(
  amount: bigint,
  rates: readonly Fraction[],
  rounding: MoneyRounding,
  balloon = 0n,
): bigint {
  let product = ONE;
  let divisor = 0n;
  for (const { numerator, denominator } of rates) {
    // Fixed point is ten times faster than decimal.js; a loan of 360 instalments needs over 1,000 such steps.
    const growth = ONE + (numerator * ONE) / denominator;
    product = (product * growth) / ONE;
    divisor = (divisor * growth) / ONE + ONE;
  }
  return rounding.instalment(roundQuotient((amount * product - balloon * ONE) * KEPT, divisor, 'HALF_EVEN'), KEPT);
}

function repay({ terms, rates, grace, rounding, capitalised, repayable }: ScheduleFacts, instalment: bigint): LoanPlan {
  const plan: LoanPlan = { principal: [], interest: [] };
  let balance = repayable;
  rates.forEach((rate, index) => {
    const interest = index < capitalised.length ? 0n : interestOn(balance, rate, rounding);
    const isLast = index === terms.numberOfRepayments - 1;
    const principal = isLast ? balance : index < grace.principal ? 0n : between(0n, instalment - interest, balance);
    plan.interest.push(interest);
    plan.principal.push(principal);
    balance -= principal;
  });
  return plan;
}

/**
 * Brings the last instalment nearer to the others: spreads its difference over all of them, as long as that makes the
 * difference smaller. A difference of at most half a minor unit for each pair of instalments is accepted.
 */
function smoothInstalments(loan: ScheduleFacts, firstInstalment: bigint): LoanPlan {
  const { terms, grace, rounding } = loan;
  const count = BigInt(terms.numberOfRepayments - grace.principal);
  const tolerance = (count / 2n) * 10n ** BigInt(terms.decimals);
  const balloon = balloonOf(loan);
  let instalment = firstInstalment;
  let plan = repay(loan, instalment);
  for (let round = 0; round < SMOOTHING_ROUNDS_MAX; round += 1) {
    const difference = lastInstalment(plan) - balloon - instalment;
    if (difference === 0n || magnitude(difference) * 100n <= tolerance) break;
    const better = rounding.instalment(instalment + rounding.money(difference, count), 1n);
    if (better === instalment) break;
    const betterPlan = repay(loan, better);
    if (magnitude(lastInstalment(betterPlan) - balloon - better) >= magnitude(difference)) break;
    [instalment, plan] = [better, betterPlan];
  }
  return plan;
}

function lastInstalment({ principal, interest }: LoanPlan): bigint {
  return principal.at(-1)! + interest.at(-1)!;
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
