import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork, withoutTimeLimit } from '../database/unit-of-work';
import { SequencerHead } from './sequencer-head.entity';

/** Rows numbered in one transaction. */
const BATCH_SIZE = 500;
const QUEUE_BATCH_SIZE = 500;

/** Rows that are about to get the numbers from `firstSeq` on, in this order. */
export interface SequencedBatch {
  institutionId: number;
  ids: number[];
  firstSeq: number;
  /** The hash that `number` returned for the number before; null for the first. */
  lastHash: Buffer | null;
}

/**
 * A table whose rows get numbers in the order of their commits. The names become SQL, so they must be constants.
 *
 * The table has the columns `institution_id`, `id`, `at` and `written_in`: the id of the writing transaction, which
 * the column's default gives, or null for a row that is older than the column.
 */
export interface SequencedStream {
  /** At most 20 characters. */
  name: string;
  table: string;
  /** The table that holds the numbers, and its column with the id of the numbered row, which has a unique index. */
  numbers: string;
  numberedId: string;
  /** Stores the numbers of a batch. @returns the hash of the last number; null where the stream is no chain */
  number(tx: Tx, batch: SequencedBatch): Promise<Buffer | null>;
}

/**
 * A table of rows that wait for their numbers. Each row has taken its place, which is its id in the table, under the
 * locks of its change. The name becomes SQL, so it must be a constant.
 */
export interface NumberedQueue {
  /** At most 20 characters. */
  name: string;
  table: string;
  /**
   * Moves the next rows to where they have the numbers from `firstSeq` on, in the order of their ids. A row may get
   * several numbers.
   * @returns how many numbers were given
   */
  move(tx: Tx, batch: { institutionId: number; firstSeq: number; limit: number }): Promise<number>;
}

/**
 * Ids of running transactions: all below `oldestOpen` have ended, and none from `nextNew` on has. Ids from `nextNew` on
 * may be running, so only `oldestOpen` says which rows are complete; `nextNew` tells that ids began anew.
 */
interface Horizon {
  oldestOpen: number;
  nextNew: number;
}

interface Found {
  ids: number[];
  readTo: number | null;
}

/**
 * Gives the rows of a table numbers without gaps after their commit, so that no reader of the numbers misses a row:
 * a number taken inside a transaction could become visible after a higher one that was already read.
 *
 * One process at a time numbers a stream of an institution, whoever locks its head row; others go on without it. Rows
 * of a transaction that is not older than every open one wait. Nothing waits for the sequencer: a crash of the writer
 * leaves the rows without numbers, and the next run takes them.
 */
@Injectable()
export class Sequencer {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Numbers the next rows of a stream, at most 500.
   *
   * @returns true when there may be more
   */
  async advance(institutionId: number, stream: SequencedStream): Promise<boolean> {
    if (!(await this.hasWork(institutionId, stream))) return false;
    return this.unitOfWork.run(institutionId, async (tx) => {
      const head = await this.lockHead(tx, institutionId, stream.name);
      if (!head) return false;
      const { ids, readTo } = await this.find(tx, head, stream);
      const { lastSeq, lastHash } = head;
      const key = { institutionId, stream: stream.name };
      if (ids.length > 0) {
        const hash = await stream.number(tx, { institutionId, ids, firstSeq: lastSeq + 1, lastHash });
        await tx.update(SequencerHead, key, { lastSeq: lastSeq + ids.length, lastHash: hash, readTo });
      } else if (readTo !== head.readTo) await tx.update(SequencerHead, key, { readTo });
      return ids.length === BATCH_SIZE;
    });
  }

