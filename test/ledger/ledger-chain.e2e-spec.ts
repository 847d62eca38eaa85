import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ledgerExport } from '../../src/cli/ledger-export';
import type { CommandResult } from '../../src/cli/operator-command';
import { verifyLedgerCommand } from '../../src/cli/verify-ledger';
import { sha256 } from '../../src/common/crypto/digest';
import { addDays } from '../../src/common/time/calendar';
import { LedgerSeals } from '../../src/ledger/chain/ledger-seals';
import { isSigned, readSealFile } from '../../src/ledger/chain/seal-file';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { commandContext } from '../support/command-context';
import { businessDateOf, rollDays, runStep } from '../support/end-of-day';

const TIMEOUT_MS = 120_000;
const SEGMENTS = '/api/admin/v1/ledger/segments';
const SIGNING_KEY = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

interface Segment {
  date: string;
  after: string | null;
  postings: number;
  entries: number;
  root: string;
  previousRoot: string | null;
  keyId: string | null;
  publicKey: string | null;
}

interface Misfit {
  problem: string;
  day: string | null;
  postingId: number | null;
  leg: number | null;
}

/** Statements that change rows as somebody with every right would; `$POSTING` is the posting that is meant. */
interface Alteration {
  title: string;
  statements: string[];
  /** What the verification says when every stored hash was computed again. */
  found: { problem: string; leg?: number | null };
}

const ENTRY = `institution_id = 1 AND posting_id = $POSTING`;
/** Adds 7 kobo to the totals that follow an amount, so that sums and balances fit again. */
const CONSISTENT_AMOUNT = [
  `UPDATE posting SET amount_kobo = amount_kobo + 7, debit_total_kobo = debit_total_kobo + 7,
     credit_total_kobo = credit_total_kobo + 7 WHERE institution_id = 1 AND id = $POSTING`,
  `UPDATE posting_entry e SET balance_after_kobo = e.balance_after_kobo + CASE WHEN a.normal_side = c.side THEN 7 ELSE -7 END,
     debits_after_kobo = e.debits_after_kobo + CASE c.side WHEN 'debit' THEN 7 ELSE 0 END,
     credits_after_kobo = e.credits_after_kobo + CASE c.side WHEN 'credit' THEN 7 ELSE 0 END
     FROM posting_entry c JOIN ledger_account a ON a.institution_id = 1 AND a.id = c.account_id
    WHERE c.institution_id = 1 AND c.posting_id = $POSTING AND e.institution_id = 1 AND e.account_id = c.account_id
      AND e.seq >= c.seq`,
  `UPDATE ledger_account a SET debits_posted_kobo = debits_posted_kobo + CASE c.side WHEN 'debit' THEN 7 ELSE 0 END,
     credits_posted_kobo = credits_posted_kobo + CASE c.side WHEN 'credit' THEN 7 ELSE 0 END
     FROM posting_entry c WHERE c.${ENTRY} AND a.institution_id = 1 AND a.id = c.account_id`,
  `UPDATE posting_entry SET amount_kobo = amount_kobo + 7 WHERE ${ENTRY}`,
];

