import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { Approval } from '../approvals/approval.entity';
import type { Tx } from '../common/database/unit-of-work';
import { Housekeeping } from '../common/housekeeping';
import { type NumberedQueue, Sequencer } from '../common/sequencer/sequencer';
import { type NumberedWork, WorkEvent } from './work-event.entity';

const STREAM = 'work';
/** Changes told at once; a reader that has missed more reads its lists anew. */
const TOLD_MAX = 500;
/** Positions are honoured for so long after a connection was lost. */
const HONOURED_MINUTES = 5;

const MOVE = `WITH next AS (
    DELETE FROM work_change WHERE institution_id = $1 AND id <=
      (SELECT max(id) FROM (SELECT id FROM work_change WHERE institution_id = $1 ORDER BY id LIMIT $3) batch)
    RETURNING id, kind, subject, status, step, at),
  moved AS (
    INSERT INTO work_event (institution_id, seq, kind, subject, status, step, at)
    SELECT $1, $2::bigint - 1 + row_number() OVER (ORDER BY id), kind, subject, status, step, at FROM next RETURNING 1)
  SELECT count(*)::int AS count FROM moved`;

const QUEUE: NumberedQueue = {
  name: STREAM,
  table: 'work_change',
  move: async (tx, { institutionId, firstSeq, limit }) => {
    const [{ count }] = await tx.query<[{ count: number }]>(MOVE, [institutionId, firstSeq, limit]);
    return count;
  },
};

/** Numbers the changes of the work of staff after their commit, so that no reader of the numbers misses one. */
@Injectable()
export class WorkPositions implements OnModuleInit {
  constructor(
    private readonly sequencer: Sequencer,
    private readonly housekeeping: Housekeeping,
  ) {}

  onModuleInit(): void {
    const where = `at < now() - interval '10 minutes'`;
    this.housekeeping.register({ table: 'work_change', key: 'id', where });
    this.housekeeping.register({ table: 'work_event', key: 'seq', where });
  }

  /** Numbers what was committed. Another process may do it at the same time, and then this one does nothing. */
  async advance(institutionId: number): Promise<void> {
    await this.sequencer.drain(institutionId, QUEUE);
  }

  /** The last number of the institution. */
  async last(tx: Tx, institutionId: number): Promise<number> {
    return (await this.sequencer.head(tx, institutionId, STREAM))?.lastSeq ?? 0;
  }

  /** The changes after a position, oldest first, at most 500. */
  async after(tx: Tx, institutionId: number, seq: number): Promise<NumberedWork[]> {
    const changes = await tx.find(WorkEvent, {
      where: { institutionId, seq: MoreThan(seq) },
      order: { seq: 'ASC' },
      take: TOLD_MAX,
    });
    return withOperations(tx, institutionId, changes);
  }

  /** Those after a position that are not older than the time for which positions are honoured. */
  async missed(tx: Tx, institutionId: number, seq: number): Promise<NumberedWork[]> {
    const changes = await tx
      .createQueryBuilder(WorkEvent, 'e')
      .where('e.institution_id = :institutionId AND e.seq > :seq', { institutionId, seq })
      .andWhere(`e.at > now() - interval '${HONOURED_MINUTES} minutes'`)
      .orderBy('e.seq', 'ASC')
      .limit(TOLD_MAX)
      .getMany();
    return withOperations(tx, institutionId, changes);
  }
}

/** The changes, those of approvals with their operations. */
async function withOperations(tx: Tx, institutionId: number, changes: WorkEvent[]): Promise<NumberedWork[]> {
  const ids = changes.filter(({ kind }) => kind === 'approval').map(({ subject }) => Number(subject));
  if (ids.length === 0) return changes;
  const approvals = await tx.find(Approval, {
    where: { institutionId, id: In([...new Set(ids)]) },
    select: { institutionId: true, id: true, operation: true },
  });
  const operations = new Map(approvals.map(({ id, operation }) => [String(id), operation]));
  return changes.map((change) => {
    const operation = change.kind === 'approval' ? operations.get(change.subject) : undefined;
    return operation === undefined ? change : { ...change, operation };
  });
}
