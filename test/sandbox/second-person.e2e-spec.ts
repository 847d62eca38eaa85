import type { Response } from 'supertest';
import request from 'supertest';
import { addSecondInstitution } from '../auth/second-institution';
import { codeOf, dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';

const APPROVE = '/api/sandbox/v1/approve';
const TRANSFER = '/api/transfer/v1/localfundtransfer';

describe('POST /api/sandbox/v1/approve', () => {
  let app: TestApp;
  let administrator: string;
  beforeAll(async () => {
    app = await TestApp.start({ SANDBOX: 'true' });
    administrator = await app.staff('administrator');
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const decide = (body: object, token?: string): Promise<Response> =>
    app.post(APPROVE, body, token === undefined ? {} : { token });
  const waiting = (answer: Response): number => dataOf<{ approvalId: number }>(answer, 202).approvalId;
  const ask = (key: string, value: string): Promise<Response> =>
    app.put(`/api/admin/v1/configuration/${key}`, { value }, { token: administrator });

  it('approves a change of configuration as the second person, audited as the system', async () => {
    const approvalId = waiting(await ask('KYC_LIMITS_ENABLED', 'false'));
    const decided = dataOf<object>(await decide({ approvalId }));
    expect(decided).toMatchObject({
      status: 'Approved',
      decidedBy: 'system:sandbox-second-person',
      result: { key: 'KYC_LIMITS_ENABLED', value: 'false' },
    });
    const entries = await app.rows(
      `SELECT actor, action FROM audit_log WHERE actor LIKE 'system:sandbox%' ORDER BY action`,
    );
    expect(entries).toStrictEqual([
      { actor: 'system:sandbox-second-person', action: 'approval.approve' },
      { actor: 'system:sandbox-second-person', action: 'configuration.set' },
    ]);
    expect(codeOf(await decide({ approvalId }))).toStrictEqual([409, 'APPROVAL_ALREADY_DECIDED']);
  });

  it('declines', async () => {
    const approvalId = waiting(await ask('API_BYPASS_APPROVALS', 'true'));
    expect(dataOf<object>(await decide({ approvalId, verdict: 'Declined', note: 'No' }))).toMatchObject({
      status: 'Declined',
    });
    expect((await ask('API_BYPASS_APPROVALS', 'true')).status).toBe(202);
  });

  it('releases an AML hold that an API client caused, so that the client can go on', async () => {
    const [debitAccount, creditAccount] = [await app.openAccount(), await app.openAccount()];
    for (let part = 0; part < 4; part += 1) await app.payIn(debitAccount, 400_000);
    const body = { debitAccount, creditAccount, amount: 1_500_000, narration: 'Large' };
    const reference = freshReference();
    const held = await app.post(TRANSFER, body, { reference });
    expect(refusalOf(held)).toEqual({ status: 202, code: 'AML_HOLD' });
    const { approvalId, amlApprovalReference } = held.body.data as { approvalId: number; amlApprovalReference: string };
    expect(dataOf<object>(await decide({ approvalId }))).toMatchObject({ operation: 'release-aml-hold' });
    const sent = await app.post(TRANSFER, { ...body, amlApprovalReference });
    expect(sent.status).toBe(200);
    expect(await app.balance(creditAccount)).toBe(1_500_000);
  });

  it('approves a movement under a policy', async () => {
    const policy = { operation: 'local-transfer', amountFloor: 900 };
    const asked = await app.post('/api/admin/v1/approval-policies', policy, { token: administrator });
    dataOf(await decide({ approvalId: waiting(asked) }));
    const debitAccount = await app.openAccount(800);
    await app.payIn(debitAccount, 800);
    const creditAccount = await app.openAccount();
    const body = { debitAccount, creditAccount, amount: 1_000, narration: 'Waits' };
    dataOf(await decide({ approvalId: waiting(await app.post(TRANSFER, body)) }));
    await eventually(async () => expect(await app.balance(creditAccount)).toBe(1_000));
  });

  it.each([
    ['an unknown approval', { approvalId: 999_999_999 }, 404, 'APPROVAL_NOT_FOUND'],
    ['a text as id', { approvalId: '1' }, 400, 'VALIDATION_FAILED'],
    ['another verdict', { approvalId: 1, verdict: 'Maybe' }, 400, 'VALIDATION_FAILED'],
  ])('refuses %s', async (_, body, status, code) => {
    expect(codeOf(await decide(body))).toStrictEqual([status, code]);
  });

  it('is not there for another institution, nor for staff', async () => {
    const approvalId = waiting(await ask('VAT_RATE', '0.1'));
    const { client } = await addSecondInstitution(app);
    const token = (await request(app.url).post('/api/auth/v1/authenticate').send(client)).body.accessToken as string;
    expect(codeOf(await decide({ approvalId }, token))).toStrictEqual([404, 'NOT_FOUND']);
    expect((await decide({ approvalId }, administrator)).status).toBe(401);
  });

  it('is not there in an installation without a sandbox', async () => {
    const real = await TestApp.start();
    try {
      expect(codeOf(await real.post(APPROVE, { approvalId: 1 }))).toStrictEqual([404, 'NOT_FOUND']);
    } finally {
      await real.close();
    }
  });
});
