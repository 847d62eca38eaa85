import { Client } from 'pg';
import { INWARD_TRANSFER } from '../src/transfers/inward/inward-transfer.operation';
import { OUTWARD_TRANSFER } from '../src/transfers/outward/outward-transfer-kind';
import { institutionIdOf, loadFast, loadWithoutIndexes } from './load-fast';
import { keyOf } from './search-data';

const TABLES = ['posting', 'payout', 'inward_transfer'];
/** Above the ids of accounts; each kind of row has a range of its own. */
const FIRST = { outward: 2_000_000_000, payout: 3_000_000_000, inward: 4_000_000_000, credit: 5_000_000_000 };
const AMOUNT_KOBO = 15_050;
const SESSION_DIGITS = 22;

/** References and sessions that the loader gives to the n-th transfer, n from 1. */
export const transferKeyOf = {
  reference: (n: number): string => `BENCH-OUT-${n}`,
  outwardSession: (n: number): string => `00001301${String(n).padStart(SESSION_DIGITS, '0')}`,
  inwardSession: (n: number): string => `00005802${String(n).padStart(SESSION_DIGITS, '0')}`,
};

/** Loads so many transfers out and so many in, one each for an account: postings without entries, and sessions. */
export async function loadTransfers(adminUrl: string, institutionCode: string, count: number): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const institutionId = await institutionIdOf(client, institutionCode);
    await loadFast(client, true);
    await loadWithoutIndexes(client, TABLES, async () => {
      await loadOutward(client, institutionId, count);
      await loadInward(client, institutionId, count);
    });
    await client.query(`VACUUM ANALYZE ${TABLES.join(', ')}`);
    await loadFast(client, false);
  } finally {
    await client.end();
  }
}

/** Account numbers follow each other: the n-th is this one plus n. */
const BEFORE_ACCOUNTS = Number(keyOf.accountNumber(0));

async function loadPostings(
  client: Client,
  institutionId: number,
  { kind, first, reference, count }: { kind: string; first: number; reference: string; count: number },
): Promise<void> {
  await client.query(
    `INSERT INTO posting (institution_id, id, kind, reference, channel, status, narration, amount_kobo, fee_kobo, debit_total_kobo, credit_total_kobo, maker, business_date, value_date, created_at, posted_at)
     SELECT $1::bigint, $2::bigint + n, $3::text, ${reference}, 'transfer', 'Posted', 'Bench transfer', ${AMOUNT_KOBO}, 0, ${AMOUNT_KOBO}, ${AMOUNT_KOBO}, 'api-client:bench', at::date, at::date, at, at
       FROM (SELECT n, now() - make_interval(secs => n) AS at FROM generate_series(1, $4::int) n) rows`,
    [institutionId, first, kind, count],
  );
}

async function loadOutward(client: Client, institutionId: number, count: number): Promise<void> {
  const reference = `'BENCH-OUT-' || n`;
  await loadPostings(client, institutionId, { kind: OUTWARD_TRANSFER, first: FIRST.outward, reference, count });
  await client.query(
    `INSERT INTO payout (institution_id, id, kind, reference, status, account_number, amount_kobo, fee_kobo, vat_kobo, stamp_duty_kobo, provider, session_id, posting_id, details, job_id, created_by, created_at, finished_at)
     SELECT $1::bigint, $2::bigint + n, '${OUTWARD_TRANSFER}', ${reference}, 'Processed', ($3::bigint + n)::text, ${AMOUNT_KOBO}, 0, 0, 0, 'bench', '00001301' || lpad(n::text, ${SESSION_DIGITS}, '0'), $4::bigint + n, '{}', 0, 'api-client:bench', at, at
       FROM (SELECT n, now() - make_interval(secs => n) AS at FROM generate_series(1, $5::int) n) rows`,
    [institutionId, FIRST.payout, BEFORE_ACCOUNTS, FIRST.outward, count],
  );
}

async function loadInward(client: Client, institutionId: number, count: number): Promise<void> {
  const session = `'00005802' || lpad(n::text, ${SESSION_DIGITS}, '0')`;
  await loadPostings(client, institutionId, {
    kind: INWARD_TRANSFER,
    first: FIRST.credit,
    reference: session,
    count,
  });
  await client.query(
    `INSERT INTO inward_transfer (institution_id, id, session_id, account_number, amount_kobo, originator_account_number, originator_account_name, originator_institution_code, narration, status, posting_id, fingerprint, received_at)
     SELECT $1::bigint, $2::bigint + n, ${session}, ($3::bigint + n)::text, ${AMOUNT_KOBO}, '3000000001', 'OKAFOR CHIAMAKA', '000013', 'Bench transfer', 'Credited', $4::bigint + n, '\\x00', now() - make_interval(secs => n)
       FROM generate_series(1, $5::int) n`,
    [institutionId, FIRST.inward, BEFORE_ACCOUNTS, FIRST.credit, count],
  );
}
