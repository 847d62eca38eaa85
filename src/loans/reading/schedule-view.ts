import { koboToNaira } from '../../common/money/naira';
import {
  type ComponentAmounts,
  dueOf,
  type InstalmentAmounts,
  instalmentStatus,
  paidOf,
  sumOfAmounts,
  totalKobo,
} from '../contract/instalment-amounts';
import type { Loan } from '../contract/loan.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import type { NewInstalment } from '../schedule/schedule-of-contract';
import type { ScheduleRowView, ScheduleTotalsView } from './loan-schedule.dto';

/** A row of a schedule, stored or planned. */
export type ShownInstalment = InstalmentAmounts &
  Pick<LoanInstalment, 'number' | 'dueDate' | 'openingBalanceKobo' | 'closingBalanceKobo'> & { id: number | null };

const NO_CHARGES_OR_PAYMENTS = {
  id: null,
  defaultDueKobo: 0n,
  penaltyDueKobo: 0n,
  principalPaidKobo: 0n,
  interestPaidKobo: 0n,
  feePaidKobo: 0n,
  defaultPaidKobo: 0n,
  penaltyPaidKobo: 0n,
};

/** The rows of a planned schedule. */
export function plannedInstalments(rows: NewInstalment[]): ShownInstalment[] {
  return rows.map((row) => ({ ...NO_CHARGES_OR_PAYMENTS, ...row }));
}

export function scheduleRowView(row: ShownInstalment, businessDate: string): ScheduleRowView {
  return {
    id: row.id,
    instalmentNumber: row.number,
    dueDate: row.dueDate,
    openingBalance: koboToNaira(row.openingBalanceKobo),
    ...amountsView(dueOf(row), paidOf(row)),
    closingBalance: koboToNaira(row.closingBalanceKobo),
    status: instalmentStatus(row, businessDate),
  };
}

/** True for the row of a restructure that only adds interest to the principal: the borrower pays nothing of it. */
export function isCapitalisation({ restructuredDate }: Pick<Loan, 'restructuredDate'>, row: ShownInstalment): boolean {
  return restructuredDate === row.dueDate && totalKobo(dueOf(row)) === 0n;
}

export function scheduleTotalsView(rows: ShownInstalment[]): ScheduleTotalsView {
  const [due, paid] = [sumOfAmounts(rows.map(dueOf)), sumOfAmounts(rows.map(paidOf))];
  return { ...amountsView(due, paid), totalOutstanding: koboToNaira(totalKobo(due) - totalKobo(paid)) };
}

function amountsView(due: ComponentAmounts, paid: ComponentAmounts): Omit<ScheduleTotalsView, 'totalOutstanding'> {
  return {
    principalDue: koboToNaira(due.principal),
    interestDue: koboToNaira(due.interest),
    feeDue: koboToNaira(due.fee),
    defaultDue: koboToNaira(due.default),
    penaltyDue: koboToNaira(due.penalty),
    totalDue: koboToNaira(totalKobo(due)),
    principalPaid: koboToNaira(paid.principal),
    interestPaid: koboToNaira(paid.interest),
    feePaid: koboToNaira(paid.fee),
    defaultPaid: koboToNaira(paid.default),
    penaltyPaid: koboToNaira(paid.penalty),
    totalPaid: koboToNaira(totalKobo(paid)),
  };
}
