import { readFileSync } from 'node:fs';
import { HELD_DRY_RUN_WEIGHT } from '../../src/ledger/movements/dry-runs';
import { freshReference, TestApp } from '../support/app';

const LOCAL = '/api/transfer/v1/localfundtransfer';
const DRY = { 'dry-run': 'true' };

/** Rows that a movement would write, and the time of the last change of any account. */
async function footprint(app: TestApp): Promise<unknown> {
  const counts = await app.rows(
    `SELECT (SELECT count(*) FROM posting) AS postings, (SELECT count(*) FROM posting_entry) AS entries,
       (SELECT count(*) FROM request_claim) AS claims, (SELECT count(*) FROM aml_hold) AS holds,
       (SELECT count(*) FROM approval) AS approvals, (SELECT count(*) FROM suspicious_transaction) AS suspicions,
       (SELECT count(*) FROM job) AS jobs,
       (SELECT sum(debits_posted_kobo + credits_posted_kobo + entry_seq + daily_used_kobo) FROM ledger_account) AS sums`,
  );
  return counts;
}

async function holdFrom(app: TestApp, kobo: number): Promise<void> {
  await app.rows('DELETE FROM aml_rule');
  await app.rows(
    `INSERT INTO aml_rule (institution_id, id, name, direction, threshold_kobo, action, active, created_at, updated_at)
     VALUES ($1, 990001, 'Large outflow', 'outflow', $2, 'hold', true, now(), now())`,
    [app.institutionId, kobo],
  );
}

interface Shape {
  properties: Record<string, { items?: Shape }>;
}

/** The documented names of the fields: those of the answer, of a charge and of a balance. */
function documentedFields(): string[][] {
  const { paths } = JSON.parse(readFileSync('openapi/openapi.json', 'utf8')) as {
    paths: Record<string, { post: { 'x-dry-run-data': Shape } }>;
  };
  const { properties } = paths[LOCAL]!.post['x-dry-run-data'];
  return [properties, properties.charges!.items!.properties, properties.balances!.items!.properties].map((fields) =>
    Object.keys(fields).sort(),
  );
}

describe('a dry run in the sandbox', () => {
  let app: TestApp;
  let from: string;
  let to: string;
  const dry = (facts: object = {}, reference = freshReference()): ReturnType<TestApp['post']> =>
    app.post(LOCAL, { debitAccount: from, creditAccount: to, amount: 100, ...facts }, { headers: DRY, reference });

  beforeAll(async () => {
    app = await TestApp.start({ SANDBOX: 'true' });
    from = await app.openAccount(5_000);
    to = await app.openAccount();
    await holdFrom(app, 200_000);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('answers charges and balances, writes nothing, and leaves its reference to the real request', async () => {
    const before = await footprint(app);
    const reference = freshReference();
    const { status, body } = await dry({ feeCharge: 10, feeIncomeGL: '4010' }, reference);
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: {
        dryRun: true,
        held: false,
        outcome: 'Posted',
        charges: [{ role: 'fee', narration: 'Transfer fee', amount: 10 }],
        balances: [
          { accountNumber: from, ledgerBalance: 4_890, availableBalance: 4_890 },
          { accountNumber: to, ledgerBalance: 100, availableBalance: 100 },
        ],
      },
    });
    const { charges, balances } = body.data as Record<string, object[]>;
    const fields = [body.data as object, charges![0]!, balances![0]!].map((each) => Object.keys(each).sort());
    expect(fields).toEqual(documentedFields());
    expect(await footprint(app)).toEqual(before);
    const real = await app.post(LOCAL, { debitAccount: from, creditAccount: to, amount: 1 }, { reference });
    expect({ status: real.status, replayed: real.headers['idempotent-replayed'] }).toEqual({ status: 200 });
  });

  it('says that AML would hold the movement, and holds nothing', async () => {
    const before = await footprint(app);
    const { status, body } = await dry({ amount: 2_000 });
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: { dryRun: true, held: true, outcome: 'AmlHold', charges: [] },
    });
    expect(await footprint(app)).toEqual(before);
  });

  it('is refused as the real request would be, and stores no refusal', async () => {
    const before = await footprint(app);
    await holdFrom(app, 900_000_000);
    const poor = await dry({ amount: 6_000 });
    const unknown = await dry({ creditAccount: '0000000000' });
    await holdFrom(app, 200_000);
    expect([poor, unknown].map(({ status, body }) => [status, body.data.statusCode])).toEqual([
      [422, 'INSUFFICIENT_FUNDS'],
      [404, 'ACCOUNT_NOT_FOUND'],
    ]);
    expect(await footprint(app)).toEqual(before);
  });

  it('is refused under a used reference', async () => {
    const reference = freshReference();
    await app.post(LOCAL, { debitAccount: from, creditAccount: to, amount: 1 }, { reference });
    const same = await dry({ amount: 1 }, reference);
    const other = await dry({ amount: 2 }, reference);
    expect([same, other].map(({ status }) => status)).toEqual([409, 409]);
  });

  it('does not wait for an account that another transaction has locked', async () => {
    await app.rows('BEGIN');
    try {
      await app.rows('SELECT 1 FROM ledger_account WHERE number = $1 FOR UPDATE', [from]);
      expect((await dry()).status).toBe(200);
    } finally {
      await app.rows('ROLLBACK');
    }
  });

  it.each([
    ['post', { entries: [] }, '/api/postings/v1/post', 'VALIDATION_FAILED'],
    ['the application for a loan', {}, '/api/loanaccount/v1/add', 'DRY_RUN_NOT_SUPPORTED'],
    ['the opening of an account', {}, '/api/account/v1/createcustomeraccount', 'DRY_RUN_NOT_SUPPORTED'],
  ])('is answered 400 by %s', async (_, body, path, code) => {
    const before = await footprint(app);
    const answer = await app.post(path, body, { headers: DRY });
    expect([answer.status, answer.body.data.statusCode]).toEqual([400, code]);
    expect(await footprint(app)).toEqual(before);
  });

  it.each(['yes', '1', 'TRUE', '', 'true, true'])('refuses the value "%s" of the header', async (value) => {
    const before = await footprint(app);
    const body = { debitAccount: from, creditAccount: to, amount: 1 };
    const { status } = await app.post(LOCAL, body, { headers: { 'dry-run': value } });
    expect(status).toBe(400);
    expect(await footprint(app)).toEqual(before);
  });

  it('cannot use the release of a hold', async () => {
    const { status, body } = await dry({ amlApprovalReference: 'A'.repeat(43) });
    expect([status, body.data.statusCode]).toEqual([400, 'DRY_RUN_NOT_SUPPORTED']);
  });

  it('posts with the value false', async () => {
    const body = { debitAccount: from, creditAccount: to, amount: 1 };
    const answer = await app.post(LOCAL, body, { headers: { 'dry-run': 'false' } });
    expect(answer.body.data.postingReferenceNumber).toMatch(/^PST/);
  });
});

