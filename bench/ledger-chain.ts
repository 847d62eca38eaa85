import { Client } from 'pg';
import { addDays } from '../src/common/time/calendar';
import { LedgerReading } from '../src/ledger/chain/ledger-reading';
import { walkLedger } from '../src/ledger/chain/ledger-walk';
import { EntryCursor, PostingCursor } from '../src/ledger/chain/line-cursor';
import { MarkCollector } from '../src/ledger/chain/mark-collector';
import type { Seal, SealFile } from '../src/ledger/chain/seal-file';
import { segmentRoot } from '../src/ledger/chain/segment-text';
import { verifyLedger } from '../src/ledger/chain/verify-ledger';

const INSTITUTION = 1;
const ACCOUNTS = 100_000;
const FIRST_ACCOUNT = 3_000_000_000;
const FIRST_POSTING = 4_000_000_000;
const FIRST_DATE = '2026-01-01';
const DAYS = 10;

type Print = (line: Record<string, unknown>) => void;

/**
 * `--verify`: a ledger of so many entries (two for each posting, over ten days and 100,000 accounts) is sealed,
 * verified against its root, and verified again after one row of it was altered (docs/ledger-proof.md#figures).
 */
export async function measureLedgerChain(databaseUrl: string, entries: number, print: Print): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const postings = await load(client, entries);
    const database = { databaseUrl, databaseRole: '', databasePooler: 'none', preparedStatements: true } as const;
    const scenario = 'ledger-chain';
    const sealed = await timed(() => sealAll(database));
    print({ scenario, phase: 'seal', postings, entries: postings * 2, seconds: sealed.seconds });
    const verify = (): ReturnType<typeof verified> => verified(database, sealed.result);
    const whole = await timed(verify);
    print({ scenario, phase: 'verify', seconds: whole.seconds, misfit: whole.result.misfit, memoryMib: memoryMib() });
    await client.query(`UPDATE posting SET narration = 'Gift' WHERE institution_id = $1 AND id = $2`, [
      INSTITUTION,
      FIRST_POSTING + Math.floor(postings * 0.9),
    ]);
    const altered = await timed(verify);
    print({ scenario, phase: 'verify-altered', seconds: altered.seconds, misfit: altered.result.misfit });
  } finally {
    await client.end();
  }
}

type Database = Parameters<typeof LedgerReading.open>[0];

async function verified(database: Database, files: SealFile[]): ReturnType<typeof verifyLedger> {
  const reading = await LedgerReading.open(database, INSTITUTION);
  try {
    const ledger = { institutionId: INSTITUTION, lines: reading, seals: [], marksOf: () => Promise.resolve(undefined) };
    return await verifyLedger(ledger, { files, roots: [], publicKeys: [] });
  } finally {
    await reading.close();
  }
}

/** The seals of the ten dates, with their marks in memory. */
async function sealAll(database: Database): Promise<SealFile[]> {
  const files: SealFile[] = [];
  for (let day = 0; day < DAYS; day += 1)
    files.push(await sealOf(database, addDays(FIRST_DATE, day), files.at(-1)?.seal));
  return files;
}

async function sealOf(database: Database, through: string, previous: Seal | undefined): Promise<SealFile> {
  const reading = await LedgerReading.open(database, INSTITUTION);
  try {
    const after = previous?.through ?? null;
    const postedAfter = previous ? new Date(`${through}T00:00:00Z`) : null;
    const span = { after, through, postedAfter };
    const postings = new PostingCursor(reading.postings(span));
    const entries = new EntryCursor(reading.entries(span));
    const marks = new MarkCollector();
    const bytes: Buffer[] = [];
    for await (const _ of walkLedger(postings, entries, marks)) bytes.push(...marks.take());
    const { rest, marksHash } = marks.finish();
    const [ofPostings, ofEntries] = [postings.cut(), entries.cut()];
    const facts = {
      institutionId: INSTITUTION,
      after,
      through,
      postings: ofPostings.rows,
      entries: ofEntries.rows,
      postingsHash: ofPostings.hash.toString('hex'),
      entriesHash: ofEntries.hash.toString('hex'),
      previousRoot: previous?.root ?? null,
    };
    const unsigned = { keyId: null, signature: null, publicKey: null };
    const seal: Seal = { ...facts, root: segmentRoot(facts), marksHash, ...unsigned };
    return { seal, marks: Buffer.concat([...bytes, ...rest]) };
  } finally {
    await reading.close();
  }
}

