import { koboToNaira } from '../../common/money/naira';
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
