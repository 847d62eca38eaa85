import { Injectable } from '@nestjs/common';
import type { Response } from 'supertest';
import { AccruedInterest, type InterestAccrual } from '../../src/accounts/accrued-interest';
import type { Tx } from '../../src/common/database/unit-of-work';
import { MemberOf } from '../../src/common/registry/registry';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { companyOf, GET_ACCOUNT, GET_EXTENDED_BALANCE, openVirtualAccount, SEARCH_ACCOUNT } from './sandbox-accounts';

const UPDATE = '/api/account/v1/updatecustomeraccount';
const TRANSFER = '/api/transfer/v1/localfundtransfer';
const ADMIN = '/api/admin/v1';

interface Account {
  id: number;
  accountNumber: string;
}

/** A source of interest whose amounts the tests set. */
@Injectable()
@MemberOf(AccruedInterest)
class TestAccrual implements InterestAccrual {
  readonly name = 'test';
  /** Kobo, by account id. */
  readonly accrued = new Map<number, bigint>();

  accruedKobo(_tx: Tx, _institutionId: number, accountId: number): Promise<bigint> {
    return Promise.resolve(this.accrued.get(accountId) ?? 0n);
  }
}

describe('PUT /api/account/v1/updatecustomeraccount', () => {
  let app: TestApp;
  let administrator: string;

  beforeAll(async () => {
    app = await TestApp.start({}, [TestAccrual]);
    administrator = await app.staff('administrator');
    dataOf(await admin('ledgers', { code: '2915', name: 'Kiddies deposits', category: 'Liability', isControl: true }));
    dataOf(
      await admin('products', {
        productCode: 'KID001',
        productName: 'Kiddies Savings',
        productType: 'Savings',
        controlLedgerCode: '2915',
      }),
    );
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const admin = (path: string, body: object): Promise<Response> =>
    app.post(`${ADMIN}/${path}`, body, { token: administrator });
  const update = (body: object, options = {}): Promise<Response> => app.put(UPDATE, body, options);
  const get = async (AccountNumber: string): Promise<Account & Record<string, unknown>> =>
    dataOf(await app.get(GET_ACCOUNT, { AccountNumber }));
  const open = async (balance = 0): Promise<Account> => get(await app.openAccount(balance));
  const ledgerRow = async (id: number): Promise<Record<string, unknown>> =>
    (await app.rows<Record<string, unknown>>('SELECT * FROM ledger_account WHERE id = $1', [id]))[0]!;
  /** The sum of the accounts of a control ledger, in Naira. */
  const controlBalance = async (code: string): Promise<number> => {
    const { rows } = dataOf<{ rows: { code: string; debits: number; credits: number }[] }>(
      await app.get(`${ADMIN}/ledger/trial-balance`, {}, { token: administrator }),
    );
    const { debits, credits } = rows.find((row) => row.code === code)!;
    return credits - debits;
  };

  it('renames an account everywhere', async () => {
    const { id, accountNumber } = await open(100);
    const other = await app.openAccount();
    expect(dataOf(await update({ id, accountName: '  Ṣadé Bankole ' }))).toMatchObject({
      id,
      accountNumber,
      accountName: 'Ṣadé Bankole',
    });
    expect(await get(accountNumber)).toMatchObject({ accountName: 'Ṣadé Bankole' });
    expect(dataOf(await app.get(SEARCH_ACCOUNT, { AccountName: 'sade bank' }))).toMatchObject({
      recordCount: 1,
      data: [{ id }],
    });
    expect(
      dataOf(await app.get(SEARCH_ACCOUNT, { AccountName: 'test person', AccountNumber: accountNumber })),
    ).toMatchObject({ recordCount: 0 });
    expect(dataOf(await app.get('/api/transfer/v1/nameenquiry/local', { AccountNumber: accountNumber }))).toMatchObject(
      { accountName: 'Ṣadé Bankole' },
    );
    expect(dataOf(await app.get(GET_EXTENDED_BALANCE, { AccountNumber: accountNumber }))).toMatchObject({
      accountName: 'Ṣadé Bankole',
    });
    const reference = freshReference();
    dataOf(await app.post(TRANSFER, { debitAccount: accountNumber, creditAccount: other, amount: 1 }, { reference }));
    const [posting] = await app.rows<{ name: string }>(
      `SELECT additional_metadata->>'account_name_from' AS name FROM posting WHERE reference = $1`,
      [reference],
    );
    expect(posting).toEqual({ name: 'Ṣadé Bankole' });
  });

  it('changes branch, officer and tier on both rows of an account', async () => {
    const { id, accountNumber } = await open();
    dataOf(
      await app.approved(
        admin('staff', {
          staffID: 'STF777',
          name: 'Next Officer',
          email: 'next@sandbox.corebank.example',
          branchCode: '001',
        }),
      ),
    );
    const changed = { branchCode: '002', accountOfficerStaffID: 'STF777', kycTier: 3 };
    expect(dataOf(await update({ id, ...changed }))).toMatchObject({
      ...changed,
      branchName: 'Ikeja',
      accountOfficerName: 'Next Officer',
    });
    expect(await get(accountNumber)).toMatchObject(changed);
    const [branch] = await app.rows<{ id: string }>(`SELECT id FROM branch WHERE branch_code = '002'`);
    expect(await ledgerRow(id)).toMatchObject({ branch_id: branch!.id, kyc_tier: 3 });
    const [audited] = await app.rows('SELECT action, details FROM audit_log WHERE subject = $1', [
      `account:${accountNumber}`,
    ]);
    expect(audited).toEqual({
      action: 'account.update',
      details: {
        before: { branchCode: '001', accountOfficerStaffID: 'STF001', kycTier: 1 },
        after: { branchCode: '002', accountOfficerStaffID: 'STF777', kycTier: 3 },
      },
    });
  });

  describe('a change of product', () => {
    it('moves the whole balance to the new control ledger', async () => {
      const { id, accountNumber } = await open(1_234.56);
      const [oldBefore, newBefore] = [await controlBalance('2010'), await controlBalance('2915')];
      expect(dataOf(await update({ id, productCode: 'KID001' }))).toMatchObject({
        productCode: 'KID001',
        productName: 'Kiddies Savings',
        accountType: 'Savings',
      });
      expect((await controlBalance('2010')) - oldBefore).toBeCloseTo(-1_234.56, 2);
      expect((await controlBalance('2915')) - newBefore).toBeCloseTo(1_234.56, 2);
      await app.payIn(accountNumber, 100);
      expect((await controlBalance('2915')) - newBefore).toBeCloseTo(1_334.56, 2);
      const [product] = await app.rows<{ id: string; control_gl_account_id: string }>(
        `SELECT id, control_gl_account_id FROM product WHERE code = 'KID001'`,
      );
      expect(await ledgerRow(id)).toMatchObject({
        product_id: product!.id,
        control_account_id: product!.control_gl_account_id,
      });
      expect(await app.failedProofs()).toEqual([]);
    });

    it('lets the AML rules of the new product apply', async () => {
      const { id, accountNumber } = await open(100);
      dataOf(
        await app.approved(
          app.post(
            `${ADMIN}/aml/rules`,
            { name: 'Kids', direction: 'outflow', threshold: 50, productCode: 'KID001' },
            { token: await app.staff('amlOfficer') },
          ),
        ),
      );
      const pay = (): Promise<Response> =>
        app.post(TRANSFER, { debitAccount: accountNumber, creditAccount: '2030', amount: 50 });
      expect((await pay()).status).toBe(200);
      dataOf(await update({ id, productCode: 'KID001' }));
      expect(refusalOf(await pay())).toEqual({ status: 202, code: 'AML_HOLD' });
    });

    it('is refused while interest is accrued', async () => {
      const { id, accountNumber } = await open();
      const { accrued } = app.app.get(TestAccrual);
      accrued.set(id, 150n);
      const answer = await update({ id, productCode: 'KID001', accountName: 'Not Renamed' });
      expect(refusalOf(answer)).toEqual({ status: 422, code: 'ACCRUED_INTEREST_NOT_POSTED' });
      expect(answer.body).toMatchObject({ data: { accruedInterest: 1.5 } });
      expect(await get(accountNumber)).toMatchObject({ productCode: 'SAV001', accountName: 'Test Person' });
      expect(dataOf(await app.get(GET_EXTENDED_BALANCE, { AccountNumber: accountNumber }))).toMatchObject({
        accruedInterest: 1.5,
      });
      accrued.delete(id);
      expect((await update({ id, productCode: 'KID001' })).status).toBe(200);
    });

    it('is refused for a product of another type', async () => {
      const { id, accountNumber } = await open();
      expect(refusalOf(await update({ id, productCode: 'CUR001' }))).toEqual({
        status: 422,
        code: 'PRODUCT_TYPE_NOT_ALLOWED',
      });
      expect(await get(accountNumber)).toMatchObject({ productCode: 'SAV001' });
    });
  });

  describe('accountStatus', () => {
    it('activates and deactivates an account; the present status is no change', async () => {
      const { id, accountNumber } = await open();
      for (const accountStatus of ['Active', 'Inactive', 'Inactive', 'Active']) {
        expect(dataOf(await update({ id, accountStatus }))).toMatchObject({ accountStatus });
      }
      const changes = await app.rows(
        'SELECT from_status, to_status FROM account_status_change WHERE account_number = $1 ORDER BY id',
        [accountNumber],
      );
      expect(changes).toEqual([
        { from_status: 'Active', to_status: 'Inactive' },
        { from_status: 'Inactive', to_status: 'Active' },
      ]);
    });

    it('activates a dormant account', async () => {
      const { id } = await open();
      await app.rows(`UPDATE ledger_account SET status = 'Dormant' WHERE id = $1`, [id]);
      expect(refusalOf(await update({ id, accountStatus: 'Inactive' }))).toEqual({
        status: 409,
        code: 'STATUS_CHANGE_NOT_ALLOWED',
      });
      expect(dataOf(await update({ id, accountStatus: 'Active' }))).toMatchObject({ accountStatus: 'Active' });
    });

    it('does not end a freeze, and the other fields do not change either', async () => {
      const { id, accountNumber } = await open();
      await app.rows(`UPDATE ledger_account SET status = 'Frozen' WHERE id = $1`, [id]);
      for (const accountStatus of ['Active', 'Inactive']) {
        expect(refusalOf(await update({ id, accountStatus, accountName: 'Not Renamed' }))).toEqual({
          status: 409,
          code: 'STATUS_CHANGE_NOT_ALLOWED',
        });
      }
      expect(await get(accountNumber)).toMatchObject({ accountStatus: 'Frozen', accountName: 'Test Person' });
      expect(dataOf(await update({ id, accountName: 'Renamed' }))).toMatchObject({
        accountStatus: 'Frozen',
        accountName: 'Renamed',
      });
    });

    it('waits for approval under a policy, while the other fields change', async () => {
      const operation = 'deactivate-account';
      const policyId = dataOf<{ id: number }>(await app.approved(admin('approval-policies', { operation }))).id;
      const { id, accountNumber } = await open();
      const answer = await update({ id, accountStatus: 'Inactive', accountName: 'Renamed' });
      dataOf(
        await app.approved(
          app.put(`${ADMIN}/approval-policies/${policyId}`, { operation, active: false }, { token: administrator }),
        ),
      );
      expect(refusalOf(answer)).toEqual({ status: 202, code: 'PENDING_APPROVAL' });
      const { approvalId } = (answer.body as { data: { approvalId: number } }).data;
      expect(await get(accountNumber)).toMatchObject({
        accountStatus: 'Active',
        accountName: 'Renamed',
        pendingApprovalId: approvalId,
      });
      dataOf(await app.post(`${ADMIN}/approvals/${approvalId}/approve`, {}, { token: await app.staff('checker') }));
      expect(await get(accountNumber)).toMatchObject({ accountStatus: 'Inactive', pendingApprovalId: null });
    });
  });

  it('accepts a whole record, even when its branch, officer and product are no longer active', async () => {
    const { id, accountNumber } = await open();
    const { accountName, branchCode, accountOfficerStaffID, productCode, accountStatus, kycTier } =
      await get(accountNumber);
    const off = (status: string): string =>
      `UPDATE branch SET status = '${status}'; UPDATE product SET status = '${status}'
         WHERE code = '${String(productCode)}'; UPDATE staff SET status = '${status}' WHERE staff_code = 'STF001'`;
    await app.rows(off('Inactive'));
    const answer = await update({
      id,
      accountName,
      branchCode,
      accountOfficerStaffID,
      productCode,
      accountStatus,
      kycTier,
    });
    await app.rows(off('Active'));
    expect(dataOf(answer)).toMatchObject({ id, accountNumber, accountName, branchCode });
    expect(await app.rows('SELECT 1 FROM audit_log WHERE subject = $1', [`account:${accountNumber}`])).toEqual([]);
  });

  it('answers a repeated request from its claim', async () => {
    const { id } = await open();
    const reference = freshReference();
    const first = await update({ id, accountName: 'Once' }, { reference });
    const again = await update({ id, accountName: 'Once' }, { reference });
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect(refusalOf(await update({ id, accountName: 'Twice' }, { reference }))).toEqual({
      status: 409,
      code: 'DUPLICATE_REFERENCE',
    });
  });

  it('loses no money and no name during parallel transfers', async () => {
    const { id, accountNumber } = await open(1_000);
    const work = Array.from({ length: 10 }, (_, n) => [
      update({ id, accountName: `Name ${n}`, productCode: n % 2 === 0 ? 'KID001' : 'SAV001' }),
      app.post(TRANSFER, { debitAccount: accountNumber, creditAccount: '2030', amount: 1 }),
    ]).flat();
    expect((await Promise.all(work)).map(({ status }) => status)).toEqual(work.map(() => 200));
    expect(await app.balance(accountNumber)).toBe(990);
    const { accountName, productCode } = await get(accountNumber);
    const [product] = await app.rows<{ id: string; control_gl_account_id: string }>(
      'SELECT id, control_gl_account_id FROM product WHERE code = $1',
      [productCode],
    );
    expect(await ledgerRow(id)).toMatchObject({
      name: accountName,
      product_id: product!.id,
      control_account_id: product!.control_gl_account_id,
    });
  });

  describe('refuses', () => {
    it.each([
      [{ id: '10050' }, 'id'],
      [{ id: 'abc' }, 'id'],
      [{ id: '3f2b8c1e-6a57-4d1c-9a0e-0c9f5b8f7a11' }, 'id'],
      [{ id: 1.5 }, 'id'],
      [{ id: 0 }, 'id'],
      [{ id: -3 }, 'id'],
      [{ id: [10050] }, 'id'],
      [{ accountName: 'No id' }, 'id'],
      [{ id: 10050, accountName: ' ' }, 'accountName'],
      [{ id: 10050, kycTier: 4 }, 'kycTier'],
      [{ id: 10050, accountStatus: 'Frozen' }, 'accountStatus'],
      [{ id: 10050, accountStatus: 'Closed' }, 'accountStatus'],
      [{ id: 10050, branchCode: 1 }, 'branchCode'],
      [{ id: 10050, customerID: '00000101' }, 'customerID'],
    ])('the body %j', async (body, field) => {
      const answer = await update(body);
      expect([answer.status, fieldsOf(answer)]).toEqual([400, expect.arrayContaining([field])]);
    });

    it('the id of a virtual account', async () => {
      const { id } = await get(await openVirtualAccount(app, (await companyOf(app)).accountNumber));
      expect(refusalOf(await update({ id, accountName: 'x' }))).toEqual({
        status: 422,
        code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      });
    });

    it('unknown ids and ids of ledgers and other institutions alike', async () => {
      const { id } = await open();
      const [ledger] = await app.rows<{ id: string }>(`SELECT id FROM ledger_account WHERE number = '1010'`);
      const { client } = await addSecondInstitution(app);
      const signedIn = await app.post('/api/auth/v1/authenticate', client, { token: 'none', reference: null });
      const token = (signedIn.body as { accessToken: string }).accessToken;
      const answerTo = async (wanted: number, options = {}): Promise<unknown> => {
        const { status, body } = await update({ id: wanted, accountName: 'Stolen' }, options);
        return { status, body: JSON.parse(JSON.stringify(body).replace(String(wanted), 'N')) as unknown };
      };
      const unknown = await answerTo(987_654_321);
      expect(unknown).toMatchObject({ status: 404, body: { data: { statusCode: 'ACCOUNT_NOT_FOUND' } } });
      expect(await answerTo(Number(ledger!.id))).toEqual(unknown);
      expect(await answerTo(id, { token })).toEqual(unknown);
    });

    it('a closed account', async () => {
      const { id } = await open();
      await app.rows(`UPDATE ledger_account SET status = 'Closed' WHERE id = $1`, [id]);
      expect(refusalOf(await update({ id, accountName: 'x' }))).toEqual({ status: 409, code: 'ACCOUNT_CLOSED' });
    });

    it.each([
      [{ branchCode: 'NOPE' }, 404, 'BRANCH_NOT_FOUND'],
      [{ productCode: 'NOPE' }, 404, 'PRODUCT_NOT_FOUND'],
      [{ accountOfficerStaffID: 'NOPE' }, 404, 'ACCOUNT_OFFICER_NOT_FOUND'],
    ])('%j and changes nothing', async (fields, httpStatus, code) => {
      const { id, accountNumber } = await open();
      expect(refusalOf(await update({ id, accountName: 'Not Renamed', ...fields }))).toEqual({
        status: httpStatus,
        code,
      });
      expect(await get(accountNumber)).toMatchObject({ accountName: 'Test Person' });
    });
  });
});
