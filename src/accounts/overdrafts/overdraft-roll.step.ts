import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type DueRow, processDueRows, STEP_PAGE_SIZE } from '../../business-day/daily-step';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import type { AuditAuthor } from '../../common/audit/audit-log';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { Overdraft } from './overdraft.entity';
import { Overdrafts } from './overdrafts';

const AUTHOR = 'system:overdraft-roll';

const ENDING = `SELECT id, expiry_date::text AS "dueOn" FROM overdraft
  WHERE institution_id = $1 AND status = 'Active' AND expiry_date < $2 AND (expiry_date, id) > ($3, $4) ORDER BY expiry_date, id LIMIT ${STEP_PAGE_SIZE}`;

const STARTING = `SELECT id, start_date::text AS "dueOn" FROM overdraft
  WHERE institution_id = $1 AND status = 'Active' AND NOT in_force AND start_date <= $2 AND expiry_date >= $2 AND (start_date, id) > ($3, $4)
  ORDER BY start_date, id LIMIT ${STEP_PAGE_SIZE}`;

/** Changes one overdraft that is locked. @returns whether there was still something to do. */
type Change = (tx: Tx, by: AuditAuthor, overdraft: Overdraft) => Promise<boolean>;

/** Ends the overdrafts whose last business date is over and starts those whose first one has come. */
@Injectable()
export class OverdraftRollStep implements DayStep, OnModuleInit {
  readonly name = 'overdraft-roll';
  readonly title = 'Start and end of overdrafts';

  constructor(
    private readonly steps: DaySteps,
    private readonly unitOfWork: UnitOfWork,
    private readonly overdrafts: Overdrafts,
  ) {}

  onModuleInit(): void {
    this.steps.register(this);
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    const { nextDate } = day;
    await this.each(day, progress, ENDING, async (tx, by, overdraft) => {
      if (overdraft.status !== 'Active' || overdraft.expiryDate >= nextDate) return false;
      await this.overdrafts.expire(tx, by, overdraft);
      return true;
    });
    await this.each(day, progress, STARTING, async (tx, by, overdraft) => {
      if (overdraft.status !== 'Active' || overdraft.inForce || overdraft.startDate > nextDate) return false;
      await this.overdrafts.start(tx, by, overdraft);
      return true;
    });
  }

  /** Each overdraft is looked at again under its lock: a client may have changed it since it was looked up. */
  private each(
    { institutionId, nextDate }: ClosingDay,
    progress: StepProgress,
    due: string,
    change: Change,
  ): Promise<void> {
    const by = { institutionId, actor: AUTHOR };
    const rows = {
      subject: 'overdraft',
      page: (last: DueRow) =>
        this.unitOfWork.read(institutionId, (tx) => this.page(tx, due, [institutionId, nextDate, last.dueOn, last.id])),
      process: ({ id }: DueRow) =>
        this.unitOfWork.run(institutionId, async (tx) =>
          change(tx, by, await this.overdrafts.lock(tx, institutionId, id)),
        ),
    };
    return processDueRows(rows, progress);
  }

  private async page(tx: Tx, due: string, values: unknown[]): Promise<DueRow[]> {
    const rows = await tx.query<{ id: string; dueOn: string }[]>(due, values);
    return rows.map(({ id, dueOn }) => ({ id: Number(id), dueOn }));
  }
}
