import type { Response } from 'supertest';
import { CREATE_ACCOUNT, openCompanyAccount, openVirtualAccount } from '../accounts/sandbox-accounts';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { BULK, bulkBody, rowsTo } from './bulk-files';

const LOCAL = '/api/transfer/v1/localfundtransfer';
const FUNDS = '/api/transfer/v1/fundstransfer';
const DUTY = 50;
const FROM = 10_000;
const MONEY = 100_000;

/** Stamp duty on transfers inside an institution that charges it. */
describe('stamp duty on local transfers', () => {
  let app: TestApp;
  let from: string;
  let own: string;
  let other: string;

  /** What a transfer took from the account beyond its amount. */
  const charged = async (debited: string, send: () => Promise<Response>, amount = FROM): Promise<number> => {
    const before = await app.balance(debited);
    const { status, text } = await send();
    expect({ status, text }).toMatchObject({ status: 200 });
    return before - (await app.balance(debited)) - amount;
  };
  const local = (creditAccount: string, debitAccount = from): Promise<Response> =>
    app.post(LOCAL, { debitAccount, creditAccount, amount: FROM });

  /** A further account of the customer who holds an account. */
  const furtherAccount = async (number: string): Promise<string> => {
    const [holder] = await app.rows<{ customerID: string }>(
      `SELECT c.customer_number AS "customerID" FROM customer c
         JOIN deposit_account a ON a.institution_id = c.institution_id AND a.customer_id = c.id
        WHERE a.account_number = $1`,
      [number],
    );
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const opened = await app.post(CREATE_ACCOUNT, { ...holder, branchCode, productCode, accountOfficerStaffID });
    return dataOf<{ accountNumber: string }>(opened).accountNumber;
  };

  beforeAll(async () => {
    app = await TestApp.start();
  });
  beforeEach(async () => {
    await app.configure({
      LOCAL_TRANSFER_STAMP_DUTY_ENABLED: 'true',
      STAMP_DUTY_AMOUNT: String(DUTY),
      STAMP_DUTY_MIN_TRANSFER: String(FROM),
      STAMP_DUTY_LEDGER_CODE: '2050',
    });
    from = await app.openAccount(MONEY);
    own = await furtherAccount(from);
    other = await app.openAccount();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('is charged on payments to others and to ledgers, not between accounts of one customer', async () => {
    expect(await charged(from, () => local(other))).toBe(DUTY);
    expect(await charged(from, () => local('2070'))).toBe(DUTY);
    expect(await charged(from, () => local(own))).toBe(0);
  });

  it('is not charged by fundstransfer between accounts of one customer', async () => {
    const send = (beneficiaryAccountNumber: string): Promise<Response> =>
      app.post(FUNDS, {
        originatorAccountNumber: from,
        beneficiaryAccountNumber,
        amount: FROM,
        transactionReference: freshReference('FT'),
      });
    expect(await charged(from, () => send(other))).toBe(DUTY);
    expect(await charged(from, () => send(own))).toBe(0);
  });

  it('is not charged to a company that pays in through a virtual account of another account of its own', async () => {
    const [first, second] = [await openCompanyAccount(app), await openCompanyAccount(app)];
    await app.payIn(first, MONEY);
    const virtual = await openVirtualAccount(app, second);
    expect(await charged(first, () => local(virtual, first))).toBe(0);
    expect(await charged(from, () => local(virtual))).toBe(DUTY);
  });

  it('is charged for those rows of a bulk transfer that leave the customer', async () => {
    const body = bulkBody(from, rowsTo([own, other, own], [FROM, FROM, FROM - 0.01]));
    const reference = freshReference('BT');
    const send = (): Promise<Response> => app.post(BULK, body, { reference });
    expect(await charged(from, send, body.totalAmount)).toBeCloseTo(DUTY, 2);
    const { data } = (await app.get(`${BULK}/${reference}/rows`)).body.data as { data: { charges: number }[] };
    expect(data.map(({ charges }) => charges)).toEqual([0, DUTY, 0]);
  });

  it('needs its ledger only where it is charged', async () => {
    await app.configure({ STAMP_DUTY_LEDGER_CODE: null });
    const refused = await local(other);
    expect([refused.status, refused.body.data.statusCode]).toEqual([503, 'CHARGES_NOT_CONFIGURED']);
    expect(await charged(from, () => local(own))).toBe(0);
  });
});
