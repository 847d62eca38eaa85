import { AppError } from '../../common/errors/app-error';
import { times, whole } from '../../common/money/fraction';
import { earnedKobo } from '../accrual/recognise-income';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { loansErrors } from '../loans.errors';
import { buildSchedule } from '../schedule/build-schedule';
import { periodsOf } from '../schedule/due-dates';
import { interestOn, planKindOf, type ScheduleFacts } from '../schedule/loan-plan';
import { moneyRounding } from '../schedule/money-rounding';
import { periodRates } from '../schedule/period-rates';
import { plannedInterest } from '../schedule/planned-interest';
import { instalmentsOf, type NewInstalment } from '../schedule/schedule-of-contract';
import { PAYMENT_TYPE, SCHEDULE_DEFAULTS, type ScheduleTerms } from '../schedule/schedule-terms';
import { hasSplitFrequencies } from '../schedule/split-frequencies';
import { interestText } from '../schedule/unrounded-interest';

/** Effect of prepaid principal on the instalments (docs/domain/loans.md#93-early-repayment). */
export type Remaking = 'ReduceTenure' | 'ReduceInstalment';

/** A schedule to recalculate: less principal on the remaining due dates. */
export interface ScheduleToRemake {
  contract: LoanContract;
  /** The rows to replace, at least one. */
  future: readonly LoanInstalment[];
  /** Last day of the rows that stay; the new rows count from it. */
  day: string;
  principalKobo: bigint;
  remaking: Remaking;
  firstNumber: number;
}

/**
 * Asserts that the schedule depends on the outstanding principal and that no moratorium is running.
 * @throws SCHEDULE_NOT_REMADE (422)
 */
export function assertRemakeable({
  contract,
  future,
  remaking,
}: Pick<ScheduleToRemake, 'contract' | 'future' | 'remaking'>): void {
  const { interestPaymentType, principalRepaymentType } = contract;
  const refuse = (message: string): never => {
    throw loansErrors.SCHEDULE_NOT_REMADE(message);
  };
  const [next] = future;
  if (!next) refuse('The loan has no future instalment; pay what is due with repayloan.');
  if (interestPaymentType === PAYMENT_TYPE.Upfront)
    refuse(
      'The interest of this loan was taken upfront, so a part payment saves no interest; pay instalments ahead with ' +
        'repayloan, or settle in full (paymentOption 0).',
    );
  if (planKindOf(termsOf(contract)) === 'flat')
    refuse(
      'The interest of this loan does not depend on its balance; pay instalments ahead with repayloan, or settle in ' +
        'full (paymentOption 0).',
    );
  if (
    hasSplitFrequencies(contract) ||
    contract.balloonPercent !== null ||
    contract.principalPercentPerInstallment !== null
  )
    refuse(
      'The principal of this loan is not due in equal parts with every instalment; pay instalments ahead with ' +
        'repayloan, or settle in full (paymentOption 0).',
    );
  if (isInMoratorium(contract, next!))
    refuse(
      'The moratorium of this loan is not over; settle in full (paymentOption 0), or wait for the first instalment ' +
        'after it.',
    );
  if (remaking === 'ReduceTenure' && principalRepaymentType === PAYMENT_TYPE.EndOfContract) {
    refuse('The principal of this loan is due at its end, so no instalment can be left out; use paymentOption 2.');
  }
}