/** In each round every account pays 100 kobo to the next one. @returns the number of postings */
async function load(client: Client, entries: number): Promise<number> {
  const rounds = Math.max(1, Math.round(entries / 2 / ACCOUNTS));
  const at = `'${FIRST_DATE} 08:00+00'::timestamptz + r * ${DAYS} / ${rounds} * interval '1 day' + i * interval '1 ms'`;
  const day = `'${FIRST_DATE}'::date + r * ${DAYS} / ${rounds}`;
  const rows = `generate_series(0, ${rounds - 1}) r, generate_series(0, ${ACCOUNTS - 1}) i`;
  const id = `${FIRST_POSTING} + r::bigint * ${ACCOUNTS} + i`;
  await client.query('SET synchronous_commit = off');
  await client.query(`INSERT INTO ledger_account (institution_id, id, number, name, kind, status, normal_side, is_control,
      allow_api, may_go_negative, debits_posted_kobo, credits_posted_kobo, held_kobo, overdraft_limit_kobo,
      daily_used_kobo, screened_out_kobo, screened_in_kobo, entry_seq)
    SELECT ${INSTITUTION}, ${FIRST_ACCOUNT} + i, (${FIRST_ACCOUNT} + i)::text, 'Account', 'customer', 'Active', 'credit',
      false, true, false, 100 * ${rounds}, 100 * ${rounds}, 0, 0, 0, 0, 0, 2 * ${rounds}
      FROM generate_series(0, ${ACCOUNTS - 1}) i`);
  await client.query(`INSERT INTO posting (institution_id, id, kind, reference, channel, status, narration, amount_kobo,
      fee_kobo, debit_total_kobo, credit_total_kobo, maker, business_date, value_date, posted_at)
    SELECT ${INSTITUTION}, ${id}, 'transfer', 'BENCH-' || r || '-' || i, 'api', 'Posted', 'Payment for goods delivered', 100,
      0, 100, 100, 'api-client:20001', ${day}, ${day}, ${at} FROM ${rows}`);
  for (const [side, account, leg] of [
    ['debit', 'i', 1],
    ['credit', `(i + 1) % ${ACCOUNTS}`, 2],
  ] as const) {
    // The account 0 is credited at the end of a round, every other one before its own debit.
    const isSecond = side === 'debit' ? 'i > 0' : `i = ${ACCOUNTS - 1}`;
    const debits = side === 'debit' ? '100 * (r + 1)' : `100 * (r + CASE WHEN ${isSecond} THEN 1 ELSE 0 END)`;
    const credits = side === 'credit' ? '100 * (r + 1)' : `100 * (r + CASE WHEN ${isSecond} THEN 1 ELSE 0 END)`;
    await client.query(`INSERT INTO posting_entry (institution_id, account_id, seq, posting_id, leg, side, role,
        amount_kobo, balance_after_kobo, debits_after_kobo, credits_after_kobo, screened_out_after_kobo,
        screened_in_after_kobo, business_date, posted_at)
      SELECT ${INSTITUTION}, ${FIRST_ACCOUNT} + ${account}, 2 * r + CASE WHEN ${isSecond} THEN 2 ELSE 1 END, ${id}, ${leg},
        '${side}', 'principal', 100, ${credits} - ${debits}, ${debits}, ${credits}, 0, 0, ${day}, ${at} FROM ${rows}`);
  }
  await client.query('ANALYZE posting');
  await client.query('ANALYZE posting_entry');
  return rounds * ACCOUNTS;
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, seconds: Math.round((performance.now() - startedAt) / 100) / 10 };
}

const memoryMib = (): number => Math.round(process.memoryUsage.rss() / 1024 ** 2);
