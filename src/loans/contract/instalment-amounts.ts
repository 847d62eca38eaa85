import { koboToNaira } from '../../common/money/naira';
import { roundQuotient } from '../../common/money/rounding';
import { LOAN_COMPONENTS, type LoanComponent } from '../../products/terms/loan-enumerations';
import type { LoanInstalment } from './loan-instalment.entity';

/** An amount in kobo for each of the five things a borrower can owe (contract, Loans). */
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

/** A new set of amounts from one or more others, component by component. */
export function combine(of: (component: LoanComponent) => bigint): ComponentAmounts {
  return {
    penalty: of('penalty'),
    default: of('default'),
    fee: of('fee'),
    interest: of('interest'),
    principal: of('principal'),
  };
}

export function sumOfAmounts(all: readonly Readonly<ComponentAmounts>[]): ComponentAmounts {
  return combine((component) => all.reduce((sum, amounts) => sum + amounts[component], 0n));
}

/** The amounts of a row of a schedule. */
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

/** Adds what a payment pays to a row, in place. @throws when it would pay more than is due: a defect of the caller. */
export function addPayment(row: InstalmentAmounts, amounts: Readonly<ComponentAmounts>): void {
  for (const component of LOAN_COMPONENTS) {
    row[`${component}PaidKobo`] += amounts[component];
    if (amounts[component] < 0n || row[`${component}PaidKobo`] > row[`${component}DueKobo`])
      throw new Error(`A payment does not fit the ${component} of an instalment.`);
  }
}

export const INSTALMENT_STATUSES = ['Pending', 'Due', 'Overdue', 'PartiallyPaid', 'Paid'] as const;
export type InstalmentStatus = (typeof INSTALMENT_STATUSES)[number];

/** An unpaid row is overdue from the day after its due date (`domain/loans`, 9.1; arrears by business date). */
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
/** Parts of a kobo that amounts are counted in before they are rounded. */
export const PARTS_A_KOBO = 10n ** BigInt(DECIMALS);

/** An unrounded amount of kobo, decimal text with at most 10 decimals, in parts of a kobo. */
export function partsOf(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole) * PARTS_A_KOBO + BigInt(decimals.padEnd(DECIMALS, '0'));
}

/** Parts of a kobo, 0 or more, as decimal text with 10 decimals. */
export function partsText(parts: bigint): string {
  const digits = parts.toString().padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}

/** Whole kobo of a quotient of parts, half to even. */
export function koboOf(parts: bigint, divisor = 1n): bigint {
  return roundQuotient(parts, PARTS_A_KOBO * divisor, 'HALF_EVEN');
}

/** A row of a schedule as the loan's history keeps it when another schedule replaces it. Naira. */
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