const ALTERATIONS: Alteration[] = [
  {
    title: 'the amount of an entry',
    statements: [`UPDATE posting_entry SET amount_kobo = amount_kobo + 1 WHERE ${ENTRY} AND leg = 2`],
    found: { problem: 'row-changed', leg: 2 },
  },
  {
    title: 'the amount of a whole posting, with every total that follows from it',
    statements: CONSISTENT_AMOUNT,
    found: { problem: 'row-changed', leg: null },
  },
  {
    title: 'a narration',
    statements: [`UPDATE posting SET narration = 'Gift' WHERE institution_id = 1 AND id = $POSTING`],
    found: { problem: 'row-changed', leg: null },
  },
  {
    title: 'the account of an entry',
    statements: [
      `UPDATE posting_entry SET account_id = (SELECT id FROM ledger_account WHERE institution_id = 1 AND number = '1010'),
         seq = 900000 WHERE ${ENTRY} AND leg = 1`,
    ],
    found: { problem: 'row-changed', leg: 1 },
  },
  {
    title: 'the time of a posting',
    statements: [
      `UPDATE posting SET posted_at = posted_at - interval '1 minute' WHERE institution_id = 1 AND id = $POSTING`,
    ],
    found: { problem: 'row-changed', leg: null },
  },
  {
    title: 'the time of an entry',
    statements: [`UPDATE posting_entry SET posted_at = posted_at - interval '1 minute' WHERE ${ENTRY} AND leg = 1`],
    found: { problem: 'row-changed', leg: 1 },
  },
  {
    title: 'the business date of a posting and its entries',
    statements: [
      `UPDATE posting SET business_date = business_date + 1 WHERE institution_id = 1 AND id = $POSTING`,
      `UPDATE posting_entry SET business_date = business_date + 1 WHERE ${ENTRY}`,
    ],
    found: { problem: 'row-deleted' },
  },
  {
    title: 'a posting deleted with its entries',
    statements: [
      `DELETE FROM posting_entry WHERE ${ENTRY}`,
      'DELETE FROM posting WHERE institution_id = 1 AND id = $POSTING',
    ],
    found: { problem: 'row-deleted' },
  },
  {
    title: 'an entry deleted',
    statements: [`DELETE FROM posting_entry WHERE ${ENTRY} AND leg = 2`],
    found: { problem: 'row-deleted', leg: 2 },
  },
  {
    title: 'two postings that change places',
    statements: [
      `UPDATE posting p SET narration = o.narration FROM posting o WHERE p.institution_id = 1 AND o.institution_id = 1
         AND ((p.id = $POSTING AND o.id = $OTHER) OR (p.id = $OTHER AND o.id = $POSTING))`,
    ],
    found: { problem: 'row-changed', leg: null },
  },
];

