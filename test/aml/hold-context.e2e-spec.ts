import type { Response } from 'supertest';
import { codeOf, dataOf, fieldsOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire } from '../support/hire';

const AMOUNT = 1_000_000;

interface Other {
  approvalId: number;
}
interface Context {
  parties: {
    accountNumber: string;
    role: string;
    customerID: string | null;
    balance: number | null;
    in30d: number | null;
    out30d: number | null;
    usualCounterparties: { accountNumber: string; count: number }[];
  }[];
  relatedHolds: Other[];
  sameCounterparty: Other[];
  rule: { threshold: number; amount: number; windowSum: number };
  windowMovements: { amount: number; narration: string }[];
}
interface Trial {
  examined: number;
  holds: number;
  accounts: number;
  isTruncated: boolean;
  examples: { accountNumber: string; amount: number; withWindow: number }[];
}

describe('the case of an AML hold', () => {
  let app: TestApp;
  let officer: string;
  beforeAll(async () => {
    app = await TestApp.start();
    officer = await app.staff('amlOfficer');
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const pay = (debitAccount: string, creditAccount: string, amount: number): Promise<Response> =>
    app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount,
      creditAccount,
      amount,
      narration: `Pays ${amount}`,
    });
  const hold = async (from: string, to: string, amount: number): Promise<number> =>
    dataOf<Other>(await pay(from, to, amount), 202).approvalId;
  const contextOf = async (approvalId: number): Promise<Context> =>
    dataOf<Context>(await app.get(`/api/admin/v1/aml/holds/${approvalId}/context`, {}, { token: officer }));
  const tryOut = (rule: object, days: number | string = 1, token = officer): Promise<Response> =>
    app.post('/api/admin/v1/aml/rules/try', { rule, days }, { token, reference: null });

  it('shows parties, window, rule and other holds', async () => {
    const [payer, payee, stranger] = [
      await app.openAccount(3 * AMOUNT),
      await app.openAccount(),
      await app.openAccount(5),
    ];
    dataOf(await pay(payer, payee, 300_000));
    dataOf(await pay(payer, payee, 200_000));
    const approvalId = await hold(payer, payee, 600_000);
    const related = await hold(payer, stranger, AMOUNT);
    const same = await hold(stranger, payee, AMOUNT);
    const context = await contextOf(approvalId);
    expect(context.parties.map(({ accountNumber, role }) => [accountNumber, role])).toEqual([
      [payer, 'source'],
      [payee, 'destination'],
    ]);
    expect(context.parties[0]).toMatchObject({
      customerID: expect.stringMatching(/^\d{8}$/),
      balance: 2_500_000,
      in30d: 3_000_000,
      out30d: 500_000,
    });
    expect(context.parties[0]!.usualCounterparties[0]).toMatchObject({ accountNumber: payee, count: 2 });
    expect(context.rule).toMatchObject({ threshold: AMOUNT, amount: 600_000, windowSum: 500_000 });
    expect(context.windowMovements.map(({ amount }) => amount)).toEqual([200_000, 300_000]);
    expect(context.relatedHolds.map((one) => one.approvalId)).toEqual([related]);
    expect(context.sameCounterparty.map((one) => one.approvalId)).toEqual([same]);
  });

  it('has no facts about what is no customer account here', async () => {
    const payer = await app.openAccount(2 * AMOUNT);
    const { parties } = await contextOf(await hold(payer, '2030', AMOUNT));
    expect(parties[1]).toMatchObject({ accountNumber: '2030', customerID: null, balance: null, in30d: null });
  });

  it('is not shown without the permission, and not for other approvals', async () => {
    const path = '/api/admin/v1/aml/holds/999999999/context';
    expect(codeOf(await app.get(path, {}, { token: officer }))).toStrictEqual([404, 'AML_HOLD_NOT_FOUND']);
    const approvalId = await hold(await app.openAccount(), '2030', AMOUNT);
    const { token } = await hire(app, 'NOAML', ['view-approvals']);
    const refused = await app.get(`/api/admin/v1/aml/holds/${approvalId}/context`, {}, { token });
    expect(codeOf(refused)).toStrictEqual([403, 'PERMISSION_DENIED']);
  });

  describe('the trial of a rule', () => {
    const rule = (facts: object): object => ({ name: 'Trial', direction: 'outflow', threshold: 100_000, ...facts });

    it('counts what reaches the threshold alone, and with the 24 hours before', async () => {
      const [payer, payee] = [await app.openAccount(500_000), await app.openAccount()];
      for (const amount of [40_000, 50_000, 10_000, 5_000]) dataOf(await pay(payer, payee, amount));
      const trial = dataOf<Trial>(await tryOut(rule({ accountNumber: payer })));
      // 40,000 and 90,000 stay below; 100,000 and 105,000 reach it.
      expect(trial).toMatchObject({ holds: 2, accounts: 1, isTruncated: false });
      expect(trial.examples).toMatchObject([
        { accountNumber: payer, amount: 10_000, withWindow: 100_000 },
        { accountNumber: payer, amount: 5_000, withWindow: 105_000 },
      ]);
      expect(dataOf<Trial>(await tryOut(rule({ accountNumber: payer, threshold: 105_001 }))).holds).toBe(0);
      expect(dataOf<Trial>(await tryOut(rule({ accountNumber: payee }))).holds).toBe(0);
      const inflow = rule({ accountNumber: payee, direction: 'inflow' });
      expect(dataOf<Trial>(await tryOut(inflow)).holds).toBe(2);
    });

    it('says what the rule then does', async () => {
      const [payer, payee] = [await app.openAccount(500_000), await app.openAccount()];
      const terms = rule({ accountNumber: payer, threshold: 60_000 });
      dataOf(await pay(payer, payee, 50_000));
      expect(dataOf<Trial>(await tryOut(terms)).holds).toBe(0);
      await app.approved(app.post('/api/admin/v1/aml/rules', terms, { token: officer }));
      expect((await pay(payer, payee, 9_999)).status).toBe(200);
      expect((await pay(payer, payee, 1)).status).toBe(202);
      expect(dataOf<Trial>(await tryOut(terms)).holds).toBe(0);
    });

    it('takes off what was reversed, and leaves days before the period out', async () => {
      const [payer, payee] = [await app.openAccount(500_000), await app.openAccount()];
      const body = { debitAccount: payer, creditAccount: payee, amount: 90_000, narration: 'Wrong' };
      const referenceNumber = `REV-${payer}`;
      dataOf(await app.post('/api/postings/v1/posttransaction', { ...body, referenceNumber }));
      dataOf(await app.post('/api/postings/v1/reversetransaction', { referenceNumber, reason: 'Wrong' }));
      dataOf(await pay(payer, payee, 20_000));
      expect(dataOf<Trial>(await tryOut(rule({ accountNumber: payer }))).holds).toBe(0);
      expect(dataOf<Trial>(await tryOut(rule({ accountNumber: payer, threshold: 20_000 }))).holds).toBe(2);
    });

    it('refuses too many days, a wrong rule, an unknown account, and who may not see AML', async () => {
      expect(fieldsOf(await tryOut(rule({}), 91))).toEqual(['days']);
      expect(fieldsOf(await tryOut(rule({ direction: 'sideways' })))).toEqual(['rule.direction']);
      expect(fieldsOf(await app.post('/api/admin/v1/aml/rules/try', { days: 1 }, { token: officer }))).toEqual([
        'rule',
      ]);
      expect(codeOf(await tryOut(rule({ accountNumber: '9999999999' })))).toStrictEqual([404, 'ACCOUNT_NOT_FOUND']);
      const administrator = await hire(app, 'NOAML2', ['view-approvals']);
      expect(codeOf(await tryOut(rule({}), 1, administrator.token))).toStrictEqual([403, 'PERMISSION_DENIED']);
      expect(await app.rows(`SELECT 1 FROM aml_rule WHERE name = 'Trial' AND threshold_kobo = 10000000`)).toEqual([]);
    });
  });
});
