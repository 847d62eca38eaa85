import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InstitutionsWith } from '../common/database/institutions-with';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { Housekeeping } from '../common/housekeeping';
import { type NumberedQueue, Sequencer } from '../common/sequencer/sequencer';

const EVERY_MS = 200;
/** Batches of one institution in one round, so that a long backlog of one does not delay the others. */
const BATCHES_IN_ROUND_MAX = 10;

/** The stream of the events, whose head holds the last number. */
export const EVENT_STREAM = 'events';

/** Events are kept for so many days. */
export const EVENT_DAYS = 30;

const LAST_OF_BATCH = `SELECT max(id) AS id FROM (
    SELECT id FROM queued_event WHERE institution_id = $1 ORDER BY id LIMIT $2) batch`;

/** Rows that became visible since the batch was looked up are taken too, in their places. Each posting is a record. */
const MOVE = `WITH next AS (
    DELETE FROM queued_event WHERE institution_id = $1 AND id <= $3
    RETURNING id, types, audience, parts, posting_ids, at),
  moved AS (
    INSERT INTO event_record (institution_id, seq, types, audience, parts, posting_id, at)
    SELECT $1, $2::bigint - 1 + row_number() OVER (ORDER BY id, place), types, audience, parts, posting_id, at
      FROM next LEFT JOIN LATERAL unnest(posting_ids) WITH ORDINALITY AS p (posting_id, place) ON true RETURNING 1)
  SELECT count(*)::int AS count FROM moved`;

const QUEUE: NumberedQueue = {
  name: EVENT_STREAM,
  table: 'queued_event',
  move: async (tx: Tx, { institutionId, firstSeq, limit }) => {
    // The queue is empty most of the time, so its statistics promise a short scan that reads all dead rows.
    await tx.query('SET LOCAL enable_seqscan = off');
    const [{ id }] = await tx.query<[{ id: string | null }]>(LAST_OF_BATCH, [institutionId, limit]);
    if (id === null) return 0;
    const [{ count }] = await tx.query<[{ count: number }]>(MOVE, [institutionId, firstSeq, id]);
    return count;
  },
};

/** Gives events their numbers, some hundred milliseconds after their commit (docs/api/events.md#order). */
@Injectable()
export class EventNumbering implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(EventNumbering.name);
  private readonly interested: InstitutionsWith;
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sequencer: Sequencer,
    private readonly housekeeping: Housekeeping,
  ) {
    this.interested = new InstitutionsWith(unitOfWork, (institutionId) => this.isInterested(institutionId));
  }

  onModuleInit(): void {
    this.housekeeping.register({
      table: 'event_record',
      key: 'seq',
      where: `at < now() - interval '${EVENT_DAYS} days'`,
    });
  }

  /** Numbers the events of every institution; a round that is still running is not joined by another. */
  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    if (this.running || this.stopped) return;
    this.running = this.numberAll().finally(() => (this.running = undefined));
    await this.running;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /** Numbers the committed events of one institution. @returns how many */
  async number(institutionId: number): Promise<number> {
    let total = 0;
    for (let batch = 0; batch < BATCHES_IN_ROUND_MAX && !this.stopped; batch += 1) {
      const moved = await this.sequencer.drain(institutionId, QUEUE);
      if (moved === 0) break;
      total += moved;
    }
    return total;
  }

  /** The institutions with an endpoint that wants events; a few seconds old. */
  interestedInstitutions(): Promise<readonly number[]> {
    return this.interested.list();
  }

  /** Looks the institutions up again at the next round; call it after a change of an endpoint is committed. */
  forgetInterest(): void {
    this.interested.forget();
  }

  private async isInterested(institutionId: number): Promise<boolean> {
    const rows = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<object[]>(`SELECT 1 FROM institution WHERE institution_id = $1 AND wanted_events <> '{}'`, [
        institutionId,
      ]),
    );
    return rows.length > 0;
  }

  private async numberAll(): Promise<void> {
    try {
      for (const institutionId of await this.interestedInstitutions()) await this.number(institutionId);
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'Events could not be numbered; the next round tries again.');
    }
  }
}
