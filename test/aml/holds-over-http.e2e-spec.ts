import type { Response } from 'supertest';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';

const HOLDS = '/api/admin/v1/aml/holds';
const AMOUNT = 1_000_000;

describe('AML holds over HTTP', () => {
  let app: TestApp;
  let officer: string;
  let checker: string;
  let account: string;

  const entries = (facts: { amount?: number } = {}): object[] => [
    { account, side: 'Debit', amount: facts.amount ?? AMOUNT },
    { account: '2030', side: 'Credit', amount: facts.amount ?? AMOUNT },
  ];
  const transfer = (): Record<string, unknown> => ({
    debitAccount: account,
    creditAccount: '2030',
    amount: AMOUNT,
    narration: 'rent',
    postingsTransactionType: 1,
  });
  const decide = (
    verdict: 'approve' | 'decline',
    approvalId: number,
    token = officer,
    body: object = { note: 'checked' },
  ): Promise<Response> => app.post(`${HOLDS}/${approvalId}/${verdict}`, body, { token });

  beforeAll(async () => {
    app = await TestApp.start();
    officer = await app.staff('amlOfficer');
    checker = await app.staff('checker');
    // Each test has its own account, because earlier movements count in the window.
    account = await app.openAccount(5 * AMOUNT);
  });
  beforeEach(async () => {
    account = await app.openAccount(5 * AMOUNT);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const GATED: [string, string, () => Record<string, unknown>, Record<string, () => unknown>][] = [
    [
      'localfundtransfer',
      '/api/transfer/v1/localfundtransfer',
      transfer,
      {
        amount: () => AMOUNT + 1,
        creditAccount: () => '2070',
        narration: () => 'Rent',
        feeCharge: () => 10,
        feeIncomeGL: () => '4010',
        postingsTransactionType: () => undefined,
        instrumentNumber: () => '1',
      },
    ],
    [
      'posttransaction',
      '/api/postings/v1/posttransaction',
      () => ({
        debitAccount: account,
        creditAccount: '2030',
        amount: AMOUNT,
        narration: 'rent',
        referenceNumber: freshReference('PT'),
      }),
      {
        amount: () => AMOUNT + 0.01,
        creditAccount: () => '2070',
        narration: () => 'rent2',
        referenceNumber: () => freshReference('PT'),
        instrumentNumber: () => '1',
      },
    ],
    [
      'post',
      '/api/postings/v1/post',
      () => ({ referenceNumber: freshReference('P'), narration: 'rent', entries: entries() }),
      {
        entries: () => entries({ amount: AMOUNT + 1 }),
        narration: () => 'Rent',
        referenceNumber: () => freshReference('P'),
      },
    ],
  ];

  describe.each(GATED)('%s', (_, path, bodyOf, changes) => {
    it('answers 202, moves no money, and executes the unchanged retry once it is released', async () => {
      const body = bodyOf();
      const held = await app.post(path, body);
      expect(held.status).toBe(202);
      expect(held.body).toEqual({
        status: false,
        message: expect.stringMatching(/held for AML review; no funds moved/),
        data: {
          statusCode: 'AML_HOLD',
          amlHold: true,
          approvalId: expect.any(Number),
          amlApprovalReference: expect.any(String),
          reason: expect.stringMatching(/"Large outflow".*₦1,000,000\.00.*₦1,000,000\.00/),
        },
      });
      expect(await app.balance(account)).toBe(5 * AMOUNT);
      const { approvalId, amlApprovalReference } = held.body.data;
      const retry = { ...body, amlApprovalReference };
      expect((await app.post(path, retry)).body.data).toMatchObject({
        statusCode: 'AML_REFERENCE_REJECTED',
        rejection: 'PENDING',
      });
      expect((await decide('approve', approvalId)).body.data).toMatchObject({
        status: 'Approved',
        currentStatus: 'Released',
        decidedBy: expect.stringMatching(/^staff:/),
      });
      for (const [field, change] of Object.entries(changes)) {
        const { status, body: refused } = await app.post(path, { ...retry, [field]: change() });
        expect([field, status, refused.data.rejection]).toEqual([field, 422, 'PAYLOAD_CHANGED']);
      }
      const executed = await app.post(path, retry);
      expect([executed.status, executed.body.status]).toEqual([200, true]);
      expect((await app.post(path, retry)).body.data).toMatchObject({
        statusCode: 'AML_REFERENCE_REJECTED',
        rejection: 'USED',
      });
      expect(await app.balance(account)).toBe(4 * AMOUNT);
    });
  });

  it('refuses the reference of one endpoint at another', async () => {
    const body = { debitAccount: account, creditAccount: '2030', amount: AMOUNT, narration: 'rent' };
    const { data } = (await app.post('/api/transfer/v1/localfundtransfer', body)).body;
    await decide('approve', data.approvalId);
    const elsewhere = await app.post('/api/postings/v1/posttransaction', {
      ...body,
      referenceNumber: freshReference(),
      amlApprovalReference: data.amlApprovalReference,
    });
    expect([elsewhere.status, elsewhere.body.data.rejection]).toEqual([422, 'OTHER_ENDPOINT']);
  });

  describe('staff', () => {
    const hold = async (): Promise<number> =>
      (await app.post('/api/transfer/v1/localfundtransfer', transfer())).body.data.approvalId as number;

    it('list, search and decide holds', async () => {
      const approvalId = await hold();
      const listed = (await app.get(HOLDS, { Status: 'Held', AccountNumber: account }, { token: officer })).body.data;
      expect(listed).toMatchObject({
        recordCount: 1,
        pageNumber: 1,
        data: [
          {
            approvalId,
            status: 'Held',
            sourceAccounts: [account],
            destinationAccounts: ['2030'],
            amount: AMOUNT,
            threshold: AMOUNT,
            payload: { narration: 'rent' },
          },
        ],
      });
      expect(JSON.stringify(listed)).not.toMatch(/nonce|fingerprint|amlApprovalReference/);
      expect((await app.get(`${HOLDS}/${approvalId}`, {}, { token: officer })).body.data).toMatchObject({
        approvalId,
        currentStatus: 'Held',
      });
      expect((await decide('decline', approvalId)).body.data).toMatchObject({ status: 'Declined', note: 'checked' });
      const again = await decide('approve', approvalId);
      expect([again.status, again.body.data.statusCode]).toEqual([409, 'APPROVAL_ALREADY_DECIDED']);
    });

    it.each([
      {
        name: 'without the permission',
        token: () => checker,
        body: { note: 'x' },
        status: 403,
        code: 'PERMISSION_DENIED',
      },
      { name: 'without a note', token: () => officer, body: {}, status: 400, code: 'VALIDATION_FAILED' },
      { name: 'with an empty note', token: () => officer, body: { note: '' }, status: 400, code: 'VALIDATION_FAILED' },
      { name: 'with a blank note', token: () => officer, body: { note: '  ' }, status: 400, code: 'VALIDATION_FAILED' },
      {
        name: 'with an unknown field',
        token: () => officer,
        body: { note: 'x', force: true },
        status: 400,
        code: 'VALIDATION_FAILED',
      },
    ])('cannot release a hold $name', async ({ token, body, status, code }) => {
      const refused = await decide('approve', await hold(), token(), body);
      expect([refused.status, refused.body.data.statusCode]).toEqual([status, code]);
    });

    it.each([
      ['0', 400],
      ['abc', 400],
      ['1e5', 400],
      ['99999999999999999', 400],
      ['9999999999999999', 404],
      ['7', 404],
    ])('looking up the unknown hold %s get the status %p', async (approvalId, status) => {
      expect((await app.get(`${HOLDS}/${approvalId}`, {}, { token: officer })).status).toBe(status);
      expect((await app.post(`${HOLDS}/${approvalId}/approve`, { note: 'x' }, { token: officer })).status).toBe(status);
    });

    it("cannot decide a hold with a client's token, nor list holds without the permission", async () => {
      const approvalId = await hold();
      expect((await app.post(`${HOLDS}/${approvalId}/approve`, { note: 'x' })).status).toBe(401);
      expect((await app.get(HOLDS)).status).toBe(401);
    });

    it('get the suspicious transaction, the report and the approval of a hold', async () => {
      const approvalId = await hold();
      const of = async (path: string): Promise<Record<string, unknown> | undefined> => {
        const { body } = await app.get(path, { PageSize: 200 }, { token: officer });
        return (body.data.data as Record<string, unknown>[]).find((row) => row.approvalId === approvalId);
      };
      expect(await of('/api/admin/v1/aml/suspicious-transactions')).toMatchObject({
        accountNumber: account,
        ruleName: 'Large outflow',
        amount: AMOUNT,
      });
      expect(await of('/api/admin/v1/aml/screening-report')).toMatchObject({
        sourceAccount: account,
        destinationAccount: '2030',
        approvalState: 'Pending',
        currentStatus: 'Held',
      });
      expect(await of('/api/admin/v1/approvals')).toMatchObject({
        title: 'Release AML Hold',
        operation: 'release-aml-hold',
        status: 'Pending',
      });
    });
  });

  it('keep rules and the screening switch on the staff routes', async () => {
    const rule = { name: 'Tiny inflow', direction: 'inflow', threshold: 0.01, accountNumber: account };
    expect((await app.approved(app.post('/api/admin/v1/aml/rules', rule, { token: checker }))).status).toBe(403);
    expect(
      (await app.approved(app.post('/api/admin/v1/aml/rules', { ...rule, threshold: '1' }, { token: officer }))).status,
    ).toBe(400);
    const { data } = (await app.approved(app.post('/api/admin/v1/aml/rules', rule, { token: officer }))).body;
    expect(data).toMatchObject({ name: 'Tiny inflow', accountNumber: account, active: true });
    const payIn = (): Promise<Response> =>
      app.post('/api/transfer/v1/localfundtransfer', {
        debitAccount: '1010',
        creditAccount: account,
        amount: 1,
        narration: 'in',
      });
    expect((await payIn()).status).toBe(202);
    expect(
      (
        await app.approved(
          app.put(`/api/admin/v1/aml/rules/${data.id}`, { ...rule, threshold: 100 * AMOUNT }, { token: officer }),
        )
      ).body.data.threshold,
    ).toBe(100 * AMOUNT);
    expect((await payIn()).status).toBe(200);
    expect(
      (await app.approved(app.post(`/api/admin/v1/aml/rules/${data.id}/deactivate`, {}, { token: officer }))).body.data
        .active,
    ).toBe(false);
    expect(
      (await app.get('/api/admin/v1/aml/rules', { Active: false }, { token: officer })).body.data.data,
    ).toMatchObject([{ id: data.id }]);
    expect((await app.get('/api/admin/v1/aml/screening', {}, { token: officer })).body.data).toEqual({ enabled: true });
    expect(
      (await app.approved(app.put('/api/admin/v1/aml/screening', { enabled: false }, { token: officer }))).body.data,
    ).toEqual({
      enabled: false,
    });
    expect((await app.post('/api/transfer/v1/localfundtransfer', transfer())).status).toBe(200);
    expect(
      (await app.approved(app.put('/api/admin/v1/aml/screening', { enabled: true }, { token: officer }))).status,
    ).toBe(200);
  });

  it('put an operation under a policy and approve its movement', async () => {
    const administrator = await app.staff('administrator');
    const policies = '/api/admin/v1/approval-policies';
    expect(
      (await app.approved(app.post(policies, { operation: 'nothing' }, { token: administrator }))).body.data.statusCode,
    ).toBe('UNKNOWN_OPERATION');
    expect(
      (
        await app.approved(
          app.post(policies, { operation: 'local-transfer', requiredCheckers: 6 }, { token: administrator }),
        )
      ).status,
    ).toBe(400);
    await app.approved(
      app.put('/api/admin/v1/configuration/API_BYPASS_APPROVALS', { value: 'false' }, { token: administrator }),
    );
    const policy = (
      await app.approved(
        app.post(policies, { operation: 'local-transfer', amountFloor: 500 }, { token: administrator }),
      )
    ).body.data;
    const queued = await app.post('/api/transfer/v1/localfundtransfer', { ...transfer(), amount: 500 });
    expect([queued.status, queued.body.status, queued.body.data]).toEqual([
      202,
      false,
      { statusCode: 'PENDING_APPROVAL', approvalId: expect.any(Number) },
    ]);
    const approvals = `/api/admin/v1/approvals/${queued.body.data.approvalId}`;
    expect((await app.post(`${approvals}/decline`, {}, { token: checker })).status).toBe(400);
    expect((await app.post(`${approvals}/approve`, {}, { token: officer })).body.data.statusCode).toBe(
      'PERMISSION_DENIED',
    );
    expect((await app.post(`${approvals}/approve`, {}, { token: checker })).body.data).toMatchObject({
      status: 'Approved',
    });
    await eventually(async () =>
      expect((await app.get(approvals, {}, { token: checker })).body.data.transactionStatus).toBe('Posted'),
    );
    expect(await app.balance(account)).toBe(5 * AMOUNT - 500);
    expect(
      (
        await app.approved(
          app.put(`${policies}/${policy.id}`, { operation: 'local-transfer', active: false }, { token: administrator }),
        )
      ).body.data,
    ).toMatchObject({ active: false, amountFloor: null });
    expect((await app.get(policies, {}, { token: administrator })).body.data.data).toMatchObject([
      { id: policy.id, active: false },
    ]);
    expect((await app.post('/api/transfer/v1/localfundtransfer', { ...transfer(), amount: 500 })).status).toBe(200);
  });
});
