import { koboToNaira } from '../../common/money/naira';
import { roundQuotient } from '../../common/money/rounding';
import { LOAN_COMPONENTS, type LoanComponent } from '../../products/terms/loan-enumerations';
import type { LoanInstalment } from './loan-instalment.entity';

/** An amount in kobo for each of the five components that a borrower can owe (docs/domain/loans.md#91-allocation). */
export type ComponentAmounts = Record<LoanComponent, bigint>;

export const NO_AMOUNTS: Readonly<ComponentAmounts> = {
  penalty: 0n,
  default: 0n,
  fee: 0n,
  interest: 0n,
  principal: 0n,
};

export function totalKobo(amounts: Readonly<ComponentAmounts>): bigint {
  return LOAN_COMPONENTS.reduce((sum, component) => sum + amounts[component], 0n);
}

/** Computes an amount for every component. */
export function combine(amountOf: (component: LoanComponent) => bigint): ComponentAmounts {
  return {
    penalty: amountOf('penalty'),
    default: amountOf('default'),
    fee: amountOf('fee'),
    interest: amountOf('interest'),
    principal: amountOf('principal'),
  };
}

export function sumOfAmounts(all: readonly Readonly<ComponentAmounts>[]): ComponentAmounts {
  return combine((component) => all.reduce((sum, amounts) => sum + amounts[component], 0n));
}

/** The due and paid amounts of a schedule row. */
export type InstalmentAmounts = Pick<
  LoanInstalment,
  | 'principalDueKobo'
  | 'interestDueKobo'
  | 'feeDueKobo'
  | 'defaultDueKobo'
  | 'penaltyDueKobo'
  | 'principalPaidKobo'
  | 'interestPaidKobo'
  | 'feePaidKobo'
  | 'defaultPaidKobo'
  | 'penaltyPaidKobo'
>;

export function dueOf(row: InstalmentAmounts): ComponentAmounts {
  return combine((component) => row[`${component}DueKobo`]);
}

export function paidOf(row: InstalmentAmounts): ComponentAmounts {
  return combine((component) => row[`${component}PaidKobo`]);
}

export function unpaidOf(row: InstalmentAmounts): ComponentAmounts {
  return combine((component) => row[`${component}DueKobo`] - row[`${component}PaidKobo`]);
}

/** Adds paid amounts to a row, in place. @throws when they exceed what is due, which is a defect of the caller. */
export function addPayment(row: InstalmentAmounts, amounts: Readonly<ComponentAmounts>): void {
  for (const component of LOAN_COMPONENTS) {
    row[`${component}PaidKobo`] += amounts[component];
    if (amounts[component] < 0n || row[`${component}PaidKobo`] > row[`${component}DueKobo`])
      throw new Error(`A payment exceeds the ${component} of an instalment.`);
  }
}

export const INSTALMENT_STATUSES = ['Pending', 'Due', 'Overdue', 'PartiallyPaid', 'Paid'] as const;
export type InstalmentStatus = (typeof INSTALMENT_STATUSES)[number];

/** An unpaid row is overdue from the business date after its due date (docs/api/loans.md#arrears). */
export function instalmentStatus(
  row: InstalmentAmounts & Pick<LoanInstalment, 'dueDate'>,
  businessDate: string,
): InstalmentStatus {
  const unpaidKobo = totalKobo(unpaidOf(row));
  if (unpaidKobo === 0n && row.dueDate <= businessDate) return 'Paid';
  if (unpaidKobo === 0n && totalKobo(paidOf(row)) > 0n) return 'Paid';
  if (row.dueDate < businessDate) return 'Overdue';
  if (totalKobo(paidOf(row)) > 0n) return 'PartiallyPaid';
  return row.dueDate === businessDate ? 'Due' : 'Pending';
}

const DECIMALS = 10;
/** Unrounded amounts are counted in parts of a kobo, 10^10 to the kobo. */
export const PARTS_PER_KOBO = 10n ** BigInt(DECIMALS);

/** Parts of a kobo from kobo as decimal text with at most 10 decimals. */
export function parseKoboParts(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole) * PARTS_PER_KOBO + BigInt(decimals.padEnd(DECIMALS, '0'));
}

/** Kobo as decimal text with 10 decimals, from parts of a kobo (0 or more). */
export function formatKoboParts(parts: bigint): string {
  const digits = parts.toString().padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}

/** Whole kobo from a quotient of parts, rounded half to even. */
export function roundKoboParts(parts: bigint, divisor = 1n): bigint {
  return roundQuotient(parts, PARTS_PER_KOBO * divisor, 'HALF_EVEN');
}

/** A replaced schedule row as the loan's history keeps it. Naira. */
export function rowFacts(row: LoanInstalment): Record<string, unknown> {
  const { id, number, dueDate, openingBalanceKobo, closingBalanceKobo } = row;
  return {
    id,
    number,
    dueDate,
    openingBalance: koboToNaira(openingBalanceKobo),
    closingBalance: koboToNaira(closingBalanceKobo),
    due: nairaOf(dueOf(row)),
    paid: nairaOf(paidOf(row)),
  };
}

function nairaOf(amounts: ComponentAmounts): Record<string, number> {
  return Object.fromEntries(LOAN_COMPONENTS.map((component) => [component, koboToNaira(amounts[component])]));
}