/** True when `assertRemakeable` has nothing against it. */
export function isRemakeable(remade: Pick<ScheduleToRemake, 'contract' | 'future' | 'remaking'>): boolean {
  try {
    assertRemakeable(remade);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * The rows that repay the remaining principal on the remaining due dates. With `ReduceTenure` instalments keep their
 * amount and the last one takes the rest; with `ReduceInstalment` they are sized again over all remaining dates.
 */
export function remakeSchedule(remade: ScheduleToRemake): NewInstalment[] {
  const { contract, future, day, principalKobo, remaking, firstNumber } = remade;
  const { feeDueKobo, feeVatKobo } = future[0]!;
  const fee = { feeKobo: feeDueKobo - feeVatKobo, vatKobo: feeVatKobo };
  const terms = {
    ...termsOf(contract),
    principal: principalKobo,
    disbursementDate: day,
    dueDates: future.map(({ dueDate }) => dueDate),
    numberOfRepayments: future.length,
  };
  if (remaking === 'ReduceInstalment') return instalmentsOf(buildSchedule(terms), principalKobo, fee, firstNumber);
  const kept = keepInstalments(terms, future[0]!);
  if (!kept) throw loansErrors.SCHEDULE_NOT_REMADE('The instalment would not cover the interest; use paymentOption 2.');
  return kept.map((row, index) => ({
    ...row,
    number: firstNumber + index,
    feeDueKobo,
    feeVatKobo,
  }));
}

/**
 * The rows of a schedule with moved dates that keep the amount of a level instalment: the last row takes the difference
 * in interest. A loan without level instalments gets the newly sized rows.
 * @param next the first row of the previous schedule.
 */
export function keepInstalmentOnDates(
  contract: LoanContract,
  sized: readonly NewInstalment[],
  next: LoanInstalment,
): NewInstalment[] {
  const terms = {
    ...termsOf(contract),
    dueDates: sized.map(({ dueDate }) => dueDate),
    numberOfRepayments: sized.length,
  };
  if (planKindOf(terms) !== 'annuity') return [...sized];
  const kept = keepInstalments(terms, next);
  // With an instalment too large for the new dates the loan would end early, with one too small the interest of a long
  // period would stay unpaid; then the newly sized rows keep its length.
  return !kept || kept.length < sized.length ? [...sized] : sized.map((row, index) => ({ ...row, ...kept[index]! }));
}

/** Schedule terms of a running contract, without its moratorium. */
function termsOf(contract: LoanContract): ScheduleTerms {
  const {
    principalKobo,
    interestRate,
    rateBasis,
    numberOfRepayments,
    frequency,
    repaymentEvery,
    effectiveDate,
    interestAccrualStartDate,
  } = contract;
  const { principalRepaymentType, interestPaymentType, interestComputationModel, dayCount } = contract;
  return {
    ...SCHEDULE_DEFAULTS,
    principal: principalKobo,
    rate: interestRate,
    rateBasis,
    numberOfRepayments,
    frequency,
    repaymentEvery,
    disbursementDate: effectiveDate,
    interestAccrualStartDate,
    principalRepaymentType,
    interestPaymentType,
    interestComputationModel,
    dayCount,
    installmentMultiple: contract.installmentMultipleKobo,
    emiSmoothing: contract.emiSmoothing,
    monthEnd: contract.monthEnd,
  };
}

function isInMoratorium(
  { moratorium, principalRepaymentType, interestPaymentType, interestRate }: LoanContract,
  next: LoanInstalment,
): boolean {
  const waitsForPrincipal =
    (moratorium === 1 || moratorium === 3) &&
    principalRepaymentType !== PAYMENT_TYPE.EndOfContract &&
    next.principalDueKobo === 0n;
  const bearsInterest = Number(interestRate) > 0 && interestPaymentType !== PAYMENT_TYPE.EndOfContract;
  return waitsForPrincipal || ((moratorium === 2 || moratorium === 3) && bearsInterest && next.interestDueKobo === 0n);
}

type BareRow = Omit<NewInstalment, 'number' | 'feeDueKobo' | 'feeVatKobo'>;

/** Instalments of the present amount until the principal is repaid; undefined when one would not cover the interest. */
function keepInstalments(terms: ScheduleTerms, next: LoanInstalment): BareRow[] | undefined {
  const periods = periodsOf(terms);
  const rates = periodRates(terms, periods, 0);
  const rounding = moneyRounding(terms);
  const levelKobo = next.principalDueKobo + earnedKobo(next, next.dueDate);
  const isLevel = planKindOf(terms) === 'annuity';
  const rows: BareRow[] = [];
  const earned: bigint[] = [];
  let balance = terms.principal;
  for (const [index, { dueDate, accrualStart }] of periods.entries()) {
    const rate = rates[index]!;
    const interest = interestOn(balance, rate, rounding);
    const wanted = isLevel ? levelKobo - interest : next.principalDueKobo;
    if (wanted <= 0n) return undefined;
    const principal = wanted > balance || index === periods.length - 1 ? balance : wanted;
    const earnedInterest = interestText(times(whole(balance), rate));
    rows.push({
      periodStart: accrualStart,
      dueDate,
      openingBalanceKobo: balance,
      closingBalanceKobo: balance - principal,
      earnedInterest,
      capitalisedKobo: 0n,
      principalDueKobo: principal,
      interestDueKobo: 0n,
    });
    earned.push(interest);
    balance -= principal;
    if (balance === 0n) break;
  }
  const shortened = { ...terms, numberOfRepayments: rows.length };
  const facts: ScheduleFacts = {
    terms: shortened,
    rates,
    grace: { principal: 0, interest: 0, treatment: 'DEFER' },
    rounding,
    capitalised: [],
    repayable: terms.principal,
  };
  const { instalments } = plannedInterest(facts, earned);
  return rows.map((row, index) => ({ ...row, interestDueKobo: instalments[index]! }));
}
