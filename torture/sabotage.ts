import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Client } from 'pg';

/** A promise taken out of the program on purpose: a checker that does not notice is blind. */
export interface Sabotage {
  title: string;
  /** Changes the built program in its folder. */
  program?: (dist: string) => void;
  /** Changes the database once it is migrated. */
  database?: (client: Client) => Promise<void>;
  /** No commit waits for the standby, which is seconds behind. */
  isStandbyLate?: boolean;
}

function replaceIn(file: string, from: string, to: string): void {
  const source = fs.readFileSync(file, 'utf8');
  if (!source.includes(from)) throw new Error(`${path.basename(file)} does not have what is to be sabotaged: ${from}`);
  fs.writeFileSync(file, source.replaceAll(from, to));
}

/** Rows that should be written with a posting are written a moment after its commit, on another connection. */
const LATE_ROWS = `
    const late = writes.extraRows.filter(({ table }) => table === 'job' || table === 'job_due');
    writes.extraRows = writes.extraRows.filter(({ table }) => table !== 'job' && table !== 'job_due');
    if (late.length > 0) setTimeout(async () => {
        const { Client } = require('pg');
        const client = new Client({ connectionString: process.env.DATABASE_URL });
        client.on('error', () => undefined);
        try {
            await client.connect();
            for (const { text, values } of require('../../common/database/insert-rows').insertStatements(late)) await client.query(text, values);
        } catch {} finally { await client.end().catch(() => undefined); }
    }, 500);`;

export const SABOTAGES: Readonly<Record<string, Sabotage>> = {
  lock: {
    title: 'accounts are not locked',
    program: (dist) => {
      const file = path.join(dist, 'ledger', 'engine', 'batch-reader.js');
      replaceIn(file, ' ORDER BY id FOR NO KEY UPDATE', ' ORDER BY id');
      replaceIn(file, '`${LOCK} SKIP LOCKED`', 'LOCK');
    },
    // The key of the entries is a second net: two postings that read the same state want the same entry number.
    database: async (client) => {
      await client.query('ALTER TABLE posting_entry DROP CONSTRAINT pk_posting_entry');
      await client.query('CREATE INDEX ix_sabotaged ON posting_entry (institution_id, account_id, seq)');
    },
  },
  index: {
    title: 'references are not unique',
    database: async (client) => {
      await client.query('DROP INDEX uq_posting_kind_reference');
      await client.query('ALTER TABLE request_claim DROP CONSTRAINT pk_request_claim');
    },
  },
  outbox: {
    title: 'jobs are written after the commit',
    program: (dist) =>
      replaceIn(
        path.join(dist, 'ledger', 'engine', 'batch-writer.js'),
        'async function writeBatch(connection, state, writes, commit) {',
        `async function writeBatch(connection, state, writes, commit) {${LATE_ROWS}`,
      ),
  },
  standby: { title: 'no commit waits for the standby, and it is behind', isStandbyLate: true },
};
