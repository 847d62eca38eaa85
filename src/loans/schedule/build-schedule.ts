import { times, whole } from '../../common/money/fraction';
import { annuityPlan } from './annuity-plan';
import { type Period, periodsOf } from './due-dates';
import { graceOf } from './grace';
import { interestOn, type LoanPlan, planKindOf, type ScheduleFacts } from './loan-plan';
import { moneyRounding } from './money-rounding';
import { periodRates } from './period-rates';
import { plannedInterest } from './planned-interest';
import { flatPlan, reducingPlan } from './principal-plan';
import { ScheduleError } from './schedule-error';
import { PAYMENT_TYPE, type ScheduleTerms } from './schedule-terms';
import { sumOf } from './shares';
import { assertFrequencies } from './split-frequencies';
import { interestText } from './unrounded-interest';

/** One instalment. Money is in minor units. */
export interface ScheduleRow {
  /** From 1. */
  nr: number;
  /** `YYYY-MM-DD`. */
  dueDate: string;
  /** Days since the previous due date, or since disbursement; those before interest starts are counted too. */
  days: number;
  principal: bigint;
  interest: bigint;
  total: bigint;
  /** Principal left after the instalment is paid, capitalised interest included. */
  balance: bigint;
}

/** The interest that a period earns. */
export interface Accrual {
  /** The day before the first day with interest. */
  from: string;
  /** Minor units, decimal text with 10 decimals. */
  interest: string;
  /** Added to the balance at the due date, in minor units, rounded. */
  capitalised: bigint;
}

/** The repayment schedule of a loan. Money is in minor units. */
export interface Schedule {
  /** Amount paid to the borrower: the principal less the upfront interest. */
  netDisbursed: bigint;
  upfrontInterest: bigint;
  rows: ScheduleRow[];
  /** `principal` includes capitalised interest, `interest` upfront interest; `total` is that of the instalments. */
  totals: { principal: bigint; interest: bigint; total: bigint };
  /** Interest earned in each period, whenever it is paid; 0 when it is capitalised. */
  earnedInterest: bigint[];
  /** Unrounded interest of each period, capitalised interest included: the basis of daily income recognition. */
  accruals: Accrual[];
}

/**
 * The schedule of a loan (docs/domain/loans.md#4-order-of-computation): due dates, the rate of each period, principal
 * and interest of each period, then the interest moved to the time of payment. Fractions are exact, each amount is
 * rounded once, and the last instalment takes the rounding difference.
 *
 * The published definitions leave some cases open; they are decided as follows.
 * - `days` of the first row count from disbursement even when interest starts later.
 * - Free interest (`FREE`) is a rate of 0, so that a level instalment is sized without it.
 * - Level instalments keep to `installmentMultiple` at a rate of 0 too, as in Fineract.
 * - `ROLL` moves a due date that its month lacks to the first of the next month (Fineract: FIRST_DAY_OF_NEXT_MONTH);
 *   the period stays regular.
 * - With `dueDates`, a level instalment is sized on the periods between these dates.
 * - A share that rounding up has made too large ends the principal early; the instalments after it are 0, never
 *   negative.
 * - Smoothing counts the instalments after the moratorium only, and its tolerance is Fineract's.
 *
 * @throws ScheduleError when no schedule can be made: dates that do not rise, a moratorium as long as the loan, an
 *   accrual start after the last due date, or upfront interest that leaves nothing to pay out.
 */
export function buildSchedule(terms: ScheduleTerms): Schedule {
  const grace = graceOf(terms);
  const periods = periodsOf(terms);
  const rates = periodRates(terms, periods, grace.treatment === 'FREE' ? grace.interest : 0);
  const loan = withCapitalised({
    terms,
    rates,
    grace,
    rounding: moneyRounding(terms),
    capitalised: [],
    repayable: terms.principal,
  });
  assertFrequencies(terms, planKindOf(terms) === 'annuity', grace.principal > 0 || grace.interest > 0);
  assertBalloon(terms);
  const plan = planOf(loan);
  const { upfront, instalments } = plannedInterest(loan, plan.interest);
  if (upfront >= terms.principal)
    throw new ScheduleError(
      'interestPaymentType 2 needs interest below the principal: nothing would be left to pay out.',
    );
  const rows = rowsOf(loan, periods, plan.principal, instalments);
  return {
    netDisbursed: terms.principal - upfront,
    upfrontInterest: upfront,
    rows,
    totals: {
      principal: loan.repayable,
      interest: upfront + sumOf(instalments),
      total: sumOf(rows.map(({ total }) => total)),
    },
    earnedInterest: plan.interest,
    accruals: accrualsOf(loan, periods, rows),
  };
}

/** @throws ScheduleError for a balloon beside terms that decide about the last instalment too */
function assertBalloon({
  balloonPercent,
  principalPercentPerInstallment,
  principalRepaymentType,
}: ScheduleTerms): void {
  if (balloonPercent === null) return;
  if (principalPercentPerInstallment !== null)
    throw new ScheduleError('balloonPercent and principalPercentPerInstallment exclude each other.');
  if (principalRepaymentType === PAYMENT_TYPE.EndOfContract || principalRepaymentType === PAYMENT_TYPE.Upfront)
    throw new ScheduleError('balloonPercent needs instalments with principal: principalRepaymentType 1 or 3.');
}

function planOf(loan: ScheduleFacts): LoanPlan {
  switch (planKindOf(loan.terms)) {
    case 'flat':
      return flatPlan(loan);
    case 'reducing':
      return reducingPlan(loan);
    case 'annuity':
      return annuityPlan(loan);
  }
}

/** Adds the interest of a capitalising moratorium to the balance, due date by due date. */
function withCapitalised(loan: ScheduleFacts): ScheduleFacts {
  if (loan.grace.treatment !== 'CAPITALISE') return loan;
  let balance = loan.terms.principal;
  const capitalised = loan.rates.slice(0, loan.grace.interest).map((rate) => {
    const interest = interestOn(balance, rate, loan.rounding);
    balance += interest;
    return interest;
  });
  return { ...loan, capitalised, repayable: balance };
}

function rowsOf(
  { terms, capitalised }: ScheduleFacts,
  periods: readonly Period[],
  principal: readonly bigint[],
  interest: readonly bigint[],
): ScheduleRow[] {
  let balance = terms.principal;
  return periods.map(({ dueDate, days }, index) => {
    const [principalDue, interestDueNow] = [principal[index]!, interest[index]!];
    balance += (capitalised[index] ?? 0n) - principalDue;
    return {
      nr: index + 1,
      dueDate,
      days,
      principal: principalDue,
      interest: interestDueNow,
      total: principalDue + interestDueNow,
      balance,
    };
  });
}

/** Interest on the opening balance of each period; for a flat loan, on the whole principal. */
function accrualsOf(
  { terms, rates, capitalised }: ScheduleFacts,
  periods: readonly Period[],
  rows: readonly ScheduleRow[],
): Accrual[] {
  const isFlat = planKindOf(terms) === 'flat';
  return periods.map(({ accrualStart }, index) => {
    const base = isFlat || index === 0 ? terms.principal : rows[index - 1]!.balance;
    return {
      from: accrualStart,
      interest: interestText(times(whole(base), rates[index]!)),
      capitalised: capitalised[index] ?? 0n,
    };
  });
}
