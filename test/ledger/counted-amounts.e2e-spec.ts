import type { Response } from 'supertest';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';

const TRANSFER = '/api/transfer/v1/localfundtransfer';
const LIMITS = '/api/limit/v1/addupdateaccountlimit';
const POLICIES = '/api/admin/v1/approval-policies';
const FEE_LEDGER = '4010';

describe('controls on what a caller moves', () => {
  let app: TestApp;
  let administrator: string;
  let payee: string;
  beforeAll(async () => {
    app = await TestApp.start();
    administrator = await app.staff('administrator');
    payee = await app.openAccount();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const configure = (key: string, value: string): Promise<void> => app.configure({ [key]: value });
  const pay = (debitAccount: string, amount: number, fee = 0, facts: object = {}): Promise<Response> =>
    app.post(TRANSFER, {
      debitAccount,
      creditAccount: payee,
      amount,
      ...(fee === 0 ? {} : { feeCharge: fee, feeIncomeGL: FEE_LEDGER }),
      ...facts,
    });
  const post = (debitAccount: string, amount: number): Promise<Response> =>
    app.post('/api/postings/v1/posttransaction', {
      debitAccount,
      creditAccount: payee,
      amount,
      narration: 'Manual posting',
      referenceNumber: freshReference('PT'),
    });
  const compound = (debitAccount: string, amounts: number[]): Promise<Response> =>
    app.post('/api/postings/v1/post', {
      narration: 'Compound posting',
      referenceNumber: freshReference('PE'),
      entries: [
        ...amounts.map((amount) => ({ account: debitAccount, side: 'Debit', amount })),
        { account: payee, side: 'Credit', amount: amounts.reduce((sum, amount) => sum + amount, 0) },
      ],
    });
  const limited = async (fields: object, balance = 10_000): Promise<string> => {
    const accountNumber = await app.openAccount(balance);
    dataOf(await app.put(LIMITS, { accountNumber, ...fields }));
    return accountNumber;
  };
  const EXCEEDED = { status: 422, code: 'LIMIT_EXCEEDED' };

  describe('count the fee that the caller names', () => {
    it('in the threshold of an AML rule', async () => {
      const payer = await app.openAccount(2_000_000);
      expect(refusalOf(await pay(payer, 500_000, 500_000))).toEqual({ status: 202, code: 'AML_HOLD' });
      expect(await app.balance(payer)).toBe(2_000_000);
    });

    it('in the window of an AML rule, and give it back with the reversal', async () => {
      const payer = await app.openAccount(2_000_000);
      const { postingReferenceNumber } = dataOf<{ postingReferenceNumber: string }>(await pay(payer, 400_000, 400_000));
      expect(refusalOf(await pay(payer, 200_000))).toEqual({ status: 202, code: 'AML_HOLD' });
      const reversal = { referenceNumber: postingReferenceNumber, reason: 'Paid twice' };
      dataOf(await app.post('/api/postings/v1/reversetransaction', reversal));
      dataOf(await pay(payer, 499_999, 499_999));
    });

    it('in the single limit and the daily limit of an account', async () => {
      const single = await limited({ userSingleTransactionLimit: 1_000 });
      expect(refusalOf(await pay(single, 500.01, 500))).toEqual(EXCEEDED);
      dataOf(await pay(single, 500, 500));
      const daily = await limited({ userDailyTransactionLimit: 1_000 });
      const { postingReferenceNumber } = dataOf<{ postingReferenceNumber: string }>(await pay(daily, 400, 400));
      expect(refusalOf(await pay(daily, 200.01))).toEqual(EXCEEDED);
      dataOf(
        await app.post('/api/postings/v1/reversetransaction', { referenceNumber: postingReferenceNumber, reason: 'x' }),
      );
      dataOf(await pay(daily, 500, 500));
    });

    it('in the floor of an approval policy, for the transfer and for its reversal', async () => {
      const policy = { operation: 'local-transfer', amountFloor: 900 };
      const payer = await app.openAccount(10_000);
      const { postingReferenceNumber } = dataOf<{ postingReferenceNumber: string }>(await pay(payer, 450, 450));
      const { id } = dataOf<{ id: number }>(await app.approved(app.post(POLICIES, policy, { token: administrator })));
      const reversals = { operation: 'reverse-transaction', amountFloor: 900 };
      const ofReversals = dataOf<{ id: number }>(
        await app.approved(app.post(POLICIES, reversals, { token: administrator })),
      );
      try {
        expect(refusalOf(await pay(payer, 450, 450))).toEqual({ status: 202, code: 'PENDING_APPROVAL' });
        dataOf(await pay(payer, 450, 449.99));
        const reversal = { referenceNumber: postingReferenceNumber, reason: 'Paid twice' };
        expect(refusalOf(await app.post('/api/postings/v1/reversetransaction', reversal))).toEqual({
          status: 202,
          code: 'PENDING_APPROVAL',
        });
      } finally {
        for (const [policyId, terms] of [
          [id, policy],
          [ofReversals.id, reversals],
        ] as const)
          await app.approved(app.put(`${POLICIES}/${policyId}`, { ...terms, active: false }, { token: administrator }));
      }
    });

    it('in the daily limit of a KYC tier', async () => {
      const payer = await app.openAccount(100_000);
      await configure('KYC_LIMITS_ENABLED', 'true');
      try {
        payee = '2030';
        expect(refusalOf(await pay(payer, 15_000.01, 15_000))).toEqual(EXCEEDED);
        dataOf(await pay(payer, 15_000, 14_999.9));
        expect(refusalOf(await post(payer, 0.11))).toEqual(EXCEEDED);
        expect(refusalOf(await compound(payer, [0.06, 0.06]))).toEqual(EXCEEDED);
        dataOf(await post(payer, 0.1));
      } finally {
        await configure('KYC_LIMITS_ENABLED', 'false');
        payee = await app.openAccount();
      }
    });

    it('but not the VAT and the stamp duty that the institution sets', async () => {
      await configure('LOCAL_TRANSFER_STAMP_DUTY_ENABLED', 'true');
      try {
        dataOf(await pay(await limited({ userSingleTransactionLimit: 10_000 }, 11_000), 10_000));
      } finally {
        await configure('LOCAL_TRANSFER_STAMP_DUTY_ENABLED', 'false');
      }
    });
  });

  describe('allow a fee of a local transfer', () => {
    it.each(['2070', '2030', '2040', '1010', '1030', '1021', '5010', '4020'])(
      'no ledger that does not take fees: %s',
      async (feeIncomeGL) => {
        const payer = await app.openAccount(1_000);
        expect(refusalOf(await pay(payer, 100, 10, { feeIncomeGL }))).toEqual({
          status: 422,
          code: 'FEE_LEDGER_NOT_ALLOWED',
        });
        expect(await app.balance(payer)).toBe(1_000);
      },
    );

    it('as large as the amount, or as the lower share that the institution sets', async () => {
      const payer = await app.openAccount(10_000);
      const refused = await pay(payer, 100, 100.01);
      expect(refusalOf(refused)).toEqual({ status: 422, code: 'FEE_TOO_HIGH' });
      expect((refused.body as { data: { maximumFee: number } }).data.maximumFee).toBe(100);
      dataOf(await pay(payer, 100, 100));
      await configure('LOCAL_TRANSFER_FEE_MAX_RATE', '0.025');
      try {
        expect(refusalOf(await pay(payer, 100, 2.51))).toEqual({ status: 422, code: 'FEE_TOO_HIGH' });
        dataOf(await pay(payer, 100, 2.5));
      } finally {
        await configure('LOCAL_TRANSFER_FEE_MAX_RATE', '1');
      }
    });

    it('a ledger that staff open for fees', async () => {
      const ledger = (fields: object): Promise<Response> =>
        app.post('/api/admin/v1/ledgers', { name: 'Courier fees', ...fields }, { token: administrator });
      const opened = app.approved(ledger({ code: '4901', category: 'Income', takesFees: true }));
      expect(dataOf(await opened)).toMatchObject({
        code: '4901',
        takesFees: true,
      });
      expect(refusalOf(await ledger({ code: '2901', category: 'Liability', takesFees: true }))).toEqual({
        status: 400,
        code: 'VALIDATION_FAILED',
      });
      dataOf(await pay(await app.openAccount(1_000), 100, 10, { feeIncomeGL: '4901' }));
    });
  });

  describe('hold for the manual postings of an API client', () => {
    it.each([
      ['posttransaction', (payer: string, amount: number) => post(payer, amount)],
      ['post in one leg', (payer: string, amount: number) => compound(payer, [amount])],
      ['post in parts', (payer: string, amount: number) => compound(payer, [amount / 2, amount / 2])],
    ])('%s obeys the limits of the debited account and uses them up', async (_, send) => {
      const single = await limited({ userSingleTransactionLimit: 1_000 });
      expect(refusalOf(await send(single, 1_000.02))).toEqual(EXCEEDED);
      const daily = await limited({ userDailyTransactionLimit: 1_000 });
      const { postingReferenceNumber } = dataOf<{ postingReferenceNumber: string }>(await send(daily, 600));
      expect(refusalOf(await send(daily, 400.02))).toEqual(EXCEEDED);
      expect(refusalOf(await pay(daily, 400.01))).toEqual(EXCEEDED);
      const reversal = { referenceNumber: postingReferenceNumber, reason: 'Wrong account' };
      dataOf(await app.post('/api/postings/v1/reversetransaction', reversal));
      dataOf(await send(daily, 1_000));
    });

    it('and one limit holds for parallel postings and transfers together', async () => {
      const payer = await limited({ userDailyTransactionLimit: 500 });
      const answers = await Promise.all(
        Array.from({ length: 12 }, (__, index) =>
          index % 3 === 0 ? post(payer, 100) : index % 3 === 1 ? compound(payer, [50, 50]) : pay(payer, 50, 50),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
      expect(await app.balance(payer)).toBe(9_500);
    });

    it('while a posting group of staff does not use the limits', async () => {
      const payer = await limited({ userSingleTransactionLimit: 100, userDailyTransactionLimit: 100 });
      const group = {
        referenceNumber: freshReference('PG'),
        narration: 'Correction',
        entries: [
          { account: payer, side: 'Debit', amount: 500 },
          { account: payee, side: 'Credit', amount: 500 },
        ],
      };
      dataOf(await app.post('/api/admin/v1/posting-groups', group, { token: await app.staff('maker') }));
      dataOf(await pay(payer, 100));
    });
  });
});
