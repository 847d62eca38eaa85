import { LOAN_COMPONENTS } from '../../products/terms/loan-enumerations';
import { combine, type ComponentAmounts, totalKobo } from './loan-components';
import type { LoanInstalment } from './loan-instalment.entity';

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