describe('the chain of the ledger', () => {
  let app: TestApp;
  let folder: string;
  let first: string;
  let posting: number;
  let other: number;

  beforeAll(async () => {
    app = await TestApp.start({ AUDIT_SIGNING_KEY: SIGNING_KEY });
    folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-ledger-chain-'));
    await app.rows(`UPDATE institution SET wanted_events = '{ledger-chain.sealed}'`);
    first = await businessDateOf(app);
    await post(10);
    await rollDays(app, 1);
    posting = await post(40);
    other = await post(50);
    await rollDays(app, 1);
    await post(60, addDays(first, -3));
    await rollDays(app, 1);
    for (const { date } of await segments()) writeFileSync(path.join(folder, `${date}.seal`), await sealOf(date));
  }, TIMEOUT_MS);

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const post = async (amount: number, valueDate?: string): Promise<number> =>
    Number(
      dataOf<{ postingReferenceNumber: string }>(
        await app.post('/api/postings/v1/posttransaction', {
          debitAccount: '1030',
          creditAccount: '4010',
          amount,
          narration: `Posting of ${amount}`,
          referenceNumber: freshReference('LC'),
          ...(valueDate === undefined ? {} : { valueDate }),
        }),
      ).postingReferenceNumber.slice(3),
    );
  const segments = async (): Promise<Segment[]> =>
    dataOf<{ data: Segment[] }>(
      await app.get(SEGMENTS, { Direction: 'Asc', PageSize: 200 }, { token: await app.staff('administrator') }),
    ).data;
  const sealOf = async (date: string): Promise<Buffer> => {
    const token = await app.staff('administrator');
    const answer = await fetch(`${app.url}${SEGMENTS}/${date}/seal`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const verify = (...args: string[]): Promise<CommandResult> => verifyLedgerCommand.run(commandContext(app), args);
  const verifyHere = (...args: string[]): Promise<CommandResult> =>
    verify('--institution', String(app.institutionId), ...args);
  /** As the owner of the database, who has taken every hash out and lets the program compute all of them again. */
  const sealAgain = async (): Promise<void> => {
    const dates = await app.rows<{ through: string }>('SELECT through::text FROM ledger_segment ORDER BY through');
    await app.rows('DELETE FROM ledger_segment');
    for (const { through } of dates) await app.app.get(LedgerSeals, { strict: false }).sealThrough(1, through);
  };

  /** Changes rows, runs the work and puts every row back. */
  async function altered(statements: string[], work: () => Promise<void>): Promise<void> {
    const tables = ['posting', 'posting_entry', 'ledger_account'];
    for (const table of tables) await app.rows(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
    try {
      for (const statement of statements)
        await app.rows(statement.replaceAll('$POSTING', String(posting)).replaceAll('$OTHER', String(other)));
      await work();
    } finally {
      await app.rows('SET session_replication_role = replica');
      for (const table of tables.toReversed()) await app.rows(`DELETE FROM ${table}`);
      for (const table of tables) await app.rows(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
      await app.rows('SET session_replication_role = origin');
      for (const table of tables) await app.rows(`DROP TABLE kept_${table}`);
    }
  }

  it('has a signed segment for each closed date, each with the root of the one before', async () => {
    const sealed = await segments();
    expect(sealed.map(({ date, after }) => [after, date])).toEqual([
      [null, first],
      [first, addDays(first, 1)],
      [addDays(first, 1), addDays(first, 2)],
    ]);
    expect(sealed.map(({ previousRoot }) => previousRoot)).toEqual([null, sealed[0]!.root, sealed[1]!.root]);
    expect(sealed[1]).toMatchObject({ postings: expect.any(Number) as number, keyId: expect.any(String) as string });
    const { seal, marks } = readSealFile(await sealOf(first));
    expect(seal).toMatchObject({ through: first, root: sealed[0]!.root, publicKey: sealed[0]!.publicKey });
    expect(isSigned(seal, [seal.publicKey!])).toBe(true);
    expect(isSigned({ ...seal, root: sealed[1]!.root }, [seal.publicKey!])).toBe(false);
    expect(sha256(marks).toString('hex')).toBe(seal.marksHash);
  });

  it('sends the root off the machine as an event', async () => {
    const parts = await app.rows<{ date: string; root: string }>(
      `SELECT p -> 'row' ->> 'through' AS date, p -> 'row' ->> 'root' AS root
         FROM (SELECT parts FROM queued_event UNION ALL SELECT parts FROM event_record) e, jsonb_array_elements(e.parts::jsonb) p
        WHERE p ->> 'type' = 'ledger-chain.sealed' ORDER BY 1`,
    );
    expect(parts).toEqual((await segments()).map(({ date, root }) => ({ date, root })));
  });

  it('leaves a sealed date alone: a posting with an earlier value date is in the segment of its business date', async () => {
    const before = await segments();
    await runStep(app, 'ledger-chain');
    expect(await segments()).toEqual(before);
    expect(before[2]!.postings).toBeGreaterThan(0);
    const { data, ok } = await verifyHere();
    expect([ok, data.segments, data.misfit]).toEqual([true, 3, null]);
    await expect(app.app.get(LedgerSeals, { strict: false }).sealThrough(1, first)).resolves.toBeUndefined();
  });

  it('answers the segment of a date, and 404 for a date without one', async () => {
    const token = await app.staff('administrator');
    const [segment] = await segments();
    expect(dataOf(await app.get(`${SEGMENTS}/${first}`, {}, { token }))).toEqual(segment);
    for (const route of ['', '/seal']) {
      const missing = await app.get(`${SEGMENTS}/2020-01-01${route}`, {}, { token });
      expect([missing.status, missing.body.data.statusCode]).toEqual([404, 'LEDGER_SEGMENT_NOT_FOUND']);
    }
  });

  it('is proven by a root, by the file of a seal, and by a folder of seals', async () => {
    const last = (await segments()).at(-1)!;
    for (const root of [last.root, last.root.toUpperCase(), path.join(folder, `${last.date}.seal`), folder]) {
      const { ok, data, text } = await verifyHere('--root', root);
      expect([ok, data.provenThrough, data.lastRoot]).toEqual([true, last.date, last.root]);
      expect(text).toContain(`Every row up to ${last.date} is the one that was sealed.`);
    }
    const { data } = await verifyHere('--root', path.join(folder, `${first}.seal`));
    expect(data.provenThrough).toBe(first);
  });

  it.each(ALTERATIONS)(
    'shows $title, also when every hash in the database was computed again',
    async ({ statements, found }) => {
      const before = await segments();
      await altered(statements, async () => {
        expect((await verifyHere()).ok).toBe(false);
        await sealAgain().catch(() => undefined);
        const { ok, data, text } = await verifyHere('--root', folder);
        expect(ok).toBe(false);
        expect(data.misfit).toMatchObject({
          day: addDays(first, 1),
          postingId: posting,
          ...found,
        } satisfies Partial<Misfit>);
        expect(text.at(-1)).toContain(`PST${String(posting).padStart(12, '0')}`);
        // With the last root alone, the change is still noticed.
        expect((await verifyHere('--root', before.at(-1)!.root)).ok).toBe(false);
      });
      await app.rows('DELETE FROM ledger_segment');
      for (const { date } of before) await app.app.get(LedgerSeals, { strict: false }).sealThrough(1, date);
      expect((await segments()).map(({ root }) => root)).toEqual(before.map(({ root }) => root));
    },
    TIMEOUT_MS,
  );

  it(
    'shows an inserted posting, by its reference',
    async () => {
      const id = posting - 1;
      const insert = [
        `INSERT INTO posting SELECT (p.r).* FROM (SELECT jsonb_populate_record(q, jsonb_build_object(
           'id', ${id}, 'reference', 'INSERTED', 'transaction_reference', null)) AS r FROM posting q WHERE id = $POSTING) p`,
        `INSERT INTO posting_entry SELECT (e.r).* FROM (SELECT jsonb_populate_record(q, jsonb_build_object(
           'posting_id', ${id}, 'seq', q.seq + 800000)) AS r FROM posting_entry q WHERE posting_id = $POSTING) e`,
      ];
      await altered(insert, async () => {
        const { data } = await verifyHere('--root', folder);
        expect(data.misfit).toMatchObject({ problem: 'row-inserted', postingId: id, day: addDays(first, 1) });
      });
      expect((await verifyHere('--root', folder)).ok).toBe(true);
    },
    TIMEOUT_MS,
  );

  it('names the account whose present balance does not follow from its entries', async () => {
    const raise = `UPDATE ledger_account SET credits_posted_kobo = credits_posted_kobo + 100 WHERE number = '4010'`;
    await altered([raise], async () => {
      const { data } = await verifyHere('--root', folder);
      expect(data.misfit).toMatchObject({ problem: 'account-totals-wrong' });
    });
  });

  it('shows a deleted segment, and a seal that another key has signed', async () => {
    await app.rows(`CREATE TABLE kept_segment AS SELECT * FROM ledger_segment`);
    await app.rows('DELETE FROM ledger_segment WHERE through = $1', [addDays(first, 1)]);
    expect((await verifyHere()).data.misfit).toMatchObject({ problem: 'segment-missing' });
    await app.rows('DELETE FROM ledger_segment');
    await app.rows('INSERT INTO ledger_segment SELECT * FROM kept_segment');
    expect((await verifyHere()).ok).toBe(true);
    await app.rows(
      `UPDATE ledger_segment SET signature = encode(sha256('forged') || sha256('forged'), 'base64')
      WHERE through = $1`,
      [first],
    );
    expect((await verifyHere()).data.misfit).toMatchObject({ problem: 'signature-wrong', day: first });
    await app.rows('DELETE FROM ledger_segment');
    await app.rows('INSERT INTO ledger_segment SELECT * FROM kept_segment');
    await app.rows('DROP TABLE kept_segment');
  });

  it('is verified from an export on another machine, and a changed line is named', async () => {
    const exported = path.join(folder, 'export');
    const made = await ledgerExport.run(commandContext(app), ['--institution', '1', '--folder', exported]);
    expect([made.ok, readdirSync(exported).length]).toEqual([true, 6]);
    const here = await verifyHere('--root', folder);
    const there = await verify('--folder', exported, '--root', folder);
    expect({ ...there.data, seconds: 0 }).toEqual({ ...here.data, seconds: 0 });
    // The hash of a date is that of its lines, which any tool computes.
    const lines = readFileSync(path.join(exported, 'postings.tsv'), 'utf8').split('\n');
    const ofDate = lines.filter((line) => line.startsWith(addDays(first, 1))).map((line) => `${line}\n`);
    const { seal } = readSealFile(readFileSync(path.join(folder, `${addDays(first, 1)}.seal`)));
    expect(sha256(ofDate.join('')).toString('hex')).toBe(seal.postingsHash);
    writeFileSync(path.join(exported, 'postings.tsv'), lines.join('\n').replace('Posting of 40', 'Posting of 41'));
    const changed = await verify('--folder', exported);
    expect(changed.data.misfit).toMatchObject({ problem: 'row-changed', postingId: posting });
    writeFileSync(path.join(exported, 'entries.tsv'), 'no\tentry\n');
    expect((await verify('--folder', exported)).data.misfit).toMatchObject({ problem: 'row-unreadable' });
  });

  it.each([
    [[], /either --institution or --folder/],
    [['--institution', '1', '--folder', '/tmp'], /either --institution or --folder/],
    [['--institution', '999999'], /no institution 999999/],
    [['--folder', '/nowhere'], /cannot be read/],
    [['--institution', '1', '--root', __filename], /cannot be used/],
    [['--institution', '1', '--root', __dirname], /has no seal/],
  ])('refuses %j', async (args, message) => {
    await expect(verify(...args)).rejects.toThrow(message);
  });
});