describe('a dry run outside the sandbox', () => {
  let app: TestApp;
  let from: string;
  let to: string;
  const dry = (amount: number): ReturnType<TestApp['post']> =>
    app.post(LOCAL, { debitAccount: from, creditAccount: to, amount }, { headers: DRY });

  beforeAll(async () => {
    app = await TestApp.start({ SANDBOX: 'false' });
    from = await app.openAccount(5_000);
    to = await app.openAccount();
    await holdFrom(app, 200_000);
  });
  beforeEach(() => app.rows(`UPDATE audit_log SET at = at - interval '2 days' WHERE subject LIKE 'dry-run:%'`));
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('says of a held movement only that it would be held, and is in the audit log', async () => {
    const { body } = await dry(2_000);
    expect(body.data).toEqual({ dryRun: true, held: true });
    const rows = await app.rows<{ action: string }>(
      `SELECT action FROM audit_log WHERE subject LIKE 'dry-run:api-client:%' AND at > now() - interval '1 day' ORDER BY id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['dry-run.ask', 'dry-run.held']);
  });

  it('shows the balance of the debited account and none of another', async () => {
    const { body } = await dry(100);
    expect(body.data.balances).toEqual([{ accountNumber: from, ledgerBalance: 4_900, availableBalance: 4_900 }]);
  });

  it('is limited by what was probed, more so by holds, also when many are sent at once', async () => {
    await app.configure({ DRY_RUNS_PER_DAY: String(HELD_DRY_RUN_WEIGHT + 2) });
    const before = await app.balance(from);
    expect((await dry(2_000)).status).toBe(200);
    const rest: number[] = [];
    for (let sent = 0; sent < 6; sent += 1) rest.push((await dry(1)).status);
    expect(rest).toEqual([200, 200, 429, 429, 429, 429]);
    await app.rows(`UPDATE audit_log SET at = at - interval '2 days' WHERE subject LIKE 'dry-run:%'`);
    await app.configure({ DRY_RUNS_PER_DAY: '3' });
    const parallel = await Promise.all(Array.from({ length: 8 }, () => dry(1)));
    expect(parallel.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(3);
    expect(await app.balance(from)).toBe(before);
  });
});
