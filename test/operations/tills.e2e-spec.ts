import type { Response } from 'supertest';
import { companyOf, openVirtualAccount } from '../accounts/sandbox-accounts';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';

const TILLS = '/api/admin/v1/tills';
const SEARCH = '/api/operations/v1/searchtillaccounts';
const BALANCE = '/api/operations/v1/gettillbalancebyaccountnumber';
const VAULT = '1010';

interface Till {
  id: number;
  accountNumber: string;
  balance: number;
  status: string;
}

let numbers = 0;

describe('tills', () => {
  let app: TestApp;
  let administrator: string;
  beforeAll(async () => {
    app = await TestApp.start();
    administrator = await app.staff('administrator');
  });
  beforeEach(() => app.rows(`UPDATE till SET status = 'Inactive'`));
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const terms = (fields: object = {}): Record<string, unknown> => ({
    name: 'Till 1',
    branchCode: '001',
    tellerStaffID: 'STF002',
    cashLimit: 500_000.5,
    ...fields,
  });
  const freshNumber = (): string => `TILL-${(numbers += 1)}`;
  const create = (fields: object = {}, reference = freshReference()): Promise<Response> =>
    app.post(TILLS, { ...terms(), accountNumber: freshNumber(), ...fields }, { token: administrator, reference });
  const created = async (fields: object = {}): Promise<Till> => dataOf<Till>(await create(fields));
  const update = (id: number, fields: object = {}): Promise<Response> =>
    app.put(`${TILLS}/${id}`, terms(fields), { token: administrator });
  const set = (id: number, action: 'activate' | 'deactivate'): Promise<Response> =>
    app.post(`${TILLS}/${id}/${action}`, {}, { token: administrator });
  /** Debits the till's ledger, because cash is an asset. */
  const move = (from: string, to: string, amount: number): Promise<Response> =>
    app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: to,
      creditAccount: from,
      amount,
      narration: 'Cash',
      postingsTransactionType: 2,
    });
  const search = async (query: Record<string, string> = {}): Promise<Till[]> =>
    dataOf<{ data: Till[] }>(await app.get(SEARCH, query)).data;

  it('opens a cash ledger that may not go below zero', async () => {
    const accountNumber = freshNumber();
    const till = await created({ accountNumber });
    expect(till).toEqual({
      id: expect.any(Number),
      accountNumber,
      name: 'Till 1',
      branchCode: '001',
      tellerStaffID: 'STF002',
      currency: 'NGN',
      cashLimit: 500_000.5,
      balance: 0,
      status: 'Active',
      version: expect.any(String),
    });
    const ledgers = dataOf<{ data: object[] }>(
      await app.get('/api/admin/v1/ledgers', { Code: accountNumber }, { token: administrator }),
    ).data;
    expect(ledgers).toMatchObject([
      {
        id: till.id,
        code: accountNumber,
        name: 'Till 1',
        category: 'Asset',
        cash: true,
        allowNegative: false,
        isControl: false,
      },
    ]);
    expect(refusalOf(await move(accountNumber, VAULT, 1))).toEqual({ status: 422, code: 'INSUFFICIENT_FUNDS' });
    const entries = await app.rows(`SELECT actor FROM audit_log WHERE action = 'till.create' AND subject = $1`, [
      `till:${accountNumber}`,
    ]);
    expect(entries).toEqual([{ actor: 'staff:STF005' }]);
  });

  it("shows a till's balance to clients and staff", async () => {
    const { id, accountNumber } = await created({ cashLimit: undefined });
    dataOf(await move(VAULT, accountNumber, 1250.75));
    const shown = {
      id,
      accountNumber,
      name: 'Till 1',
      branchCode: '001',
      tellerStaffID: 'STF002',
      currency: 'NGN',
      cashLimit: null,
      balance: 1250.75,
      status: 'Active',
      version: expect.any(String),
    };
    expect(dataOf(await app.get(BALANCE, { AccountNumber: accountNumber }))).toEqual(shown);
    expect(await search({ AccountNumber: accountNumber })).toEqual([shown]);
    expect(dataOf(await app.get(`${TILLS}/${id}`, {}, { token: administrator }))).toEqual(shown);
    dataOf(await move(accountNumber, VAULT, 1250.75));
  });

  it('finds tills by number, branch and teller, in any combination', async () => {
    const first = await created({ tellerStaffID: 'STF003', branchCode: '002' });
    const second = await created({ tellerStaffID: 'STF004', branchCode: '002' });
    const numbersOf = async (query: Record<string, string>): Promise<string[]> =>
      (await search(query)).map(({ accountNumber }) => accountNumber);
    expect(await numbersOf({ BranchCode: '002' })).toEqual([first.accountNumber, second.accountNumber]);
    expect(await numbersOf({ branchcode: '002', Direction: 'Desc' })).toEqual([
      second.accountNumber,
      first.accountNumber,
    ]);
    expect(await numbersOf({ TellerStaffID: 'STF004' })).toEqual([second.accountNumber]);
    expect(await numbersOf({ TellerStaffID: 'STF004', BranchCode: '001' })).toEqual([]);
    expect(await numbersOf({ AccountNumber: first.accountNumber, TellerStaffID: 'STF003' })).toEqual([
      first.accountNumber,
    ]);
    expect(await numbersOf({ AccountNumber: VAULT })).toEqual([]);
    expect(await numbersOf({ BranchCode: 'NOPE' })).toEqual([]);
    expect((await app.get(SEARCH, { Teller: 'STF004' })).status).toBe(400);
  });

  it('renames and reassigns a till together with its ledger', async () => {
    const { id, accountNumber } = await created();
    const changed = dataOf<object>(
      await update(id, { name: 'Front till', branchCode: '002', tellerStaffID: 'STF003', cashLimit: 10 }),
    );
    expect(changed).toMatchObject({
      id,
      accountNumber,
      name: 'Front till',
      branchCode: '002',
      tellerStaffID: 'STF003',
      cashLimit: 10,
    });
    expect(
      dataOf<{ data: object[] }>(await app.get('/api/admin/v1/ledgers', { Name: 'front t' }, { token: administrator }))
        .data,
    ).toMatchObject([{ code: accountNumber, name: 'Front till' }]);
    const [account] = await app.rows(
      'SELECT l.name, b.branch_code FROM ledger_account l JOIN branch b ON b.id = l.branch_id WHERE l.id = $1',
      [id],
    );
    expect(account).toEqual({ name: 'Front till', branch_code: '002' });
    const [entry] = await app.rows<{ details: object }>(
      `SELECT details FROM audit_log WHERE action = 'till.update' AND subject = $1`,
      [`till:${accountNumber}`],
    );
    expect(entry!.details).toMatchObject({ before: { name: 'Till 1' }, after: { name: 'Front till' } });
  });

  it.each([null, undefined])('removes the cash limit when the update sends %p', async (cashLimit) => {
    const { id } = await created({ tellerStaffID: 'STF004' });
    expect(dataOf<Till>(await update(id, { tellerStaffID: 'STF004', cashLimit }))).toMatchObject({
      id,
      cashLimit: null,
    });
    expect(dataOf<Till>(await app.get(`/api/admin/v1/tills/${id}`, {}, { token: administrator }))).toMatchObject({
      id,
      cashLimit: null,
    });
    dataOf(await set(id, 'deactivate'));
  });

  it('deactivates only an empty till, which then refuses postings', async () => {
    const { id, accountNumber } = await created();
    dataOf(await move(VAULT, accountNumber, 5));
    const refused = await set(id, 'deactivate');
    expect(refusalOf(refused)).toEqual({ status: 422, code: 'TILL_NOT_EMPTY' });
    expect(refused.text).toContain('₦5.00');
    dataOf(await move(accountNumber, VAULT, 5));
    expect(dataOf<Till>(await set(id, 'deactivate')).status).toBe('Inactive');
    expect(dataOf<Till>(await set(id, 'deactivate')).status).toBe('Inactive');
    expect(refusalOf(await move(VAULT, accountNumber, 5))).toEqual({ status: 409, code: 'ACCOUNT_INACTIVE' });
    expect(dataOf<Till>(await set(id, 'activate')).status).toBe('Active');
    dataOf(await move(VAULT, accountNumber, 5));
    dataOf(await move(accountNumber, VAULT, 5));
    const actions = await app.rows(`SELECT action FROM audit_log WHERE subject = $1 ORDER BY at, id`, [
      `till:${accountNumber}`,
    ]);
    expect(actions).toEqual([{ action: 'till.create' }, { action: 'till.deactivate' }, { action: 'till.activate' }]);
  });

  it('never deactivates a till with cash when postings run at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, accountNumber } = await created();
      await Promise.all([
        move(VAULT, accountNumber, 5),
        set(id, 'deactivate'),
        move(VAULT, accountNumber, 7),
        set(id, 'deactivate'),
      ]);
      const till = dataOf<Till>(await app.get(BALANCE, { AccountNumber: accountNumber }));
      expect(till.status === 'Inactive' && till.balance !== 0).toBe(false);
      await app.rows(`UPDATE till SET status = 'Inactive' WHERE id = $1`, [id]);
    }
  });

  it('gives a teller one active till when several are requested at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200).map((answer) => refusalOf(answer))).toEqual(
      Array(4).fill({ status: 409, code: 'TELLER_HAS_TILL' }),
    );
    const { id } = dataOf<Till>(answers.find(({ status }) => status === 200)!);
    const other = await created({ tellerStaffID: 'STF003' });
    expect(refusalOf(await update(other.id, { tellerStaffID: 'STF002' }))).toEqual({
      status: 409,
      code: 'TELLER_HAS_TILL',
    });
    dataOf(await set(id, 'deactivate'));
    dataOf(await update(other.id, { tellerStaffID: 'STF002' }));
    expect(refusalOf(await set(id, 'activate'))).toEqual({ status: 409, code: 'TELLER_HAS_TILL' });
    // A refused till leaves no ledger behind.
    expect(
      await app.rows(
        `SELECT count(*)::int FROM gl_account g WHERE code LIKE 'TILL-%' AND NOT EXISTS (SELECT 1 FROM till t WHERE t.id = g.id)`,
      ),
    ).toEqual([{ count: 0 }]);
  });

  it('creates one till for a repeated request', async () => {
    const reference = freshReference();
    const accountNumber = freshNumber();
    const first = await create({ accountNumber }, reference);
    const again = await create({ accountNumber }, reference);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it.each([
    { name: 'an unknown branch', fields: { branchCode: 'NOPE' }, httpStatus: 404, code: 'BRANCH_NOT_FOUND' },
    { name: 'an unknown teller', fields: { tellerStaffID: 'NOPE' }, httpStatus: 404, code: 'STAFF_NOT_FOUND' },
    {
      name: 'the code of another ledger',
      fields: { accountNumber: VAULT },
      httpStatus: 409,
      code: 'LEDGER_CODE_TAKEN',
    },
  ])('refuses a till with $name', async ({ fields, httpStatus, code }) => {
    expect(refusalOf(await create(fields))).toEqual({ status: httpStatus, code });
  });

  it('refuses a branch or teller that is not active', async () => {
    const { id } = await created();
    await set(id, 'deactivate');
    await app.rows(`UPDATE staff SET status = 'Suspended' WHERE staff_code = 'STF002'`);
    expect(refusalOf(await create())).toEqual({ status: 422, code: 'TELLER_INACTIVE' });
    expect(refusalOf(await set(id, 'activate'))).toEqual({ status: 422, code: 'TELLER_INACTIVE' });
    await app.rows(`UPDATE staff SET status = 'Active' WHERE staff_code = 'STF002'`);
    await app.rows(`UPDATE branch SET status = 'Inactive' WHERE branch_code = '002'`);
    expect(refusalOf(await create({ branchCode: '002' }))).toEqual({ status: 422, code: 'BRANCH_INACTIVE' });
    await app.rows(`UPDATE branch SET status = 'Active'`);
  });

  it.each([
    [{ accountNumber: 'BAD CODE' }, 'accountNumber'],
    [{ accountNumber: 'x'.repeat(21) }, 'accountNumber'],
    [{ name: '' }, 'name'],
    [{ cashLimit: 0 }, 'cashLimit'],
    [{ cashLimit: '5' }, 'cashLimit'],
    [{ cashLimit: 0.001 }, 'cashLimit'],
    [{ currency: 'USD' }, 'currency'],
    [{ balance: 5 }, 'balance'],
  ])('refuses %j', async (fields, field) => {
    const response = await create(fields);
    expect(refusalOf(response)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect(fieldsOf(response)).toContain(field);
  });

  it('finds no other accounts and no tills of another institution', async () => {
    const { id, accountNumber } = await created();
    const virtual = await openVirtualAccount(app, (await companyOf(app)).accountNumber);
    expect(refusalOf(await app.get(BALANCE, { AccountNumber: VAULT }))).toEqual({
      status: 404,
      code: 'TILL_NOT_FOUND',
    });
    expect(refusalOf(await app.get(BALANCE, { AccountNumber: virtual }))).toEqual({
      status: 422,
      code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
    });
    expect((await app.get(BALANCE)).status).toBe(400);

    const second = await addSecondInstitution(app);
    const { body } = await app.post('/api/admin/v1/login', {
      email: second.manager.email,
      password: second.manager.password,
    });
    const token = (body as { accessToken: string }).accessToken;
    const unknown = await app.get(`${TILLS}/5`, {}, { token });
    expect(refusalOf(unknown)).toEqual({ status: 404, code: 'TILL_NOT_FOUND' });
    expect((await app.get(`${TILLS}/${id}`, {}, { token })).body).toEqual(unknown.body);
    expect(refusalOf(await app.put(`${TILLS}/${id}`, terms(), { token })).code).toBe('TILL_NOT_FOUND');
    expect(dataOf<{ data: Till[] }>(await app.get(TILLS, { AccountNumber: accountNumber }, { token })).data).toEqual(
      [],
    );
  });

  it('requires the permissions for tills', async () => {
    const { id } = await created();
    const maker = await app.staff('maker');
    expect((await app.get(TILLS, {}, { token: maker })).status).toBe(200);
    for (const path of ['', `/${id}/activate`, `/${id}/deactivate`])
      expect((await app.post(`${TILLS}${path}`, {}, { token: maker })).status).toBe(403);
    expect((await app.put(`${TILLS}/${id}`, terms(), { token: maker })).status).toBe(403);
    expect((await app.get(TILLS)).status).toBe(401);
    expect((await app.get(SEARCH, {}, { token: maker })).status).toBe(401);
  });
});
