import type { Response } from 'supertest';
import { ApprovalPolicy } from '../../src/approvals/approval-policy.entity';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { BANK, OutwardApp } from '../payouts/outward-app';
import { freshReference } from '../support/app';
import { eventually } from '../support/eventually';
import { earlierBy } from '../support/machines';
import { BULK, bulkBody, type BulkRow, csvOf, rowsTo } from './bulk-files';

const MONEY = 900_000;
/** A beneficiary whose transfers fail for good, by docs/sandbox.md. */
const FAILING = '9900000001';

/** Rows of bulk transfers whose accounts are at other institutions. */
describe('bulk transfers with rows to other institutions', () => {
  let outward: OutwardApp;
  let from: string;
  let to: string;
  let beneficiaries = 0;

  const nobody = (): string => {
    beneficiaries += 1;
    return `31000${String(beneficiaries).padStart(5, '0')}`;
  };
  const foreignRow = async (amount: number, account = nobody(), facts: Partial<BulkRow> = {}): Promise<BulkRow> => {
    const { nameEnquiryRef, accountName } = (await outward.enquire(account)).body.data as Record<string, string>;
    return {
      ...rowsTo([account], [amount])[0]!,
      bankCode: BANK,
      nameEnquiryRef: nameEnquiryRef!,
      beneficiaryName: accountName!,
      ...facts,
    };
  };
  const send = (body: object, reference = freshReference('BO')): Promise<Response> =>
    outward.app.post(BULK, body, { reference });
  const progress = async (reference: string): Promise<Record<string, unknown>> =>
    (await outward.app.get(`${BULK}/${reference}`)).body.data as Record<string, unknown>;
  const results = async (reference: string, query: object = {}): Promise<Record<string, unknown>[]> =>
    ((await outward.app.get(`${BULK}/${reference}/rows`, { PageSize: 200, ...query })).body.data as { data: [] }).data;
  const refusal = ({ status, body }: Response): unknown[] => [status, body.data.statusCode];
  const named = ({ body }: Response): unknown => (body.data.errors as { field: string }[]).map(({ field }) => field);
  const payouts = (reference: string): Promise<unknown[]> =>
    outward.app.rows('SELECT 1 FROM payout WHERE reference = $1', [reference]);

  beforeAll(async () => {
    outward = await OutwardApp.start();
    await outward.configure({
      TRANSFER_FEE_INCOME_LEDGER_CODE: '4010',
      VAT_LEDGER_CODE: '2040',
      TRANSFER_STAMP_DUTY_ENABLED: 'false',
    });
  });
  beforeEach(async () => {
    from = await outward.app.openAccount(MONEY);
    to = await outward.app.openAccount();
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    expect(
      await outward.app.rows(
        `SELECT credits_posted_kobo - debits_posted_kobo AS left FROM ledger_account WHERE number = '2075'`,
      ),
    ).toEqual([{ left: '0' }]);
    await outward.close();
  });

  it('send them through the provider, with the fee and VAT of a single outward transfer', async () => {
    const reference = freshReference('BO');
    const body = bulkBody(from, [rowsTo([to], [200])[0]!, await foreignRow(1_000), await foreignRow(6_000)]);
    const answer = await send(body, reference);
    // Fees of 10 and 25 Naira, and 7.5 % VAT on each.
    expect([answer.status, answer.body.data]).toEqual([
      200,
      expect.objectContaining({ totalAmount: 7_200, outwardCharges: 37.63, stampDuty: 0 }),
    ]);
    expect([await outward.app.balance(from), await outward.app.balance(to)]).toEqual([MONEY - 7_200 - 37.63, 200]);
    await eventually(async () => expect(await progress(reference)).toMatchObject({ processedRows: 2 }));
    expect(await progress(reference)).toMatchObject({
      status: 'Completed',
      outwardRows: 2,
      outwardCharges: 37.63,
      postedRows: 3,
      reversedRows: 0,
    });
    const [local, first, second] = await results(reference);
    expect(local).toMatchObject({ bankCode: null, charges: 0, processingStatus: null, sessionID: null });
    expect(first).toMatchObject({ bankCode: BANK, charges: 10.75, status: 'Posted', processingStatus: 'Processed' });
    expect(second).toMatchObject({ charges: 26.88, sessionID: expect.stringMatching(/^\d{30}$/), isReversed: false });
    expect(outward.record(body.rows[1]!.reference)).toMatchObject({ amount: 1_000, paid: true });
    expect((await outward.tsq(body.rows[2]!.reference)).body.data).toMatchObject({
      processingStatus: 'Processed',
      fee: 25,
      vat: 1.88,
      totalDebited: 6_026.88,
    });
    expect(await outward.differences()).toEqual([]);
  });

  it('give the money of a row that the provider refuses back to the account, charges included', async () => {
    const reference = freshReference('BO');
    const body = bulkBody(from, [await foreignRow(1_000, FAILING), rowsTo([to], [50])[0]!]);
    expect((await send(body, reference)).status).toBe(200);
    await eventually(async () => expect(await progress(reference)).toMatchObject({ reversedRows: 1 }));
    expect((await results(reference))[0]).toMatchObject({
      status: 'Posted',
      processingStatus: 'Reversed',
      isReversed: true,
    });
    expect([await outward.app.balance(from), await outward.app.balance(to)]).toEqual([MONEY - 50, 50]);
  });

  it('give the daily limit of the account back with a row that the provider refuses', async () => {
    await outward.app.rows(`UPDATE ledger_account SET daily_limit_kobo = 100000 WHERE number = $1`, [from]);
    const reference = freshReference('BO');
    expect((await send(bulkBody(from, [await foreignRow(1_000, FAILING)]), reference)).status).toBe(200);
    await eventually(async () => expect(await progress(reference)).toMatchObject({ reversedRows: 1 }));
    expect((await send(bulkBody(from, [await foreignRow(1_000)]))).status).toBe(200);
    expect(refusal(await send(bulkBody(from, rowsTo([to], [1]))))).toEqual([422, 'LIMIT_EXCEEDED']);
  });

  it.each<[string, (row: BulkRow) => void, string]>([
    ['a short bank code', (row) => (row.bankCode = '058'), 'bankCode'],
    ['an account number that has not ten digits', (row) => (row.creditAccount = '12345'), 'creditAccount'],
    ['no name enquiry', (row) => delete row.nameEnquiryRef, 'nameEnquiryRef'],
    ['an unknown name enquiry', (row) => (row.nameEnquiryRef = '999999261121101400123456789012'), 'nameEnquiryRef'],
    ['no name', (row) => delete row.beneficiaryName, 'beneficiaryName'],
    ['another name', (row) => (row.beneficiaryName = 'SOMEBODY ELSE'), 'beneficiaryName'],
    ['another account than that of the name enquiry', (row) => (row.creditAccount = nobody()), 'nameEnquiryRef'],
    ['another bank than that of the name enquiry', (row) => (row.bankCode = '000014'), 'nameEnquiryRef'],
    // Without its bank code, the number could be that of an account of our own.
    ['a name enquiry and no bank code', (row) => delete row.bankCode, 'creditAccount'],
  ])('refuse the file for a row with %s', async (_, change, field) => {
    const body = bulkBody(from, [rowsTo([to], [5])[0]!, await foreignRow(10)]);
    change(body.rows[1]!);
    const answer = await send(body);
    expect([...refusal(answer), named(answer)]).toEqual([422, 'BULK_ROWS_REFUSED', [`rows[1].${field}`]]);
    expect([await outward.app.balance(from), await outward.app.balance(to)]).toEqual([MONEY, 0]);
  });

  it('refuse a local row that names the beneficiary of another institution', async () => {
    const row = { ...(await foreignRow(10)), creditAccount: to };
    delete row.bankCode;
    const answer = await send(bulkBody(from, [row]));
    expect([...refusal(answer), named(answer)]).toEqual([422, 'BULK_ROWS_REFUSED', ['rows[0].nameEnquiryRef']]);
  });

  it('refuse a name enquiry that is older than 24 hours', async () => {
    const row = await foreignRow(10);
    await outward.app.rows(
      `UPDATE name_enquiry SET created_at = now() - interval '24 hours 1 second' WHERE reference = $1`,
      [row.nameEnquiryRef],
    );
    const answer = await send(bulkBody(from, [row]));
    expect([...refusal(answer), named(answer)]).toEqual([422, 'BULK_ROWS_REFUSED', ['rows[0].nameEnquiryRef']]);
  });

  it('refuse a file that debits a ledger', async () => {
    const answer = await send(bulkBody('1010', [await foreignRow(10)]));
    expect(refusal(answer)).toEqual([422, 'BULK_ROW_NOT_LOCAL']);
  });

  it('refuse a row above the limit of one instant transfer', async () => {
    await outward.configure({ TRANSFER_LIMIT_INDIVIDUAL: '1000' });
    try {
      const answer = await send(bulkBody(from, [await foreignRow(1_000), await foreignRow(1_000.01)]));
      expect([...refusal(answer), named(answer)]).toEqual([422, 'BULK_ROWS_REFUSED', ['rows[1].amount']]);
      expect((await send(bulkBody(from, [await foreignRow(1_000), await foreignRow(999)]))).status).toBe(200);
    } finally {
      await outward.configure({ TRANSFER_LIMIT_INDIVIDUAL: null });
    }
  });

  it('refuse a reference that an earlier outward transfer had, also when two files race for it', async () => {
    const row = await foreignRow(10);
    const sent = await outward.send(await outward.bodyTo(nobody(), from, { transactionReference: row.reference }));
    expect(sent.status).toBe(200);
    const answer = await send(bulkBody(from, [rowsTo([to], [5])[0]!, row]));
    expect([...refusal(answer), answer.body.data.field]).toEqual([409, 'DUPLICATE_REFERENCE', 'rows[1].reference']);
    const raced = bulkBody(from, [await foreignRow(10)]);
    const answers = await Promise.all([send(raced), send(raced), send(raced)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await payouts(raced.rows[0]!.reference)).toHaveLength(1);
  });

  it('are held for the sum, and send nothing before the unchanged retry, a day later too', async () => {
    const rich = await outward.app.openAccount(2_000_000);
    const body = bulkBody(rich, [await foreignRow(600_000), rowsTo([to], [600_000])[0]!]);
    const reference = freshReference('BO');
    const held = await send(body, reference);
    expect(refusal(held)).toEqual([202, 'AML_HOLD']);
    expect(await payouts(body.rows[0]!.reference)).toEqual([]);
    const { approvalId, amlApprovalReference } = held.body.data as { approvalId: number; amlApprovalReference: string };
    await outward.approveHold(approvalId);
    // The enquiry was valid when the file was first sent.
    await outward.app.rows(
      `UPDATE name_enquiry SET created_at = ${earlierBy('created_at', '23 hours 59 minutes')} WHERE reference = $1`,
      [body.rows[0]!.nameEnquiryRef],
    );
    await outward.app.rows(
      `UPDATE posting SET created_at = ${earlierBy('created_at', '23 hours')} WHERE kind = 'bulk-transfer' AND reference = $1`,
      [reference],
    );
    await outward.app.rows(
      `UPDATE name_enquiry SET created_at = ${earlierBy('created_at', '10 hours')} WHERE reference = $1`,
      [body.rows[0]!.nameEnquiryRef],
    );
    expect((await send({ ...body, amlApprovalReference })).status).toBe(200);
    await eventually(async () => expect(await progress(reference)).toMatchObject({ processedRows: 1 }));
    expect(outward.record(body.rows[0]!.reference)).toMatchObject({ amount: 600_000, paid: true });
  });

  it('wait for the approval that a policy asks for a single transfer as large as one of their rows', async () => {
    const policy = { institutionId: outward.app.institutionId, amountFloorKobo: 50_000n, requiredCheckers: 1 };
    for (const [id, operation] of [
      [78, 'outward-transfer'],
      [79, 'local-transfer'],
    ] as const) {
      await outward.app.app
        .get(UnitOfWork)
        .run(policy.institutionId, (tx) => tx.insert(ApprovalPolicy, { ...policy, id, operation, active: true }));
      try {
        const small = [await foreignRow(499.99), rowsTo([to], [499.99])[0]!];
        expect((await send(bulkBody(from, small))).status).toBe(200);
        const row = operation === 'outward-transfer' ? await foreignRow(500) : rowsTo([to], [500])[0]!;
        expect(refusal(await send(bulkBody(from, [row])))).toEqual([202, 'PENDING_APPROVAL']);
      } finally {
        await outward.app.rows('DELETE FROM approval_policy');
      }
    }
  });

  it('rehearse charges in a dry run and write nothing', async () => {
    const body = bulkBody(from, [await foreignRow(1_000)]);
    const answer = await outward.app.post(BULK, body, { headers: { 'dry-run': 'true' } });
    expect([answer.status, answer.body.data.outcome]).toEqual([200, 'Posted']);
    expect(JSON.stringify(answer.body.data)).toContain('0.75');
    expect(await payouts(body.rows[0]!.reference)).toEqual([]);
    expect(await outward.app.balance(from)).toBe(MONEY);
  });

  it('are read from CSV', async () => {
    const body = bulkBody(from, [rowsTo([to], [5])[0]!, await foreignRow(10)]);
    const answer = await outward.app.post(BULK, csvOf(body), { headers: { 'content-type': 'text/csv' } });
    expect([answer.status, answer.body.data.rowCount]).toEqual([200, 2]);
  });

  it('are posted one by one in a large file, and give back what a refused row did not take, with its charges', async () => {
    const rows = rowsTo(
      [to],
      Array.from({ length: 501 }, () => 1),
    );
    rows[10] = await foreignRow(100);
    rows[20] = await foreignRow(100, FAILING);
    rows[30] = await foreignRow(100);
    const reference = freshReference('BO');
    // Between the file and the row, another payment takes the reference.
    await outward.app.rows(
      `CREATE FUNCTION delay_bulk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.kind = 'bulk-transfer-mixed-rows' THEN NEW.due_at := now() + interval '1 hour'; END IF; RETURN NEW; END $$`,
    );
    await outward.app.rows(
      `CREATE TRIGGER delay_bulk BEFORE INSERT ON job_due FOR EACH ROW EXECUTE FUNCTION delay_bulk()`,
    );
    const answer = await send(bulkBody(from, rows), reference);
    expect([answer.status, answer.body.data.outwardCharges]).toEqual([200, 32.25]);
    expect(await outward.app.balance(from)).toBe(MONEY - 798 - 32.25);
    await outward.app.rows('DROP FUNCTION delay_bulk CASCADE');
    const other = await outward.app.openAccount(MONEY);
    await outward.send(await outward.bodyTo(nobody(), other, { transactionReference: rows[30].reference }));
    await outward.app.rows(`UPDATE job_due SET due_at = now() WHERE kind = 'bulk-transfer-mixed-rows'`);
    await eventually(async () =>
      expect(await progress(reference)).toMatchObject({
        status: 'Completed',
        postedRows: 500,
        failedRows: 1,
        returnedAmount: 110.75,
        processedRows: 1,
        reversedRows: 1,
      }),
    );
    expect(
      (await results(reference, { Status: 'Failed' })).map(({ rowNumber, failureCode }) => [rowNumber, failureCode]),
    ).toEqual([[31, 'DUPLICATE_REFERENCE']]);
    expect([await outward.app.balance(from), await outward.app.balance(to)]).toEqual([MONEY - 498 - 110.75, 498]);
    expect(await payouts(rows[30].reference)).toHaveLength(1);
  });

  it('send the customer no message for a row that is paid, and one for a row that comes back', async () => {
    await outward.configure({ NOTIFICATIONS_ENABLED: 'true' });
    try {
      // This account's holder has a telephone number.
      const account = outward.app.sandbox.accounts[0]!.accountNumber;
      const rows = [await foreignRow(10), await foreignRow(11, FAILING)];
      const reference = freshReference('BO');
      await send(bulkBody(account, rows), reference);
      await eventually(async () =>
        expect(await progress(reference)).toMatchObject({ processedRows: 1, reversedRows: 1 }),
      );
      const messages = await outward.app.rows<{ reference: string }>(
        `SELECT payload->'facts'->>'reference' AS reference FROM job
          WHERE kind = 'notify' AND payload->'facts'->>'reference' = ANY($1)`,
        [rows.map((row) => row.reference)],
      );
      expect(messages).toEqual([{ reference: rows[1]!.reference }]);
    } finally {
      await outward.configure({ NOTIFICATIONS_ENABLED: null });
    }
  });
});
