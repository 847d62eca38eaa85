import type { Response } from 'supertest';
import { ApprovalPolicy } from '../../src/approvals/approval-policy.entity';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { freshReference, TestApp } from '../support/app';
import { BULK, type BulkBody, bulkBody, csvOf, rowsTo } from './bulk-files';

const HELD = 1_000_000;

/** Files of up to 500 rows, which are posted together. */
describe('bulk transfers of which all rows are posted or none', () => {
  let app: TestApp;
  let from: string;
  let to: string[];

  const send = (body: object, reference = freshReference('BT')): Promise<Response> =>
    app.post(BULK, body, { reference });
  const sendCsv = (text: string, reference = freshReference('BT')): Promise<Response> =>
    app.post(BULK, text, { reference, headers: { 'content-type': 'text/csv' } });
  const progress = async (reference: string): Promise<Record<string, unknown>> =>
    (await app.get(`${BULK}/${reference}`)).body.data;
  const results = async (reference: string): Promise<Record<string, unknown>[]> =>
    (await app.get(`${BULK}/${reference}/rows`, { PageSize: 200 })).body.data.data;
  const balances = (): Promise<number[]> => Promise.all([from, ...to].map((number) => app.balance(number)));
  const refusal = ({ status, body }: Response): unknown => [status, body.data.statusCode];
  const decide = async (
    kind: string,
    approvalId: number,
    verdict: string,
    part: 'amlOfficer' | 'checker',
  ): Promise<void> => {
    const path = kind === 'hold' ? `/api/admin/v1/aml/holds/${approvalId}` : `/api/admin/v1/approvals/${approvalId}`;
    const answer = await app.post(`${path}/${verdict}`, { note: 'checked' }, { token: await app.staff(part) });
    if (answer.status !== 200) throw new Error(answer.text);
  };

  beforeAll(async () => {
    app = await TestApp.start();
  });
  beforeEach(async () => {
    from = await app.openAccount(2 * HELD);
    to = [await app.openAccount(), await app.openAccount()];
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    expect(
      await app.rows(
        `SELECT credits_posted_kobo - debits_posted_kobo AS left FROM ledger_account WHERE number = '2075'`,
      ),
    ).toEqual([{ left: '0' }]);
    await app.close();
  });

  it('pay every row under its own reference, and debit the sum once', async () => {
    const body = bulkBody(from, rowsTo([...to, '2030'], [100.25, 200, 300.5]));
    const reference = freshReference('BT');
    const { status, body: answer } = await send(body, reference);
    expect({ status, answer }).toEqual({
      status: 200,
      answer: {
        status: true,
        message: 'All rows are posted',
        data: {
          referenceNumber: reference,
          postingReferenceNumber: expect.stringMatching(/^PST\d{12,}$/),
          debitAccount: from,
          rowCount: 3,
          totalAmount: 600.75,
          stampDuty: 0,
          outwardCharges: 0,
          processing: 'AllOrNone',
          transactionDate: expect.stringMatching(/Z$/),
        },
      },
    });
    expect(await balances()).toEqual([2 * HELD - 600.75, 100.25, 200]);
    expect(await progress(reference)).toMatchObject({
      status: 'Completed',
      amlHold: false,
      postedRows: 3,
      failedRows: 0,
      waitingRows: 0,
      returnedAmount: 0,
      completedAt: expect.any(String),
    });
    const rows = await results(reference);
    expect(rows.map(({ reference, status, failureCode }) => [reference, status, failureCode])).toEqual(
      body.rows.map((row) => [row.reference, 'Posted', null]),
    );
    const status1 = await app.get('/api/transfer/v1/tsq/local', { referenceNumber: body.rows[0]!.reference });
    expect(status1.body.data).toMatchObject({
      isSuccessful: true,
      amount: 100.25,
      postingReferenceNumber: rows[0]!.postingReferenceNumber,
    });
    const [debits] = await app.rows<{ n: number }>(
      `SELECT count(*)::int AS n FROM posting_entry e JOIN ledger_account a ON a.institution_id = e.institution_id
          AND a.id = e.account_id WHERE a.number = $1 AND e.side = 'debit'`,
      [from],
    );
    expect(debits!.n).toBe(1);
  });

  it('give the same result as JSON and as CSV', async () => {
    const body = bulkBody(from, rowsTo(to, [10.5, 20]), { narration: 'Salaries, "November"' });
    const reference = freshReference('BT');
    const asCsv = await sendCsv(csvOf(body), reference);
    expect([asCsv.status, asCsv.text]).toEqual([200, expect.any(String)]);
    const asJson = await send(body, reference);
    expect([asJson.status, asJson.headers['idempotent-replayed'], asJson.body]).toEqual([200, 'true', asCsv.body]);
    expect(await balances()).toEqual([2 * HELD - 30.5, 10.5, 20]);
  });

  it.each<[string, (body: BulkBody) => string]>([
    ['has no rows', () => ''],
    ['has an unknown column', (body) => csvOf(body).replace('creditAccount', 'account')],
    ['has more values than columns', (body) => `${csvOf(body)}A,B,1,n,b,r,m,z\n`],
    ['is no CSV', () => 'a,"b'],
    ['has an amount that is no number', (body) => csvOf(body).replace(',10.5,', ',10;5,')],
    ['has an amount in another notation', (body) => csvOf(body).replace(',10.5,', ',1e1,')],
  ])('refuse CSV that %s', async (_, text) => {
    const answer = await sendCsv(text(bulkBody(from, rowsTo(to, [10.5, 20]))));
    expect(refusal(answer)).toEqual([400, 'VALIDATION_FAILED']);
    expect(await app.balance(from)).toBe(2 * HELD);
  });

  it.each<[string, (text: string) => string]>([
    ['a byte order mark', (text) => `\uFEFF${text}`],
    ['line ends of Windows', (text) => text.replaceAll('\n', '\r\n')],
    ['quotes around every value', (text) => text.replace(/^(ROW[^,]*),(\d+),([\d.]+)/gm, '"$1","$2","$3"')],
    ['empty lines', (text) => text.replaceAll('\n', '\n\n')],
  ])('take CSV with %s', async (_, change) => {
    const text = change(csvOf(bulkBody(from, rowsTo(to, [10.5, 20]))));
    expect([(await sendCsv(text)).status, await balances()]).toEqual([200, [2 * HELD - 30.5, 10.5, 20]]);
  });

  it.each<[string, (text: string) => string]>([
    ['semicolons between its values', (text) => text.replaceAll(',', ';')],
    ['an amount below 0', (text) => text.replace(',10.5,', ',-10.5,')],
    ['a third decimal', (text) => text.replace(',10.5,', ',10.501,')],
    ['a comma as decimal sign', (text) => text.replace(',10.5,', ',"10,5",')],
    ['one reference twice', (text) => text.replace(/^(ROW[^,]*)(.*\n)(ROW[^,]*)/m, '$1$2$1')],
    ['the same column twice', (text) => text.replace('creditAccount', 'reference')],
    ['no rows', (text) => text.split('\n').slice(0, 3).join('\n')],
    ['a NUL character', (text) => text.replace('ROW', 'R\0W')],
  ])('refuse CSV with %s and pay nothing', async (_, change) => {
    const answer = await sendCsv(change(csvOf(bulkBody(from, rowsTo(to, [10.5, 20])))));
    expect([refusal(answer), await balances()]).toEqual([
      [400, 'VALIDATION_FAILED'],
      [2 * HELD, 0, 0],
    ]);
  });

  it('pay one of two files that arrive at once under one reference, and refuse the other', async () => {
    const reference = freshReference('BT');
    const files = [bulkBody(from, rowsTo(to, [10, 20])), bulkBody(from, rowsTo(to, [1, 2]))];
    const answers = await Promise.all(files.map((file) => send(file, reference)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([2 * HELD - 30, 2 * HELD - 3]).toContain(await app.balance(from));
  });

  it('are refused as CSV by every other route', async () => {
    const answer = await app.post('/api/transfer/v1/localfundtransfer', 'a,b', {
      headers: { 'content-type': 'text/csv' },
    });
    expect(refusal(answer)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it.each<[string, (body: BulkBody) => void, string, string]>([
    ['another number of rows', (body) => (body.rowCount = 3), 'BULK_TOTALS_MISMATCH', 'rowCount'],
    ['another sum', (body) => (body.totalAmount = 30.51), 'BULK_TOTALS_MISMATCH', 'totalAmount'],
  ])('refuse %s and pay nothing', async (_, change, code, field) => {
    const body = bulkBody(from, rowsTo(to, [10.5, 20]));
    change(body);
    const answer = await send(body);
    expect([...(refusal(answer) as unknown[]), answer.body.data.field]).toEqual([422, code, field]);
    expect(await balances()).toEqual([2 * HELD, 0, 0]);
  });

  it.each<[string, (row: BulkBody['rows'][number]) => void, string]>([
    ['no reference', (row) => delete (row as Partial<typeof row>).reference, 'reference'],
    ['an amount of 0', (row) => (row.amount = 0), 'amount'],
    ['a third decimal', (row) => (row.amount = 20.001), 'amount'],
    ['an unknown field', (row) => Object.assign(row, { colour: 'red' }), 'colour'],
    ['an account that is a number', (row) => Object.assign(row, { creditAccount: 1 }), 'creditAccount'],
    ['a narration that is too long', (row) => (row.narration = 'x'.repeat(251)), 'narration'],
  ])('refuse a row with %s and name the row', async (_, change, field) => {
    const body = bulkBody(from, rowsTo(to, [10.5, 20]));
    change(body.rows[1]!);
    const answer = await send(body);
    expect([...(refusal(answer) as unknown[]), answer.body.data.errors[0].field]).toEqual([
      400,
      'VALIDATION_FAILED',
      `rows[1].${field}`,
    ]);
  });

  it('refuse a reference that the file has twice, or that an earlier transfer had', async () => {
    const twice = bulkBody(from, rowsTo(to, [10, 20]));
    twice.rows[1]!.reference = twice.rows[0]!.reference;
    expect(refusal(await send(twice))).toEqual([400, 'VALIDATION_FAILED']);
    const used = freshReference('LT');
    await app.post(
      '/api/transfer/v1/localfundtransfer',
      { debitAccount: from, creditAccount: to[0], amount: 5 },
      { reference: used },
    );
    const again = bulkBody(from, rowsTo(to, [10, 20]));
    again.rows[1]!.reference = used;
    const answer = await send(again);
    expect([...(refusal(answer) as unknown[]), answer.body.data.field]).toEqual([
      409,
      'DUPLICATE_REFERENCE',
      'rows[1].reference',
    ]);
    expect(answer.body.message).toBe('rows[1].reference was used before; send a new one.');
    const both = bulkBody(from, rowsTo(to, [10, 20]));
    const usedToo = freshReference('LT');
    await app.post(
      '/api/transfer/v1/localfundtransfer',
      { debitAccount: from, creditAccount: to[0], amount: 5 },
      { reference: usedToo },
    );
    [both.rows[0]!.reference, both.rows[1]!.reference] = [usedToo, used];
    expect((await send(both)).body.message).toBe('rows[0].reference was used before, and 1 more; send new ones.');
    expect(await balances()).toEqual([2 * HELD - 10, 10, 0]);
  });

  it('refuse a row to another institution while the institution sends no transfers to others', async () => {
    const body = bulkBody(from, rowsTo(to, [10.5, 20]));
    body.rows[1]!.bankCode = '000013';
    expect(refusal(await send(body))).toEqual([503, 'INTEGRATION_NOT_ENABLED']);
    expect(await balances()).toEqual([2 * HELD, 0, 0]);
  });

  it('name the rows whose accounts do not exist, and pay none', async () => {
    const answer = await send(bulkBody(from, rowsTo([to[0]!, '0000000001', from], [10, 20, 30])));
    expect(answer.body.data).toMatchObject({
      statusCode: 'BULK_ROWS_REFUSED',
      refusedRows: 2,
      errors: [{ field: 'rows[1].creditAccount' }, { field: 'rows[2].creditAccount' }],
    });
    expect(await balances()).toEqual([2 * HELD, 0, 0]);
  });

  it('pay no row when one account may not be credited', async () => {
    await app.rows(`UPDATE ledger_account SET status = 'Inactive' WHERE number = $1`, [to[1]]);
    const answer = await send(bulkBody(from, rowsTo(to, [10, 20])));
    expect(refusal(answer)).toEqual([409, 'ACCOUNT_INACTIVE']);
    expect(await balances()).toEqual([2 * HELD, 0, 0]);
  });

  it('pay no row when the sum is above the balance', async () => {
    const poor = await app.openAccount(25);
    const answer = await send(bulkBody(poor, rowsTo(to, [10, 20])));
    expect(refusal(answer)).toEqual([422, 'INSUFFICIENT_FUNDS']);
    expect([await app.balance(poor), ...(await balances())]).toEqual([25, 2 * HELD, 0, 0]);
  });

  it.each([
    ['the limit of a single transaction', 'single_limit_kobo = 2999'],
    ['the limit of a day', 'daily_limit_kobo = 2999'],
  ])('obey with their sum %s of the account', async (_, limit) => {
    await app.rows(`UPDATE ledger_account SET ${limit} WHERE number = $1`, [from]);
    const answer = await send(bulkBody(from, rowsTo(to, [10, 20])));
    expect(refusal(answer)).toEqual([422, 'LIMIT_EXCEEDED']);
    await app.rows(`UPDATE ledger_account SET single_limit_kobo = 3000, daily_limit_kobo = 3000 WHERE number = $1`, [
      from,
    ]);
    expect((await send(bulkBody(from, rowsTo(to, [10, 20])))).status).toBe(200);
    // What was posted counts for the day.
    expect(refusal(await send(bulkBody(from, rowsTo(to, [0.5, 0.5]))))).toEqual([422, 'LIMIT_EXCEEDED']);
  });

  it('count with their sum for what the client may move in one call and in a day', async () => {
    const clientId = app.sandbox.client.clientId;
    await app.rows(
      `INSERT INTO api_client_limit (institution_id, id, client_id, per_call_kobo, per_day_kobo, used_kobo, used_on)
       VALUES ($1, 1, $2, 3000, 5000, 0, NULL)`,
      [app.institutionId, clientId],
    );
    try {
      expect(refusal(await send(bulkBody(from, rowsTo(to, [15, 15.01]))))).toEqual([422, 'CLIENT_LIMIT_EXCEEDED']);
      expect((await send(bulkBody(from, rowsTo(to, [15, 15])))).status).toBe(200);
      const [limit] = await app.rows<{ used_kobo: string }>('SELECT used_kobo FROM api_client_limit');
      expect(limit!.used_kobo).toBe('3000');
      expect(refusal(await send(bulkBody(from, rowsTo(to, [10, 10.01]))))).toEqual([422, 'CLIENT_LIMIT_EXCEEDED']);
    } finally {
      await app.rows('DELETE FROM api_client_limit');
    }
  });

  it('are held by AML for their sum, and paid once by the unchanged retry after the release', async () => {
    const body = bulkBody(from, rowsTo(to, [HELD / 2, HELD / 2]));
    const reference = freshReference('BT');
    const held = await send(body, reference);
    expect(refusal(held)).toEqual([202, 'AML_HOLD']);
    expect(await app.rows(`SELECT 1 FROM aml_hold WHERE reference = $1`, [reference])).toHaveLength(1);
    expect(await progress(reference)).toMatchObject({
      status: 'Pending',
      amlHold: true,
      waitingRows: 2,
      postedRows: 0,
    });
    expect(refusal(await send(body, reference))).toEqual([202, 'AML_HOLD']);
    const { approvalId, amlApprovalReference } = held.body.data;
    await decide('hold', approvalId, 'approve', 'amlOfficer');
    const changed = structuredClone(body);
    [changed.rows[0]!.amount, changed.rows[1]!.amount] = [HELD / 2 + 1, HELD / 2 - 1];
    const refused = await send({ ...changed, amlApprovalReference });
    expect(refused.body.data).toMatchObject({ statusCode: 'AML_REFERENCE_REJECTED', rejection: 'PAYLOAD_CHANGED' });
    const swapped = { ...body, rows: [...body.rows].reverse(), amlApprovalReference };
    expect((await send(swapped)).body.data).toMatchObject({ rejection: 'PAYLOAD_CHANGED' });
    expect(await balances()).toEqual([2 * HELD, 0, 0]);
    const retried = await send({ ...body, amlApprovalReference });
    expect([retried.status, retried.body.data.referenceNumber]).toEqual([200, reference]);
    expect((await send({ ...body, amlApprovalReference })).status).toBe(422);
    // The first request tells the present.
    expect((await send(body, reference)).body.data).toEqual(retried.body.data);
    expect(await balances()).toEqual([HELD, HELD / 2, HELD / 2]);
    expect(await progress(reference)).toMatchObject({ status: 'Completed', postedRows: 2 });
    expect(
      await app.rows(
        `SELECT DISTINCT additional_metadata->>'bulk_reference' AS bulk_reference,
                additional_metadata->>'account_number_from' AS account FROM posting WHERE reference = ANY($1)`,
        [body.rows.map((row) => row.reference)],
      ),
    ).toEqual([{ bulk_reference: reference, account: from }]);
  });

  it('pay nothing when staff decline the hold', async () => {
    const body = bulkBody(from, rowsTo(to, [HELD / 2, HELD / 2]));
    const reference = freshReference('BT');
    const held = await send(body, reference);
    await decide('hold', held.body.data.approvalId, 'decline', 'amlOfficer');
    expect(await balances()).toEqual([2 * HELD, 0, 0]);
    expect(await progress(reference)).toMatchObject({ status: 'Declined', failedRows: 2, waitingRows: 0 });
    expect((await results(reference)).map(({ status }) => status)).toEqual(['Failed', 'Failed']);
  });

  it('are held for what one beneficiary gets in many rows, and in the day before', async () => {
    const officer = await app.staff('amlOfficer');
    const rule = { name: 'Large inflow', direction: 'inflow', threshold: 1_000, action: 'hold' };
    const made = await app.approved(app.post('/api/admin/v1/aml/rules', rule, { token: officer }));
    expect([made.status, made.text]).toEqual([200, expect.any(String)]);
    try {
      expect((await send(bulkBody(from, rowsTo(to, [400, 400])))).status).toBe(200);
      const split = bulkBody(from, rowsTo([to[0]!, to[0]!], [300, 300]));
      expect(refusal(await send(split))).toEqual([202, 'AML_HOLD']);
      expect((await send(bulkBody(from, rowsTo([to[0]!], [599.99])))).status).toBe(200);
    } finally {
      await app.approved(app.post(`/api/admin/v1/aml/rules/${made.body.data.id}/deactivate`, {}, { token: officer }));
    }
  });

  it('wait as one for the approval that a policy asks for their sum', async () => {
    await app.app.get(UnitOfWork).run(app.institutionId, (tx) =>
      tx.insert(ApprovalPolicy, {
        institutionId: app.institutionId,
        id: 77,
        operation: 'bulk-transfer',
        amountFloorKobo: 3000n,
        requiredCheckers: 1,
        active: true,
      }),
    );
    try {
      expect((await send(bulkBody(from, rowsTo(to, [10, 19.99])))).status).toBe(200);
      const body = bulkBody(from, rowsTo(to, [10, 20]));
      const reference = freshReference('BT');
      const asked = await send(body, reference);
      expect(refusal(asked)).toEqual([202, 'PENDING_APPROVAL']);
      expect(await progress(reference)).toMatchObject({ status: 'Pending', amlHold: false });
      await decide('approval', asked.body.data.approvalId, 'approve', 'checker');
      for (let tries = 0; (await progress(reference)).status === 'Pending' && tries < 200; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 25));
      expect(await progress(reference)).toMatchObject({ status: 'Completed', postedRows: 2 });
      expect((await send(body, reference)).body.data.referenceNumber).toBe(reference);
      expect(await balances()).toEqual([2 * HELD - 59.99, 20, 39.99]);
    } finally {
      await app.rows('DELETE FROM approval_policy');
    }
  });

  it('are paid once when the same file arrives many times at once', async () => {
    const body = bulkBody(from, rowsTo(to, [10, 20]));
    const reference = freshReference('BT');
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(body, reference)));
    expect(answers.map(({ status }) => status).filter((status) => status !== 409)).toContain(200);
    const others = await Promise.all(Array.from({ length: 4 }, () => send(body)));
    expect(others.map(refusal)).toEqual(others.map(() => [409, 'DUPLICATE_REFERENCE']));
    expect(await balances()).toEqual([2 * HELD - 30, 10, 20]);
  });

  it('write nothing in a dry run', async () => {
    const body = bulkBody(from, rowsTo(to, [10, 20]));
    const reference = freshReference('BT');
    const rehearsed = await app.post(BULK, body, { reference, headers: { 'dry-run': 'true' } });
    expect(rehearsed.body.data).toMatchObject({ dryRun: true, held: false, outcome: 'Posted' });
    expect((await app.get(`${BULK}/${reference}`)).status).toBe(404);
    const large = bulkBody(from, rowsTo(to, [HELD, 1]));
    const held = await app.post(BULK, large, { headers: { 'dry-run': 'true' } });
    expect(held.body.data).toMatchObject({ dryRun: true, held: true });
    expect((await send(body, reference)).status).toBe(200);
    expect(await balances()).toEqual([2 * HELD - 30, 10, 20]);
  });

  it('charge the stamp duty of each row that is large enough', async () => {
    await app.configure({
      LOCAL_TRANSFER_STAMP_DUTY_ENABLED: 'true',
      STAMP_DUTY_AMOUNT: '50',
      STAMP_DUTY_MIN_TRANSFER: '10000',
    });
    try {
      const answer = await send(bulkBody(from, rowsTo([...to, to[0]!], [10_000, 9_999.99, 20_000])));
      expect(answer.body.data).toMatchObject({ totalAmount: 39_999.99, stampDuty: 100 });
      expect(await balances()).toEqual([2 * HELD - 40_099.99, 30_000, 9_999.99]);
    } finally {
      await app.configure({
        LOCAL_TRANSFER_STAMP_DUTY_ENABLED: null,
        STAMP_DUTY_AMOUNT: null,
        STAMP_DUTY_MIN_TRANSFER: null,
      });
    }
  });

  it('give the money of a reversed row back to the debited account', async () => {
    const body = bulkBody(from, rowsTo(to, [10, 20]));
    await send(body);
    const reversed = await app.post('/api/postings/v1/reversetransaction', {
      referenceNumber: body.rows[1]!.reference,
      reason: 'Left the company',
    });
    expect([reversed.status, reversed.text]).toEqual([200, expect.any(String)]);
    expect(await balances()).toEqual([2 * HELD - 10, 10, 0]);
    const [{ reference }] = (await app.rows<{ reference: string }>(
      `SELECT reference FROM bulk_transfer ORDER BY id DESC LIMIT 1`,
    )) as [{ reference: string }];
    const rows = await results(reference);
    expect(rows.map(({ status, isReversed }) => [status, isReversed])).toEqual([
      ['Posted', false],
      ['Posted', true],
    ]);
    const whole = await app.post('/api/postings/v1/reversetransaction', {
      referenceNumber: rows[0]!.postingReferenceNumber,
      reason: 'x',
    });
    expect(whole.status).toBe(200);
    expect(await balances()).toEqual([2 * HELD, 0, 0]);
  });
});
