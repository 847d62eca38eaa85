import {
  decimal,
  type Fraction,
  fraction,
  NOTHING,
  percent,
  plus,
  rounded,
  roundedToDecimals,
  times,
  whole,
} from '../../common/money/fraction';
import { percentageKobo } from '../../common/money/percentage';
import { addDays, daysBetween } from '../../common/time/calendar';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import type { PenaltyBase } from '../../products/terms/loan-enumerations';
import { type InstalmentAmounts, unpaidOf } from '../contract/instalment-amounts';
import type { Loan } from '../contract/loan.entity';
import { componentAccount, transferLegs } from '../contract/loan-change';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { INTEREST_DECIMALS, interestText } from '../schedule/unrounded-interest';

type ChargingContract = ArrearsTerms &
  Pick<LoanContract, 'defaultIncomeGlAccountId' | 'penaltyIncomeGlAccountId' | 'interestInSuspenseGlAccountId'>;

/** Charges on the overdue rows of one loan; the rows are changed in place. */
export interface OverdueCharges {
  legs: PostingLeg[];
  changed: LoanInstalment[];
  defaultKobo: bigint;
  penaltyKobo: bigint;
}

/**
 * Charges default interest and penalties on overdue rows as of a date. Changes the rows, and what of the loan is in
 * suspense.
 * @param rows at least the overdue rows.
 */
export function chargeOverdue(
  loan: Loan,
  rows: readonly LoanInstalment[],
  contract: ChargingContract,
  asOf: string,
): OverdueCharges {
  const charges: OverdueCharges = { legs: [], changed: [], defaultKobo: 0n, penaltyKobo: 0n };
  for (const row of rows) {
    const charge = chargeArrears(row, contract, asOf);
    if (!charge) continue;
    row.arrearsInterest = charge.arrearsInterest;
    row.arrearsThrough = charge.arrearsThrough;
    row.defaultDueKobo += charge.defaultKobo;
    row.penaltyDueKobo += charge.penaltyKobo;
    charges.defaultKobo += charge.defaultKobo;
    charges.penaltyKobo += charge.penaltyKobo;
    charges.changed.push(row);
  }
  charges.legs.push(...bookCharges(loan, contract, charges));
  return charges;
}

/** Books default interest and penalties: as income, or in suspense while the loan is in suspense. */
export function bookCharges(
  loan: Loan,
  contract: ChargingContract,
  { defaultKobo, penaltyKobo }: Pick<OverdueCharges, 'defaultKobo' | 'penaltyKobo'>,
): PostingLeg[] {
  const { interestInSuspenseGlAccountId: suspense, defaultIncomeGlAccountId, penaltyIncomeGlAccountId } = contract;
  const isSuspended = loan.suspendedSince !== null;
  if (isSuspended) {
    loan.suspendedDefaultKobo += defaultKobo;
    loan.suspendedPenaltyKobo += penaltyKobo;
  }
  const defaultIncome = isSuspended ? suspense : defaultIncomeGlAccountId;
  const penaltyIncome = isSuspended ? suspense : penaltyIncomeGlAccountId;
  return [
    ...transferLegs(componentAccount(loan, 'default'), defaultIncome, defaultKobo, 'interest'),
    ...transferLegs(componentAccount(loan, 'penalty'), penaltyIncome, penaltyKobo, 'fee'),
  ];
}

const DAYS_A_YEAR = 365;

/** The contract terms about late instalments. */
export type ArrearsTerms = Pick<
  LoanContract,
  | 'arrearsInterestRate'
  | 'arrearsInterestBase'
  | 'failedRepaymentGracePeriod'
  | 'arrearsInterestFromEndOfGrace'
  | 'penaltyKind'
  | 'penaltyAmountKobo'
  | 'penaltyRate'
  | 'penaltyBase'
  | 'penaltyGraceDays'
>;

type ArrearsRow = InstalmentAmounts &
  Pick<LoanInstalment, 'dueDate' | 'arrearsInterest' | 'arrearsThrough' | 'penaltyWaivedKobo'>;

