import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../../../common/database/unit-of-work';
import { currentBusinessDate } from '../../../accounts/current-business-date';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../../institutions/day-steps';
import { RUNNING_STATUSES } from '../../loan-status';
import { Loan } from '../../loan.entity';
import { Loans } from '../../loans';
import { type LoanSummary, summariseLoan } from '../../summarise-loan';
import { statusAsOf } from '../status-after';
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
    const work = { left: LEFT, values: [RUNNING_STATUSES, day.nextDate], process: (tx: Tx, ids: number[]) => this.age(tx, day, ids) };
    await this.chunks.goThrough(day, work, progress);
  }

  private async age(tx: Tx, { institutionId, nextDate }: ClosingDay, ids: number[]): Promise<number> {
    await currentBusinessDate(tx, institutionId);
    const loans = await tx.find(Loan, { where: { institutionId, id: In(ids), status: In([...RUNNING_STATUSES]) }, order: { id: 'ASC' }, lock: { mode: 'for_no_key_update' } });
    const rows = await unpaidRows(tx, institutionId, loans.map(({ id }) => id));
    let changed = 0;
    for (const loan of loans) {
      const summary = summariseLoan(rows.get(loan.id) ?? [], nextDate);
      const isNew = differs(loan, summary);
      if (isNew) await this.loans.store(tx, loan, summary);
      Object.assign(loan, summary);
      const status = statusAsOf(loan, nextDate);
      if (isNew || status !== loan.status) changed += 1;
      await this.loans.become(tx, loan, status);
    }
    return changed;
  }
}

function differs(loan: Loan, summary: LoanSummary): boolean {
  return (Object.keys(summary) as (keyof LoanSummary)[]).some((key) => loan[key] !== summary[key]);
}
