import type { Response } from 'supertest';
import { ADD, depositOf, LIQUIDATE, openSaver, topUp } from '../fixed-deposits/deposits-support';
import { activeLoan, approvedLoan, disburseLoan, ledgerIdOf } from '../loans/loans-support';
import { fundCollections, REPAY_EARLY } from '../loans/servicing-support';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';

const LIMIT_EXCEEDED = { status: 422, code: 'LIMIT_EXCEEDED' };
const CLIENT_LIMIT_EXCEEDED = { status: 422, code: 'CLIENT_LIMIT_EXCEEDED' };

interface Finding {
  reference: string;
  amount_kobo: string;
  account_number: string;
  direction: string;
  hold_id: string | null;
  approval_id: string | null;
}

describe('deposits and loans as a way around limits and AML', () => {
  let app: TestApp;
  let administrator: string;
  beforeAll(async () => {
    app = await TestApp.start();
    administrator = await app.staff('administrator');
    await fundCollections(app, 5_000_000);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const limit = async (accountNumber: string, fields: object): Promise<void> => {
    dataOf(await app.put('/api/limit/v1/addupdateaccountlimit', { accountNumber, ...fields }));
  };
  const findingsOf = (accountNumber: string): Promise<Finding[]> =>
    app.rows(
      `SELECT reference, amount_kobo, account_number, direction, hold_id, approval_id FROM suspicious_transaction
        WHERE account_number = $1 ORDER BY id`,
      [accountNumber],
    );
  const liquidateAll = (accountNumber: string, referenceNumber = freshReference('FDL')): Promise<Response> =>
    app.post(LIQUIDATE, { accountNumber, liquidationType: 0, referenceNumber });

  it('a deposit is not funded past the single and daily limits of the account, nor in parts', async () => {
    const saver = await openSaver(app, 900_000);
    const { accountNumber } = saver;
    await limit(accountNumber, { userSingleTransactionLimit: 100_000, userDailyTransactionLimit: 150_000 });
    const toLedger = { liquidationAccountType: 2, liquidationAccount: '2030' };
    expect(refusalOf(await app.post(ADD, depositOf(saver, { principalAmount: 100_000.01, ...toLedger })))).toEqual(
      LIMIT_EXCEEDED,
    );
    const deposit = dataOf<{ accountNumber: string }>(await app.post(ADD, depositOf(saver, toLedger)));
    expect(refusalOf(await topUp(app, deposit.accountNumber, accountNumber, 50_000.01))).toEqual(LIMIT_EXCEEDED);
    dataOf(await topUp(app, deposit.accountNumber, accountNumber, 50_000));
    const { body } = await app.get('/api/limit/v1/getaccountlimit', { AccountNumber: accountNumber });
    expect(body.data).toMatchObject({ usedToday: 150_000, remainingToday: 0 });
  });

  it('parallel deposits do not pass the daily limit together', async () => {
    const saver = await openSaver(app, 900_000);
    await limit(saver.accountNumber, { userDailyTransactionLimit: 300_000 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => app.post(ADD, depositOf(saver))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status !== 200).map(refusalOf)).toEqual(Array(5).fill(LIMIT_EXCEEDED));
  });

  it('a deposit is not funded past the daily limit of a KYC tier', async () => {
    const saver = await openSaver(app, 900_000);
    await app.configure({ KYC_LIMITS_ENABLED: 'true', KYC_TIER_1_DAILY_LIMIT: '99999' });
    try {
      expect(refusalOf(await app.post(ADD, depositOf(saver)))).toEqual(LIMIT_EXCEEDED);
    } finally {
      await app.configure({ KYC_LIMITS_ENABLED: 'false', KYC_TIER_1_DAILY_LIMIT: null });
    }
    expect((await app.post(ADD, depositOf(saver))).status).toBe(200);
  });

  it('a deposit that meets an AML rule is posted and leaves a suspicious transaction, alone or with others', async () => {
    const saver = await openSaver(app, 3_000_000);
    const { accountNumber } = saver;
    const references = [freshReference('FD'), freshReference('FD')];
    for (const referenceNumber of references)
      dataOf(await app.post(ADD, depositOf(saver, { principalAmount: 600_000, referenceNumber })));
    expect(await findingsOf(accountNumber)).toEqual([
      {
        reference: references[1],
        amount_kobo: '60000000',
        account_number: accountNumber,
        direction: 'outflow',
        hold_id: null,
        approval_id: null,
      },
    ]);
    const token = await app.staff('amlOfficer');
    const { body } = await app.get('/api/admin/v1/aml/suspicious-transactions', {}, { token });
    expect(body.data.data[0]).toMatchObject({
      referenceNumber: references[1],
      approvalId: null,
      ruleName: 'Large outflow',
      windowAmount: 600_000,
    });
  });

  it('a rule that names a ledger records what a liquidated deposit and a loan pay to it', async () => {
    await app.approved(
      app.post(
        '/api/admin/v1/aml/rules',
        { name: 'Into the ledger', direction: 'inflow', threshold: 100_000, accountNumber: '2030', action: 'hold' },
        { token: await app.staff('amlOfficer') },
      ),
    );
    const saver = await openSaver(app, 500_000);
    const deposit = dataOf<{ accountNumber: string }>(
      await app.post(ADD, depositOf(saver, { liquidationAccountType: 2, liquidationAccount: '2030' })),
    );
    const reference = freshReference('FDL');
    dataOf(await liquidateAll(deposit.accountNumber, reference));
    expect(await findingsOf('2030')).toMatchObject([{ reference, amount_kobo: '10000000', direction: 'inflow' }]);
  });

  it('a liquidation to a ledger counts against the client that named it, one to the customer does not', async () => {
    const saver = await openSaver(app, 500_000);
    const [toLedger, toCustomer] = [
      dataOf<{ accountNumber: string }>(
        await app.post(ADD, depositOf(saver, { liquidationAccountType: 2, liquidationAccount: '2030' })),
      ),
      dataOf<{ accountNumber: string }>(await app.post(ADD, depositOf(saver))),
    ];
    const { clientId } = app.sandbox.client;
    const set = (fields: object): Promise<Response> =>
      app.approved(app.patch(`/api/admin/v1/api-clients/${clientId}`, fields, { token: administrator }));
    dataOf(await set({ perCallLimit: 99_999.99 }));
    try {
      expect(refusalOf(await liquidateAll(toLedger.accountNumber))).toEqual(CLIENT_LIMIT_EXCEEDED);
      expect(refusalOf(await app.post(ADD, depositOf(saver)))).toEqual(CLIENT_LIMIT_EXCEEDED);
      dataOf(await liquidateAll(toCustomer.accountNumber));
    } finally {
      dataOf(await set({ perCallLimit: null }));
    }
  });

  describe('a loan', () => {
    it('is not paid out to a ledger that is closed to clients, and counts against the client', async () => {
      const loan = await approvedLoan(app);
      const { clientId } = app.sandbox.client;
      const set = (fields: object): Promise<Response> =>
        app.approved(app.patch(`/api/admin/v1/api-clients/${clientId}`, fields, { token: administrator }));
      dataOf(await set({ perDayLimit: 119_999 }));
      try {
        expect(refusalOf(await disburseLoan(app, loan.loanAccountNumber))).toEqual(CLIENT_LIMIT_EXCEEDED);
      } finally {
        dataOf(await set({ perDayLimit: null }));
      }
      const to = { allowDisbursementToGL: true, disbursementGLID: await ledgerIdOf(app, '2100') };
      const open = (allowed: boolean): Promise<unknown> =>
        app.rows(`UPDATE ledger_account SET allow_api = $1 WHERE number = '2100'`, [allowed]);
      await app.rows(
        `UPDATE product SET usable_gl_account_ids = (SELECT jsonb_agg(id) FROM gl_account WHERE code = '2100')
          WHERE code = 'LN001'`,
      );
      await open(false);
      expect(refusalOf(await disburseLoan(app, loan.loanAccountNumber, to))).toEqual({
        status: 422,
        code: 'LEDGER_NOT_ALLOWED',
      });
      await open(true);
      dataOf(await disburseLoan(app, loan.loanAccountNumber, to));
    });

    it('is not repaid early from the linked account past its limits, and leaves a record where a rule is met', async () => {
      const loan = await activeLoan(app);
      await app.payIn(loan.linkedNumber, 2_000_000);
      await limit(loan.linkedNumber, { userSingleTransactionLimit: 1_000 });
      const early = (referenceNumber: string): Promise<Response> =>
        app.post(REPAY_EARLY, {
          loanAccountNumber: loan.loanAccountNumber,
          paymentOption: 0,
          source: 'LinkedAccount',
          referenceNumber,
        });
      expect(refusalOf(await early(freshReference('ER')))).toEqual(LIMIT_EXCEEDED);
      await limit(loan.linkedNumber, { userSingleTransactionLimit: null });
      const token = await app.staff('amlOfficer');
      await app.approved(
        app.post(
          '/api/admin/v1/aml/rules',
          {
            name: 'Early repayments',
            direction: 'outflow',
            threshold: 50_000,
            accountNumber: loan.linkedNumber,
            action: 'hold-and-freeze',
          },
          { token },
        ),
      );
      const reference = freshReference('ER');
      dataOf(await early(reference));
      expect(await findingsOf(loan.linkedNumber)).toMatchObject([{ reference, direction: 'outflow', hold_id: null }]);
      const [account] = await app.rows('SELECT status FROM ledger_account WHERE number = $1', [loan.linkedNumber]);
      expect(account).toEqual({ status: 'Active' });
    });
  });
});
