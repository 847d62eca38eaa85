import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ChunkRunner } from '../../business-day/chunk-runner';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import { pageById } from '../../business-day/row-pages';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { type AgedSummary, agedSummary } from '../classification/aged-summary';
import { LoanContagion } from '../classification/loan-contagion';
import { LoanRules } from '../classification/loan-rules';
import { Loan } from '../contract/loan.entity';
import { RUNNING_STATUSES } from '../contract/loan-status';
import { Loans } from '../contract/loans';
import { statusAsOf } from '../contract/summarise-loan';
import { unpaidRows } from './unpaid-rows';

const CHUNK_SIZE = 200;

const DUE = `SELECT id FROM loan WHERE institution_id = $1 AND id > $2 AND status = ANY($3)
    AND (overdue_since IS NOT NULL OR next_due_date < $4 OR status = 'Delinquent'
      OR restructured_date >= suspended_since
      OR (maturity_date < $4 AND status NOT IN ('Matured', 'InRecovery')))
  ORDER BY id LIMIT ${CHUNK_SIZE}`;

/**
 * Updates overdue amounts, days past due, classes and statuses of loans to the day that begins
 * (`docs/domain/loans.md#15-status-and-classification`).
 */
@Injectable()
@MemberOf(DaySteps)
export class LoanAgeingStep implements DayStep {
  readonly name = 'loan-ageing';
  readonly title = 'Overdue amounts, classes and statuses of loans';

  constructor(
    private readonly chunks: ChunkRunner,
    private readonly loans: Loans,
    private readonly rules: LoanRules,
    private readonly contagion: LoanContagion,
  ) {}

  /** Where loans run, the classes that spread between them need a look at all. */
  async isDone(tx: Tx, { institutionId }: ClosingDay): Promise<boolean> {
    return !(await tx.existsBy(Loan, { institutionId, status: In([...RUNNING_STATUSES]) }));
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    await this.chunks.run(
      day,
      {
        subject: 'loan',
        chunkSize: CHUNK_SIZE,
        firstKey: 0,
        nextPage: (tx, after) => pageById(tx, DUE, [day.institutionId, after, RUNNING_STATUSES, day.nextDate]),
        process: (tx, ids) => this.age(tx, day, ids),
      },
      progress,
    );
    if (progress.signal.aborted) return;
    await progress.advance(await this.contagion.spread(day.institutionId, day.nextDate));
  }

  private async age(tx: Tx, { institutionId }: ClosingDay, ids: number[]): Promise<number> {
    // When staff run an earlier day's step again, the business date is later than the day after: a loan is aged to
    // today.
    const businessDate = await lockBusinessDate(tx, institutionId);
    const loans = (await this.loans.lockRows(tx, institutionId, ids)).filter(({ status }) =>
      RUNNING_STATUSES.includes(status),
    );
    const rows = await unpaidRows(
      tx,
      institutionId,
      loans.map(({ id }) => id),
    );
    const rules = await this.rules.classRules(tx, institutionId, businessDate);
    let changed = 0;
    const renewed: Loan[] = [];
    for (const loan of loans) {
      const summary = agedSummary(loan, rows.get(loan.id) ?? [], rules, businessDate);
      const isNew = differs(loan, summary);
      if (isNew) renewed.push(Object.assign(loan, summary));
      if (isNew || statusAsOf(loan, businessDate) !== loan.status) changed += 1;
    }
    await this.loans.storeAll(tx, renewed);
    for (const loan of loans) await this.loans.transitionTo(tx, loan, statusAsOf(loan, businessDate));
    return changed;
  }
}

function differs(loan: Loan, summary: AgedSummary): boolean {
  return (Object.keys(summary) as (keyof AgedSummary)[]).some((key) => loan[key] !== summary[key]);
}