/** Default interest and penalty of an instalment since the last charge. */
export interface ArrearsCharge {
  /** New running total, unrounded. */
  arrearsInterest: string;
  arrearsThrough: string;
  /** Amount to charge now, 0 or more. */
  defaultKobo: bigint;
  penaltyKobo: bigint;
}

/**
 * Default interest and penalty of one overdue instalment as of a date
 * (docs/domain/loans.md#95-default-interest-and-penalties). Each night adds unpaid base × rate / 365, unrounded.
 * Nothing is charged within the grace period; after it the rounded running total is charged. No interest runs on
 * default interest or penalties. The penalty is charged once. The running total is dropped when the instalment is paid
 * within the grace period.
 * @returns undefined when the instalment is not overdue or nothing changes.
 */
export function chargeArrears(row: ArrearsRow, terms: ArrearsTerms, asOf: string): ArrearsCharge | undefined {
  if (row.dueDate >= asOf || overdueInstalmentKobo(row) === 0n) return undefined;
  const daysLate = daysBetween(row.dueDate, asOf);
  const added = interestOfNights(row, terms, asOf);
  const total = plus(decimal(row.arrearsInterest), added);
  const isCharged = daysLate > terms.failedRepaymentGracePeriod;
  const defaultKobo = isCharged ? atLeastZero(rounded(total) - row.defaultDueKobo) : 0n;
  const penaltyKobo = daysLate > terms.penaltyGraceDays && wasNotCharged(row) ? penaltyOf(row, terms) : 0n;
  if (added.numerator === 0n && defaultKobo === 0n && penaltyKobo === 0n) return undefined;
  return { arrearsInterest: interestText(total), arrearsThrough: asOf, defaultKobo, penaltyKobo };
}

/** Interest in kobo of the nights since the last count, to the decimals that the running total keeps. */
function interestOfNights(row: ArrearsRow, terms: ArrearsTerms, asOf: string): Fraction {
  const { arrearsInterestFromEndOfGrace, failedRepaymentGracePeriod, arrearsInterestRate } = terms;
  const first = arrearsInterestFromEndOfGrace ? addDays(row.dueDate, failedRepaymentGracePeriod) : row.dueDate;
  const from = row.arrearsThrough !== null && row.arrearsThrough > first ? row.arrearsThrough : first;
  if (from >= asOf) return NOTHING;
  const rate = times(percent(arrearsInterestRate), fraction(daysBetween(from, asOf), DAYS_A_YEAR));
  return roundedToDecimals(times(whole(baseKobo(row, terms)), rate), INTEREST_DECIMALS);
}

function baseKobo(row: ArrearsRow, { arrearsInterestBase }: ArrearsTerms): bigint {
  return arrearsInterestBase === 'OverduePrincipal' ? unpaidOf(row).principal : overdueInstalmentKobo(row);
}

/** Unpaid amount of an instalment without default interest and penalty. */
function overdueInstalmentKobo(row: InstalmentAmounts): bigint {
  const { principal, interest, fee } = unpaidOf(row);
  return principal + interest + fee;
}

/** A penalty is charged once; one that staff waived counts as charged. */
function wasNotCharged({ penaltyDueKobo, penaltyWaivedKobo }: ArrearsRow): boolean {
  return penaltyDueKobo === 0n && penaltyWaivedKobo === 0n;
}

function penaltyOf(
  row: InstalmentAmounts,
  { penaltyKind, penaltyAmountKobo, penaltyRate, penaltyBase }: ArrearsTerms,
): bigint {
  if (penaltyKind === 'None' || overdueInstalmentKobo(row) === 0n) return 0n;
  if (penaltyKind === 'Flat') return penaltyAmountKobo ?? 0n;
  return percentageKobo(penaltyBaseKobo(row, penaltyBase), penaltyRate ?? '0', 'HALF_EVEN');
}

function penaltyBaseKobo(row: InstalmentAmounts, base: PenaltyBase): bigint {
  if (base === 'OverduePrincipal') return unpaidOf(row).principal;
  return base === 'WholeInstalment'
    ? row.principalDueKobo + row.interestDueKobo + row.feeDueKobo
    : overdueInstalmentKobo(row);
}

function atLeastZero(kobo: bigint): bigint {
  return kobo > 0n ? kobo : 0n;
}
