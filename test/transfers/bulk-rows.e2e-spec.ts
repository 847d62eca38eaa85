import type { Response } from 'supertest';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { BulkRowsJob } from '../../src/transfers/bulk/bulk-rows.job';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { BULK, bulkBody, type BulkRow, rowsTo } from './bulk-files';

const ROWS = 501;
const WAIT_MS = 60_000;

/** Files of more than 500 rows, of which each row is posted by itself. */
describe('bulk transfers whose rows are posted one by one', () => {
  let app: TestApp;
  let from: string;
  let to: string[];

  const send = (body: object, reference = freshReference('BT')): Promise<Response> =>
    app.post(BULK, body, { reference });
  const amounts = (count: number, amount = 1): number[] => Array.from({ length: count }, () => amount);
  const progress = async (reference: string): Promise<Record<string, unknown>> =>
    (await app.get(`${BULK}/${reference}`)).body.data;
  const completed = async (reference: string): Promise<Record<string, unknown>> => {
    const until = Date.now() + WAIT_MS;
    for (;;) {
      const now = await progress(reference);
      if (now.status === 'Completed' || Date.now() > until) return now;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  };
  const failedRows = async (reference: string): Promise<Record<string, unknown>[]> =>
    (await app.get(`${BULK}/${reference}/rows`, { Status: 'Failed', PageSize: 200 })).body.data.data;
  const transit = async (): Promise<string> => {
    const [row] = await app.rows<{ left: string }>(
      `SELECT credits_posted_kobo - debits_posted_kobo AS left FROM ledger_account WHERE number = '2075'`,
    );
    return row!.left;
  };

  beforeAll(async () => {
    app = await TestApp.start();
  });
  beforeEach(async () => {
    from = await app.openAccount(5_000);
    to = [await app.openAccount(), await app.openAccount()];
  });
  afterEach(async () => {
    expect(await transit()).toBe('0');
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('begin with 501 rows: 500 are posted together', async () => {
    const whole = await send(bulkBody(from, rowsTo(to, amounts(ROWS - 1))));
    expect([whole.status, whole.body.data.processing]).toEqual([200, 'AllOrNone']);
    expect(await app.balance(to[0]!)).toBe(250);
    const reference = freshReference('BT');
    const each = await send(bulkBody(from, rowsTo(to, amounts(ROWS))), reference);
    expect([each.status, each.body.data.processing]).toEqual([200, 'EachRow']);
    // The sum has left the account at once, so that it counts before the rows are posted.
    expect(await app.balance(from)).toBe(5_000 - 1_001);
    expect(await completed(reference)).toMatchObject({ status: 'Completed', postedRows: ROWS, failedRows: 0 });
    expect([await app.balance(to[0]!), await app.balance(to[1]!)]).toEqual([501, 500]);
    const shown = async (): Promise<Record<string, unknown>[]> =>
      (await app.get(`${BULK}/${reference}/rows`, { PageSize: 2 })).body.data.data;
    const referenceNumber = (await shown())[0]!.postingReferenceNumber;
    const reversed = await app.post('/api/postings/v1/reversetransaction', { referenceNumber, reason: 'Left' });
    expect(reversed.status).toBe(200);
    expect((await shown()).map(({ isReversed }) => isReversed)).toEqual([true, false]);
  });

  it('give back what failed rows did not take, and name the reasons', async () => {
    const closed = await app.openAccount();
    await app.rows(`UPDATE ledger_account SET status = 'Inactive' WHERE number = $1`, [closed]);
    const rows = rowsTo(to, amounts(ROWS));
    rows[3]!.creditAccount = closed;
    rows[400]!.creditAccount = '2010';
    const reference = freshReference('BT');
    expect((await send(bulkBody(from, rows), reference)).status).toBe(200);
    expect(await completed(reference)).toMatchObject({ postedRows: ROWS - 2, failedRows: 2, returnedAmount: 2 });
    expect((await failedRows(reference)).map(({ rowNumber, failureCode }) => [rowNumber, failureCode])).toEqual([
      [4, 'ACCOUNT_INACTIVE'],
      [401, 'CONTROL_LEDGER'],
    ]);
    expect(await app.balance(from)).toBe(5_000 - (ROWS - 2));
  });

  /** Sends a file whose rows wait until all jobs are made to be due. */
  const sendDelayed = async (rows: BulkRow[]): Promise<string> => {
    const reference = freshReference('BT');
    await app.rows(`UPDATE job_due SET due_at = now() + interval '1 day'`);
    await app.rows(
      `CREATE FUNCTION delay_bulk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.kind = 'bulk-transfer-rows' THEN NEW.due_at := now() + interval '1 hour'; END IF; RETURN NEW; END $$`,
    );
    await app.rows(`CREATE TRIGGER delay_bulk BEFORE INSERT ON job_due FOR EACH ROW EXECUTE FUNCTION delay_bulk()`);
    expect((await send(bulkBody(from, rows), reference)).status).toBe(200);
    await app.rows('DROP FUNCTION delay_bulk CASCADE');
    return reference;
  };

  it('keep the debited account open until each row has its result', async () => {
    const reference = await sendDelayed(rowsTo(to, [4_500, ...amounts(ROWS - 1)]));
    expect(await app.balance(from)).toBe(0);
    const close = (): Promise<Response> =>
      app.post('/api/postings/v1/closeaccount', { accountNumber: from, closureReason: 'Moved' });
    const blocked = await close();
    expect([blocked.status, blocked.body.data]).toMatchObject([422, { blockedBy: 'bulk-transfers' }]);
    await app.rows('UPDATE job_due SET due_at = now()');
    expect(await completed(reference)).toMatchObject({ postedRows: ROWS });
    expect((await close()).status).toBe(200);
  });

  it('fail a row whose reference another transfer has taken since', async () => {
    const rows = rowsTo(to, amounts(ROWS));
    const reference = await sendDelayed(rows);
    const taken = { debitAccount: '1010', creditAccount: to[0], amount: 7 };
    expect(
      (await app.post('/api/transfer/v1/localfundtransfer', taken, { reference: rows[0]!.reference })).status,
    ).toBe(200);
    await app.rows('UPDATE job_due SET due_at = now()');
    expect(await completed(reference)).toMatchObject({ postedRows: ROWS - 1, failedRows: 1, returnedAmount: 1 });
    expect((await failedRows(reference))[0]).toMatchObject({ rowNumber: 1, failureCode: 'DUPLICATE_REFERENCE' });
    expect(await app.balance(to[0]!)).toBe(250 + 7);
  });

  it('go on after a crash between rows, and pay none twice in parallel runs', async () => {
    await app.rows(
      `CREATE FUNCTION crash_bulk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.row_number = 250 THEN RAISE EXCEPTION 'crash'; END IF; RETURN NEW; END $$`,
    );
    await app.rows(
      `CREATE TRIGGER crash_bulk BEFORE INSERT ON bulk_transfer_result FOR EACH ROW EXECUTE FUNCTION crash_bulk()`,
    );
    const reference = freshReference('BT');
    await send(bulkBody(from, rowsTo(to, amounts(ROWS))), reference);
    await eventually(async () => expect(await progress(reference)).toMatchObject({ postedRows: 200 }));
    expect(await progress(reference)).toMatchObject({ status: 'Processing', waitingRows: ROWS - 200 });
    await app.rows('DROP FUNCTION crash_bulk CASCADE');
    const [file] = await app.rows<{ id: string }>('SELECT id FROM bulk_transfer WHERE reference = $1', [reference]);
    const job = app.app.get(BulkRowsJob, { strict: false });
    const run = (): Promise<void> =>
      job.run({
        institutionId: app.institutionId,
        id: 0,
        payload: { bulkTransferId: Number(file!.id), released: false },
      });
    await Promise.all([run(), run(), run()]);
    expect(await completed(reference)).toMatchObject({ postedRows: ROWS, failedRows: 0 });
    await run();
    expect([await app.balance(from), await app.balance(to[0]!), await app.balance(to[1]!)]).toEqual([
      5_000 - ROWS,
      251,
      250,
    ]);
  });

  it('are held for their sum, though each row is small', async () => {
    const rich = await app.openAccount(1_100_000);
    const rows: BulkRow[] = rowsTo(to, amounts(ROWS, 2_000));
    const body = bulkBody(rich, rows);
    const reference = freshReference('BT');
    const held = await send(body, reference);
    expect([held.status, held.body.data.statusCode]).toEqual([202, 'AML_HOLD']);
    expect(await app.balance(rich)).toBe(1_100_000);
    const { approvalId, amlApprovalReference } = held.body.data;
    await app.post(
      `/api/admin/v1/aml/holds/${approvalId}/approve`,
      { note: 'x' },
      { token: await app.staff('amlOfficer') },
    );
    expect((await send({ ...body, amlApprovalReference })).status).toBe(200);
    expect(await completed(reference)).toMatchObject({ postedRows: ROWS, failedRows: 0 });
    expect(await app.balance(rich)).toBe(1_100_000 - ROWS * 2_000);
  });

  it('are held for a second file that follows before the rows of the first are posted', async () => {
    const rich = await app.openAccount(1_100_000);
    const first = freshReference('BT');
    expect((await send(bulkBody(rich, rowsTo(to, amounts(ROWS, 1_000))), first)).status).toBe(200);
    const second = await send(bulkBody(rich, rowsTo(to, amounts(ROWS, 1_000))));
    expect([second.status, second.body.data.statusCode]).toEqual([202, 'AML_HOLD']);
    await completed(first);
  });

  it('refuse a row that meets a rule since the file was screened', async () => {
    const officer = await app.staff('amlOfficer');
    const rule = { name: 'Inflow', direction: 'inflow', threshold: 300, accountNumber: to[0] };
    const made = await app.approved(app.post('/api/admin/v1/aml/rules', rule, { token: officer }));
    const rows = rowsTo([to[1]!], amounts(ROWS));
    rows[500] = { ...rows[500]!, creditAccount: to[0]!, amount: 200 };
    const reference = freshReference('BT');
    const files = [send(bulkBody(from, rows), reference)];
    const other = freshReference('BT');
    files.push(
      send(
        bulkBody(
          from,
          rows.map((row) => ({ ...row, reference: freshReference('ROW') })),
        ),
        other,
      ),
    );
    expect((await Promise.all(files)).map(({ status }) => status)).toEqual([200, 200]);
    await completed(reference);
    await completed(other);
    const failed = [...(await failedRows(reference)), ...(await failedRows(other))];
    expect(failed.map(({ rowNumber, failureCode }) => [rowNumber, failureCode])).toEqual([[501, 'SCREENING_NEEDED']]);
    expect(await app.balance(to[0]!)).toBe(200);
    await app.approved(app.post(`/api/admin/v1/aml/rules/${made.body.data.id}/deactivate`, {}, { token: officer }));
  });

  it('are unknown to another institution', async () => {
    const reference = freshReference('BT');
    await send(bulkBody(from, rowsTo(to, [1])), reference);
    const found = await app.app
      .get(UnitOfWork)
      .read(app.institutionId + 1, (tx) => tx.query<unknown[]>('SELECT 1 FROM bulk_transfer_row'));
    expect(found).toEqual([]);
  });

  it('have at most ten thousand rows', async () => {
    const rows = rowsTo(to, amounts(10_001, 0.01));
    expect((await send(bulkBody(from, rows))).status).toBe(400);
    const options = { reference: freshReference('BT'), headers: { 'dry-run': 'true' } };
    const rehearsed = await app.post(BULK, bulkBody(from, rows.slice(1)), options);
    expect([rehearsed.status, rehearsed.body.data.outcome]).toEqual([200, 'Posted']);
    expect(await app.balance(from)).toBe(5_000);
  });
});
