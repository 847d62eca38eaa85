import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import type { Tx } from '../../common/database/unit-of-work';
import type { Loan } from '../contract/loan.entity';
import { RUNNING_STATUSES } from '../contract/loan-status';
import { Loans } from '../contract/loans';
import { type LoanSummary, statusAsOf, summariseLoan } from '../contract/summarise-loan';
import { LoanChunks } from './loan-chunks';
import { unpaidRows } from './unpaid-rows';

const CHUNK = 200;

const LEFT = `SELECT id FROM loan WHERE institution_id = $1 AND id > $2 AND status = ANY($3)
    AND (overdue_since IS NOT NULL OR next_due_date < $4 OR status = 'Delinquent' OR (maturity_date < $4 AND status NOT IN ('Matured', 'InRecovery')))
  ORDER BY id LIMIT ${CHUNK}`;

/** Brings sums, classes and statuses of loans up to the day that begins: what is overdue, how long, and whether the loan has run out. */
@Injectable()
export class LoanAgeingStep implements DayStep, OnModuleInit {
  readonly name = 'loan-ageing';
  readonly title = 'Overdue amounts, classes and statuses of loans';

  constructor(
    private readonly steps: DaySteps,
    private readonly chunks: LoanChunks,
    private readonly loans: Loans,
  ) {}

  onModuleInit(): void {
    this.steps.register(this);
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    const work = {
      left: LEFT,
      size: CHUNK,
      values: [RUNNING_STATUSES, day.nextDate],
      process: (tx: Tx, ids: number[]) => this.age(tx, day, ids),
    };
    await this.chunks.goThrough(day, work, progress);
  }

  private async age(tx: Tx, { institutionId }: ClosingDay, ids: number[]): Promise<number> {
    // The day that has begun; later than the day after when a day is gone through again, and loans do not grow younger.
    const businessDate = await lockBusinessDate(tx, institutionId);
    const loans = (await this.loans.lockRows(tx, institutionId, ids)).filter(({ status }) =>
      RUNNING_STATUSES.includes(status),
    );
    const rows = await unpaidRows(
      tx,
      institutionId,
      loans.map(({ id }) => id),
    );
    let changed = 0;
    const renewed: Loan[] = [];
    for (const loan of loans) {
      const summary = summariseLoan(rows.get(loan.id) ?? [], businessDate);
      const isNew = differs(loan, summary);
      if (isNew) renewed.push(Object.assign(loan, summary));
      if (isNew || statusAsOf(loan, businessDate) !== loan.status) changed += 1;
    }
    await this.loans.storeAll(tx, renewed);
    for (const loan of loans) await this.loans.transitionTo(tx, loan, statusAsOf(loan, businessDate));
    return changed;
  }
}

function differs(loan: Loan, summary: LoanSummary): boolean {
  return (Object.keys(summary) as (keyof LoanSummary)[]).some((key) => loan[key] !== summary[key]);
}
