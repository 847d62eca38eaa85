import type { Response } from 'supertest';
import { ApprovalPolicy } from '../../src/approvals/approval-policy.entity';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { BANK, OutwardApp } from '../payouts/outward-app';
import { freshReference } from '../support/app';
import { eventually } from '../support/eventually';
import { BULK, type BulkBody, bulkBody, rowsTo } from './bulk-files';

const MONEY = 900_000;

/** The tariff, or the ledger of bulk transfers, changes while a file waits for a member of staff. */
describe('bulk transfers that wait', () => {
  let outward: OutwardApp;
  let from: string;
  let to: string;
  let beneficiaries = 0;

  beforeAll(async () => {
    outward = await OutwardApp.start();
  });
  beforeEach(async () => {
    await outward.configure({
      TRANSFER_FEE_INCOME_LEDGER_CODE: '4010',
      TRANSFER_FEE_TIERS: null,
      TRANSFER_STAMP_DUTY_ENABLED: 'false',
      STAMP_DUTY_LEDGER_CODE: '2050',
      LOCAL_TRANSFER_STAMP_DUTY_ENABLED: 'true',
      STAMP_DUTY_AMOUNT: '50',
      VAT_LEDGER_CODE: '2040',
      BULK_TRANSFER_LEDGER_CODE: '2075',
    });
    from = await outward.app.openAccount(MONEY);
    to = await outward.app.openAccount();
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    await outward.close();
  });

  /** A row of ₦10,000 here, one of ₦100 at another institution, and others of ₦1. */
  const fileOf = async (rowCount: number): Promise<BulkBody> => {
    const rows = rowsTo([to], [10_000, 100, ...Array<number>(rowCount - 2).fill(1)]);
    const creditAccount = `31500${String((beneficiaries += 1)).padStart(5, '0')}`;
    const { nameEnquiryRef, accountName } = (await outward.enquire(creditAccount)).body.data as Record<string, string>;
    rows[1] = {
      ...rows[1]!,
      creditAccount,
      bankCode: BANK,
      nameEnquiryRef: nameEnquiryRef!,
      beneficiaryName: accountName!,
    };
    return bulkBody(from, rows);
  };
  const underPolicy = async (send: () => Promise<Response>): Promise<Response> => {
    const { institutionId } = outward.app;
    const policy = { institutionId, id: 77, operation: 'bulk-transfer', amountFloorKobo: 0n, requiredCheckers: 1 };
    await outward.app.app
      .get(UnitOfWork)
      .run(institutionId, (tx) => tx.insert(ApprovalPolicy, { ...policy, active: true }));
    try {
      return await send();
    } finally {
      await outward.app.rows('DELETE FROM approval_policy');
    }
  };
  const approved = async (asked: Response): Promise<void> => {
    const path = `/api/admin/v1/approvals/${asked.body.data.approvalId}/approve`;
    const answer = await outward.app.post(path, {}, { token: await outward.app.staff('checker') });
    expect([asked.status, answer.status]).toEqual([202, 200]);
  };
  const left = (ledger: string): Promise<unknown[]> =>
    outward.app.rows(
      `SELECT credits_posted_kobo - debits_posted_kobo AS left, entry_seq > 0 AS used
         FROM ledger_account WHERE number = $1`,
      [ledger],
    );

  it.each([
    ['posted together', 20],
    ['posted one by one', 501],
  ])('take the charges with which the file was asked for, when its rows are %s', async (_, rowCount) => {
    const reference = freshReference('BW');
    const body = await fileOf(rowCount);
    const asked = await underPolicy(() => outward.app.post(BULK, body, { reference }));
    await outward.configure({
      TRANSFER_FEE_TIERS: '[{"upTo":null,"fee":40}]',
      STAMP_DUTY_AMOUNT: '80',
      STAMP_DUTY_LEDGER_CODE: '2040',
    });
    await approved(asked);
    await eventually(async () =>
      expect((await outward.app.get(`${BULK}/${reference}`)).body.data).toMatchObject({
        status: 'Completed',
        processedRows: 1,
        failedRows: 0,
        outwardCharges: 10.75,
        stampDuty: 50,
      }),
    );
    expect(await outward.app.balance(from)).toBe(MONEY - body.totalAmount - 10.75 - 50);
    expect((await outward.tsq(body.rows[1]!.reference)).body.data).toMatchObject({ fee: 10, vat: 0.75 });
    expect(await left('2075')).toEqual([{ left: '0', used: true }]);
  });

  it.each([
    ['posted together', 20, '2080'],
    ['posted one by one', 501, '2990'],
  ])('go through the ledger with which the file was asked for, when its rows are %s', async (_, rowCount, other) => {
    const reference = freshReference('BL');
    const body = await fileOf(rowCount);
    const asked = await underPolicy(() => outward.app.post(BULK, body, { reference }));
    await outward.configure({ BULK_TRANSFER_LEDGER_CODE: other });
    await approved(asked);
    await eventually(async () =>
      expect((await outward.app.get(`${BULK}/${reference}`)).body.data).toMatchObject({
        status: 'Completed',
        processedRows: 1,
        failedRows: 0,
      }),
    );
    expect(await left('2075')).toEqual([{ left: '0', used: true }]);
    expect(await left(other)).toEqual([{ left: '0', used: false }]);
    // A file that is asked for now goes through the ledger of now.
    const next = bulkBody(from, rowsTo([to], [1, 2]));
    expect((await outward.app.post(BULK, next)).status).toBe(200);
    expect(await left(other)).toEqual([{ left: '0', used: true }]);
  });
});
