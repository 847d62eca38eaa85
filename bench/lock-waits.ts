import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Client } from 'pg';

/** Waits that are shorter are not written to the server's log. */
export const LONG_WAIT_MS = 20;

/** Every settled wait for a lock of an account, with its statement. */
const ACQUIRED = /acquired \w+Lock on .* after ([\d.]+) ms\n(?:.*CONTEXT: .*\n)?.*STATEMENT:\s+(.*)/g;
/** The statement with which movements wait for accounts; the spread posting has one of its own. */
const MOVEMENT = /^SELECT id, number, name, kind, status/;

/** The waits of movements for locks of accounts, as the embedded server's log has them. */
export class LockWaits {
  private constructor(
    private readonly log: string,
    private position: number,
  ) {}

  /** Has the server log every wait that lasts longer than `LONG_WAIT_MS`. */
  static async watch(client: Client): Promise<LockWaits> {
    await client.query('ALTER SYSTEM SET log_lock_waits = on');
    await client.query(`ALTER SYSTEM SET deadlock_timeout = '${LONG_WAIT_MS}ms'`);
    await client.query('SELECT pg_reload_conf()');
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const log = path.join(path.dirname(rows[0]!.data_directory), 'postgres.log');
    return new LockWaits(log, fs.statSync(log).size);
  }

  /** The waits since the last call. */
  take(): { longWaits: number; worstWaitMs: number | string } {
    const text = fs.readFileSync(this.log).subarray(this.position).toString();
    this.position += Buffer.byteLength(text);
    const waits = [...text.matchAll(ACQUIRED)].flatMap(([, ms, statement]) =>
      MOVEMENT.test(statement!) ? [Number(ms)] : [],
    );
    return {
      longWaits: waits.length,
      worstWaitMs: waits.length > 0 ? Math.round(Math.max(...waits)) : `< ${LONG_WAIT_MS}`,
    };
  }
}
