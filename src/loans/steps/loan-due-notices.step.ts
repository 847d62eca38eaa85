import { Injectable } from '@nestjs/common';
import { type ChunkedRows, ChunkRunner, findsNone } from '../../business-day/chunk-runner';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { pageById } from '../../business-day/row-pages';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { Institution } from '../../institutions/institution.entity';
import { RUNNING_STATUSES } from '../contract/loan-status';

const CHUNK_SIZE = 500;
/** An instalment is announced so many days before its due date. */
const NOTICE_DAYS = 3;
const EVENT = 'loan.due-soon';

const DUE = `SELECT id FROM loan WHERE institution_id = $1 AND id > $2 AND status = ANY($3)
    AND next_due_date BETWEEN $4::date AND $4::date + ${NOTICE_DAYS}
    AND due_notice_for IS DISTINCT FROM next_due_date
  ORDER BY id LIMIT ${CHUNK_SIZE}`;

/** The trigger of the column queues the event. */
const ANNOUNCE = `UPDATE loan SET due_notice_for = next_due_date
  WHERE institution_id = $1 AND id = ANY($2) AND status = ANY($3) AND due_notice_for IS DISTINCT FROM next_due_date`;

/**
 * Makes known that an instalment is due within three days, once for each due date (docs/api/events.md#types). It does
 * nothing while no webhook endpoint of the institution wants these events.
 */
@Injectable()
@MemberOf(DaySteps)
export class LoanDueNoticesStep implements DayStep {
  readonly name = 'loan-due-notices';
  readonly title = 'Notices of instalments that are due soon';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly chunks: ChunkRunner,
  ) {}

  isDone(tx: Tx, day: ClosingDay): Promise<boolean> {
    return findsNone(tx, this.dueRows(day));
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    const { institutionId } = day;
    const { wantedEvents } = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(Institution, { institutionId }),
    );
    if (!wantedEvents.includes(EVENT)) return;
    await this.chunks.run(day, this.dueRows(day), progress);
  }

  private dueRows({ institutionId, nextDate }: ClosingDay): ChunkedRows<number> {
    return {
      subject: 'loan',
      chunkSize: CHUNK_SIZE,
      firstKey: 0,
      nextPage: (tx, after) => pageById(tx, DUE, [institutionId, after, RUNNING_STATUSES, nextDate]),
      process: (tx, ids) => announce(tx, institutionId, ids),
    };
  }
}

async function announce(tx: Tx, institutionId: number, ids: number[]): Promise<number> {
  // Every other writer of loans locks them in the order of their ids.
  await tx.query('SELECT 1 FROM loan WHERE institution_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE', [
    institutionId,
    ids,
  ]);
  const [, announced] = await tx.query<[unknown, number]>(ANNOUNCE, [institutionId, ids, RUNNING_STATUSES]);
  return announced;
}