  /**
   * Numbers the next committed rows of a queue, at most 500. Of two changes that wait for each other's locks, the
   * later one is not visible without the earlier one, so nothing waits for transactions that are still open.
   *
   * @returns how many numbers were given
   */
  async drain(institutionId: number, queue: NumberedQueue): Promise<number> {
    const { name, table } = queue;
    const hasRows = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<object[]>(`SELECT 1 FROM ${table} WHERE institution_id = $1 LIMIT 1`, [institutionId]),
    );
    if (hasRows.length === 0) return 0;
    return this.unitOfWork.run(institutionId, async (tx) => {
      const head = await this.lockHead(tx, institutionId, name);
      if (!head) return 0;
      const moved = await queue.move(tx, { institutionId, firstSeq: head.lastSeq + 1, limit: QUEUE_BATCH_SIZE });
      if (moved > 0) await tx.update(SequencerHead, { institutionId, stream: name }, { lastSeq: head.lastSeq + moved });
      return moved;
    });
  }

  /** The head of a stream; null before its first row. */
  async head(tx: Tx, institutionId: number, stream: string): Promise<SequencerHead | null> {
    return tx.findOneBy(SequencerHead, { institutionId, stream });
  }

  /** A look without a lock, because most runs find nothing to do. */
  private async hasWork(institutionId: number, { name, table }: SequencedStream): Promise<boolean> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const head = await this.head(tx, institutionId, name);
      const from = head?.readTo ?? null;
      if (from === null || (await horizonOf(tx)).nextNew < from) return true;
      const rows = await tx.query<object[]>(
        `SELECT 1 FROM ${table} WHERE institution_id = $1 AND written_in >= $2 LIMIT 1`,
        [institutionId, from],
      );
      return rows.length > 0;
    });
  }

  /** @returns null while another process numbers the stream */
  private async lockHead(tx: Tx, institutionId: number, stream: string): Promise<SequencerHead | null> {
    await tx.query(`INSERT INTO sequencer_head (institution_id, stream) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
      institutionId,
      stream,
    ]);
    return tx.findOne(SequencerHead, {
      where: { institutionId, stream },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  /**
   * The next rows. The ids of transactions start again when the database is restored from a dump: a head that is ahead
   * of them looks at every row again.
   */
  private async find(tx: Tx, { institutionId, readTo }: SequencerHead, stream: SequencedStream): Promise<Found> {
    const horizon = await horizonOf(tx);
    return readTo === null || horizon.nextNew < readTo
      ? this.findAnywhere(tx, institutionId, stream, horizon)
      : this.findFrom(tx, institutionId, stream, { ...horizon, from: readTo });
  }

  private async findFrom(
    tx: Tx,
    institutionId: number,
    { table, numbers, numberedId }: SequencedStream,
    { from, oldestOpen }: Horizon & { from: number },
  ): Promise<Found> {
    const rows = await tx.query<{ id: string; written_in: string }[]>(
      `SELECT s.id, s.written_in FROM ${table} s
        WHERE s.institution_id = $1 AND s.written_in >= $2 AND s.written_in < $3
          AND NOT EXISTS (SELECT 1 FROM ${numbers} n WHERE n.institution_id = $1 AND n.${numberedId} = s.id)
        ORDER BY s.written_in, s.id LIMIT ${BATCH_SIZE}`,
      [institutionId, from, Math.max(from, oldestOpen)],
    );
    const last = rows[BATCH_SIZE - 1];
    return {
      ids: rows.map(({ id }) => Number(id)),
      readTo: last ? Number(last.written_in) : Math.max(from, oldestOpen),
    };
  }

  /** Rows older than the stream come first, by their time; then rows of other databases, whose ids are no guide. */
  private async findAnywhere(
    tx: Tx,
    institutionId: number,
    { table, numbers, numberedId }: SequencedStream,
    { oldestOpen, nextNew }: Horizon,
  ): Promise<Found> {
    await withoutTimeLimit(tx);
    const rows = await tx.query<{ id: string }[]>(
      `SELECT s.id FROM ${table} s
        WHERE s.institution_id = $1 AND (s.written_in IS NULL OR s.written_in < $2 OR s.written_in >= $3)
          AND NOT EXISTS (SELECT 1 FROM ${numbers} n WHERE n.institution_id = $1 AND n.${numberedId} = s.id)
        ORDER BY s.written_in IS NOT NULL, s.at, s.id LIMIT ${BATCH_SIZE}`,
      [institutionId, oldestOpen, nextNew],
    );
    return { ids: rows.map(({ id }) => Number(id)), readTo: rows.length === BATCH_SIZE ? null : oldestOpen };
  }
}

/** Rows below `oldestOpen` that a later statement of this transaction does not see will never be there. */
async function horizonOf(tx: Tx): Promise<Horizon> {
  const [row] = await tx.query<{ oldest: string; next: string }[]>(
    `SELECT pg_snapshot_xmin(s)::text AS oldest, pg_snapshot_xmax(s)::text AS next FROM pg_current_snapshot() AS s`,
  );
  return { oldestOpen: Number(row!.oldest), nextNew: Number(row!.next) };
}
