import { Injectable } from '@nestjs/common';
import { type ChunkedRows, ChunkRunner, findsNone } from '../../business-day/chunk-runner';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { DUE_PAGE_SIZE, type DueKey, FIRST_DUE_KEY, pageByDueDate } from '../../business-day/row-pages';
import type { AuditAuthor } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import type { Overdraft } from './overdraft.entity';
import { Overdrafts } from './overdrafts';

const AUTHOR = 'system:overdraft-roll';

const ENDING = `SELECT id, expiry_date::text AS "dueOn" FROM overdraft
  WHERE institution_id = $1 AND status = 'Active' AND expiry_date < $2 AND (expiry_date, id) > ($3, $4)
  ORDER BY expiry_date, id LIMIT ${DUE_PAGE_SIZE}`;

const STARTING = `SELECT id, start_date::text AS "dueOn" FROM overdraft
  WHERE institution_id = $1 AND status = 'Active' AND NOT in_force AND start_date <= $2 AND expiry_date >= $2
    AND (start_date, id) > ($3, $4)
  ORDER BY start_date, id LIMIT ${DUE_PAGE_SIZE}`;

/** Changes one locked overdraft. @returns whether it was still due. */
type Change = (tx: Tx, by: AuditAuthor, overdraft: Overdraft) => Promise<boolean>;

/** Ends overdrafts after their last business date and starts them on their first. */
@Injectable()
@MemberOf(DaySteps)
export class OverdraftRollStep implements DayStep {
  readonly name = 'overdraft-roll';
  readonly title = 'Start and end of overdrafts';

  constructor(
    private readonly chunks: ChunkRunner,
    private readonly overdrafts: Overdrafts,
  ) {}

  async isDone(tx: Tx, day: ClosingDay): Promise<boolean> {
    for (const due of [ENDING, STARTING]) if (!(await findsNone(tx, this.search(day, due)))) return false;
    return true;
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

  /** Checks each overdraft again under its lock: a client may have changed it since it was found. */
  private each(day: ClosingDay, progress: StepProgress, due: string, change: Change): Promise<void> {
    const { institutionId } = day;
    const by = { institutionId, actor: AUTHOR };
    return this.chunks.run(
      day,
      {
        subject: 'overdraft',
        chunkSize: 1,
        ...this.search(day, due),
        process: async (tx, [id]) => {
          const overdraft = await this.overdrafts.lock(tx, institutionId, id!);
          return (await change(tx, by, overdraft)) ? 1 : 0;
        },
      },
      progress,
    );
  }

  private search(
    { institutionId, nextDate }: ClosingDay,
    due: string,
  ): Pick<ChunkedRows<DueKey>, 'firstKey' | 'nextPage'> {
    return {
      firstKey: FIRST_DUE_KEY,
      nextPage: (tx, after) => pageByDueDate(tx, due, [institutionId, nextDate, after]),
    };
  }
}
