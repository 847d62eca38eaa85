import { freshReference, TestApp } from '../support/app';

const PATH = '/api/admin/v1/ledgers';

describe('the chart of accounts', () => {
  let app: TestApp;
  let administrator: string;

  const create = (body: object, reference: string | null = freshReference()): ReturnType<TestApp['post']> =>
    app.post(PATH, body, { token: administrator, reference });
  const list = async (query: Record<string, string | number> = {}): Promise<Record<string, unknown>[]> =>
    (await app.get(PATH, query, { token: administrator })).body.data.data;

  beforeAll(async () => {
    app = await TestApp.start();
    administrator = await app.staff('administrator');
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it.each([
    { category: 'Asset', normalSide: 'debit' },
    { category: 'Expense', normalSide: 'debit' },
    { category: 'Liability', normalSide: 'credit' },
    { category: 'Equity', normalSide: 'credit' },
    { category: 'Income', normalSide: 'credit' },
  ])('creates a ledger of category $category whose normal side is $normalSide', async ({ category, normalSide }) => {
    const code = `T-${category}`;
    const { status, body } = await create({ code, name: `Test ${category}`, category });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: expect.any(Number),
      code,
      name: `Test ${category}`,
      category,
      normalSide,
      isControl: false,
      allowApi: true,
      takesFees: false,
      cash: false,
      allowNegative: true,
      debits: 0,
      credits: 0,
      balance: 0,
      createdAt: expect.any(String),
    });
    expect(await list({ Code: code })).toEqual([body.data]);
  });

  describe('that takes fees', () => {
    const change = (code: string, body: object): ReturnType<TestApp['patch']> =>
      app.patch(`${PATH}/${code}`, body, { token: administrator });
    const takesFees = async (code: string): Promise<unknown> => (await list({ Code: code }))[0]?.takesFees;

    it('is opened, and made of another, by two people; one person alone ends it', async () => {
      const opened = await create({ code: 'FEE-1', name: 'Fees', category: 'Income', takesFees: true });
      expect([opened.status, opened.body.data.statusCode]).toEqual([202, 'PENDING_APPROVAL']);
      expect(await list({ Code: 'FEE-1' })).toEqual([]);
      expect((await app.approved(opened)).body.data).toMatchObject({ code: 'FEE-1', takesFees: true });
      expect((await change('FEE-1', { takesFees: false })).body.data).toMatchObject({ takesFees: false });
      const asked = await change('FEE-1', { takesFees: true });
      expect([asked.status, await takesFees('FEE-1')]).toEqual([202, false]);
      const { approvalId } = asked.body.data;
      const own = await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token: administrator });
      expect([own.status, own.body.data.statusCode]).toEqual([403, 'MAKER_CANNOT_APPROVE']);
      expect((await app.approved(asked)).status).toBe(200);
      expect(await takesFees('FEE-1')).toBe(true);
      expect((await change('FEE-1', { takesFees: true })).status).toBe(200);
      const audited = await app.rows(`SELECT action FROM audit_log WHERE subject = 'ledger:FEE-1' ORDER BY at, id`);
      expect(audited).toEqual([{ action: 'ledger.create' }, { action: 'ledger.update' }, { action: 'ledger.update' }]);
    });

    it('is a ledger of income', async () => {
      await create({ code: 'FEE-2', name: 'Owed', category: 'Liability' });
      const refused = await change('FEE-2', { takesFees: true });
      expect([refused.status, refused.body.data.statusCode]).toEqual([400, 'VALIDATION_FAILED']);
      expect((await change('FEE-9', { takesFees: true })).status).toBe(404);
      expect((await change('FEE-2', {})).status).toBe(400);
    });
  });

  it('keeps a cash ledger from falling below zero unless allowNegative is set', async () => {
    const strict = await create({ code: 'CASH-1', name: 'Vault two', category: 'Asset', cash: true });
    const loose = await create({
      code: 'CASH-2',
      name: 'Vault three',
      category: 'Asset',
      cash: true,
      allowNegative: true,
    });
    expect([strict.body.data.allowNegative, loose.body.data.allowNegative]).toEqual([false, true]);
    const send = (debitAccount: string, creditAccount: string): Promise<string | undefined> =>
      app
        .post('/api/transfer/v1/localfundtransfer', { debitAccount, creditAccount, amount: 5 })
        .then(({ body }) => body.data.statusCode as string | undefined);
    expect(await send('2070', 'CASH-1')).toBe('INSUFFICIENT_FUNDS');
    expect(await send('2070', 'CASH-2')).toBeUndefined();
    expect(await list({ Code: 'CASH-2' })).toMatchObject([{ debits: 0, credits: 5, balance: -5 }]);
  });

  it('posts to a new ledger at once, unless it is a control ledger', async () => {
    await create({ code: 'NEW-1', name: 'New', category: 'Liability' });
    await create({ code: 'NEW-2', name: 'New control', category: 'Liability', isControl: true });
    const send = (creditAccount: string): Promise<number> =>
      app
        .post('/api/transfer/v1/localfundtransfer', { debitAccount: '1030', creditAccount, amount: 5 })
        .then(({ status }) => status);
    expect([await send('NEW-1'), await send('NEW-2')]).toEqual([200, 422]);
  });

  it("refuses a code that is taken, and a code that is another account's number", async () => {
    const again = await create({ code: '1010', name: 'Cash again', category: 'Asset' });
    expect([again.status, again.body.data.statusCode]).toEqual([409, 'LEDGER_CODE_TAKEN']);
    const number = app.sandbox.accounts[0]!.accountNumber;
    expect((await create({ code: number, name: 'Clash', category: 'Asset' })).body.data.statusCode).toBe(
      'LEDGER_CODE_TAKEN',
    );
  });

  it('creates a ledger once for a repeated request', async () => {
    const reference = freshReference();
    const body = { code: 'ONCE', name: 'Once', category: 'Asset' };
    const first = await create(body, reference);
    expect((await create(body, reference)).body).toEqual(first.body);
  });

  it.each([
    { code: 'BAD CODE', name: 'x', category: 'Asset' },
    { code: '', name: 'x', category: 'Asset' },
    { code: 'x'.repeat(21), name: 'x', category: 'Asset' },
    { code: 'OK', name: '', category: 'Asset' },
    { code: 'OK', name: 'x', category: 'Assets' },
    { code: 'OK', name: 'x', category: 'Asset', isControl: 'yes' },
    { code: 'OK', name: 'x', category: 'Asset', normalSide: 'credit' },
  ])('refuses the body %j with 400', async (body) => {
    expect((await create(body)).status).toBe(400);
  });

  it('lists ledgers by code, name and category, with the balances of control ledgers summed', async () => {
    const codes = (await list({ PageSize: 200 })).map(({ code }) => code as string);
    expect(codes).toEqual([...codes].sort((a, b) => (a < b ? -1 : 1)));
    expect((await list({ Name: 'VÀULT' })).map(({ code }) => code)).toContain('1010');
    expect((await list({ Category: 'Income' })).every(({ category }) => category === 'Income')).toBe(true);
    expect(await list({ Code: '201' })).toMatchObject([{ code: '2010', isControl: true, balance: 40_800_000 }]);
  });

  it('requires the permissions of the routes, and writes the audit log', async () => {
    expect(
      (await app.post(PATH, { code: 'NO', name: 'No', category: 'Asset' }, { token: await app.staff('maker') })).status,
    ).toBe(403);
    expect((await app.get(PATH)).status).toBe(401);
    const [entry] = await app.rows<{ actor: string }>(
      `SELECT actor FROM audit_log WHERE action = 'ledger.create' AND subject = 'ledger:NEW-1'`,
    );
    expect(entry!.actor).toMatch(/^staff:/);
  });

  it('shows a trial balance and a proof that balance', async () => {
    const { body: trial } = await app.get('/api/admin/v1/ledger/trial-balance', {}, { token: administrator });
    expect(trial.data).toMatchObject({ balanced: true, totals: { balance: 0 } });
    expect(trial.data.rows.find(({ code }: { code: string }) => code === '2010')).toMatchObject({
      category: 'Liability',
      credits: 40_800_000,
      balance: -40_800_000,
      subAccounts: 4,
    });
    const { body: proof } = await app.get('/api/admin/v1/ledger/proof', {}, { token: administrator });
    expect(proof.data.balanced).toBe(true);
    expect(proof.data.checks[0]).toEqual({
      name: expect.any(String),
      description: expect.any(String),
      passed: true,
      differences: 0,
      examples: [],
    });
  });

  it('shows the failed check of a ledger whose totals were changed', async () => {
    await app.rows(`UPDATE ledger_account SET debits_posted_kobo = debits_posted_kobo + 1 WHERE number = 'NEW-1'`);
    const { body: proof } = await app.get('/api/admin/v1/ledger/proof', {}, { token: administrator });
    await app.rows(`UPDATE ledger_account SET debits_posted_kobo = debits_posted_kobo - 1 WHERE number = 'NEW-1'`);
    expect(proof.data.balanced).toBe(false);
    expect(proof.data.checks.find(({ name }: { name: string }) => name === 'account-totals')).toMatchObject({
      passed: false,
      differences: 1,
      examples: ['NEW-1'],
    });
  });
});
