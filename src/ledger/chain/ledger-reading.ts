import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { AppConfig } from '../../common/config/app-config';
import { copyOut } from '../../common/database/copy-out';
import { askSqlForm } from '../../common/database/distribution/sql-form';
import { ServingSession, type SessionConfig } from '../../common/database/serving-session';
import { assertInstitutionId } from '../../common/database/unit-of-work';
import { accountLines, entryLines, lastPostedAt, type LineDates, type LineSpan, postingLines } from './copied-rows';

/** The database of a reading, as the program is configured for it. */
export type ReadDatabase = Pick<AppConfig, 'databaseUrl'> & SessionConfig;

/**
 * The form of lines is that of COPY under these settings. There is no time limit: a whole ledger takes minutes. The
 * plan is that of a large result, whatever the statistics say about a young date.
 */
const SETTINGS = {
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  datestyle: 'ISO',
  work_mem: '64MB',
};

/**
 * Behind a pooler, readings may hold every connection of the server and each wait for its second one. So a reading that
 * does not get both in this time, or twice as much, gives up the first and asks again.
 */
const OPEN_LIMIT_MS = 2_000;
const OPEN_ATTEMPTS_MAX = 20;

/**
 * One view of the ledger of an institution on two connections of its own, so that postings and entries are read beside
 * each other; on a distributed database two views, which agree on closed dates. It reads with the rights of the program
 * and shares no code with what wrote the rows.
 */
export class LedgerReading {
  private constructor(
    private readonly institutionId: number,
    private readonly session: ServingSession,
    private readonly first: Client,
    private readonly second: Client,
  ) {}

  static async open(database: ReadDatabase, institutionId: number): Promise<LedgerReading> {
    assertInstitutionId(institutionId);
    const session = new ServingSession(database, SETTINGS);
    const { Client: Connection, ...options } = session.connection;
    const connect = (): Client => new Connection({ connectionString: database.databaseUrl, ...options });
    for (let attempt = 1; ; attempt += 1) {
      const reading = new LedgerReading(institutionId, session, connect(), connect());
      try {
        if (await reading.beginsInTime()) return reading;
      } catch (error) {
        await reading.close();
        throw error;
      }
      await reading.close();
      if (attempt === OPEN_ATTEMPTS_MAX) throw new Error('The database had no two connections for a reading in time.');
    }
  }

  postings(part?: LineSpan | LineDates): AsyncGenerator<Buffer> {
    return copyOut(this.first, postingLines(this.institutionId, part));
  }

  entries(part?: LineSpan | LineDates): AsyncGenerator<Buffer> {
    return copyOut(this.second, entryLines(this.institutionId, part));
  }

  accounts(): AsyncGenerator<Buffer> {
    return copyOut(this.first, accountLines(this.institutionId));
  }

  /** The time of the last posting of a span; null without one. */
  async lastPostedAt(span: LineSpan): Promise<Date | null> {
    const { rows } = await this.first.query<{ lastPostedAt: Date | null }>(lastPostedAt(this.institutionId, span));
    return rows[0]!.lastPostedAt;
  }

  /** Rows of a statement in the same view. */
  async rows<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    return (await this.first.query<Row>(text, values)).rows;
  }

  /** Never fails: a connection whose reader stopped early is lost already. */
  async close(): Promise<void> {
    await Promise.all([this.first, this.second].map((client) => client.end().catch(() => undefined)));
  }

  /** False where a pooler has no connection in time; everybody waits another time, so that one goes first. */
  private async beginsInTime(): Promise<boolean> {
    const begun = this.begin().then(() => true);
    if (!this.session.isPooled) return begun;
    const limitMs = OPEN_LIMIT_MS * (1 + Math.random());
    return Promise.race([begun, sleep(limitMs, false, { ref: false })]);
  }

  private async begin(): Promise<void> {
    await this.first.connect();
    await this.second.connect();
    const begin = this.session.opening('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tenant = `SET LOCAL app.institution_id = ${this.institutionId}`;
    await this.first.query(`${begin}; ${tenant}`);
    const form = await askSqlForm(async (question) => (await this.first.query<{ present: boolean }>(question)).rows);
    // A worker knows no snapshot of the coordinator. Rows of a date that is closed do not change between two views.
    if (form === 'distributed') return void (await this.second.query(`${begin}; ${tenant}`));
    const { rows } = await this.first.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
    await this.second.query(`${begin}; SET TRANSACTION SNAPSHOT '${rows[0]!.snapshot}'; ${tenant}`);
  }
}
