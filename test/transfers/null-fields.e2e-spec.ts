import type { Response } from 'supertest';
import { fingerprintOf } from '../../src/common/idempotency/claims';
import { codeOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';

const LOCAL = '/api/transfer/v1/localfundtransfer';
const ENDPOINT = `POST ${LOCAL}`;
/** At the sandbox's AML rule for outflows. */
const HELD = 1_000_000;
const NULLS = { narration: null, feeCharge: null, feeIncomeGL: null, postingsTransactionType: null };

type Body = Record<string, unknown>;

describe('a movement with optional fields that are null', () => {
  let app: TestApp;
  let from: string;
  let to: string;
  beforeAll(async () => {
    app = await TestApp.start();
    from = await app.openAccount(20_000_000);
    to = await app.openAccount();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const body = (amount: number, facts: Body = {}): Body => ({
    debitAccount: from,
    creditAccount: to,
    amount,
    ...facts,
  });
  const send = (sent: Body, reference: string, path = LOCAL): Promise<Response> => app.post(path, sent, { reference });
  const release = async (approvalId: number): Promise<void> => {
    const token = await app.staff('amlOfficer');
    const { status } = await app.post(`/api/admin/v1/aml/holds/${approvalId}/approve`, { note: 'Seen' }, { token });
    expect(status).toBe(200);
  };
  const posted = async (): Promise<number> => {
    const [row] = await app.rows<{ count: string }>(`SELECT count(*) AS count FROM posting WHERE status = 'Posted'`);
    return Number(row!.count);
  };

  it('is the same request as without them: it gets the first answer and moves nothing', async () => {
    const reference = freshReference();
    const first = await send(body(10), reference);
    expect(first.status).toBe(200);
    const [before, balance] = [await posted(), await app.balance(from)];
    for (const again of [body(10, NULLS), body(10, { feeCharge: null }), body(10)]) {
      const { status, headers, body: answer } = await send(again, reference);
      expect([status, headers['idempotent-replayed']]).toEqual([200, 'true']);
      expect(answer).toEqual(first.body);
    }
    expect([await posted(), await app.balance(from)]).toEqual([before, balance]);
  });

  it.each<[string, Body]>([
    ['another amount', { amount: 10.01 }],
    ['a fee of 0', { feeCharge: 0 }],
    ['another account', { creditAccount: '1010' }],
  ])('is another request with %s', async (_, facts) => {
    const reference = freshReference();
    await send(body(10, NULLS), reference);
    expect(codeOf(await send({ ...body(10), ...facts }, reference))).toStrictEqual([409, 'DUPLICATE_REFERENCE']);
  });

  it('moves the money once when both forms arrive at the same time', async () => {
    const reference = freshReference();
    const balance = await app.balance(from);
    const forms = Array.from({ length: 8 }, (_, index) => (index % 2 ? body(7) : body(7, NULLS)));
    const answers = await Promise.all(forms.map((form) => send(form, reference)));
    const codes = answers.map(codeOf).map(([status, code]) => `${status} ${code ?? ''}`.trim());
    expect(codes.filter((code) => code !== '200' && code !== '409 REQUEST_IN_PROGRESS')).toEqual([]);
    expect(await app.balance(from)).toBe(balance - 7);
  });

  it('is the same request in the entries of a posting', async () => {
    const reference = freshReference();
    const entries = [
      { account: from, side: 'Debit', amount: 5 },
      { account: to, side: 'Credit', amount: 5 },
    ];
    const sent = { referenceNumber: freshReference('POST'), narration: 'Rent', entries };
    const first = await send(sent, reference, '/api/postings/v1/post');
    expect(first.status).toBe(200);
    const withNulls = { ...sent, valueDate: null, entries: entries.map((entry) => ({ ...entry, narration: null })) };
    expect((await send(withNulls, reference, '/api/postings/v1/post')).body).toEqual(first.body);
  });

  it('is the unchanged retry of a held movement, and another amount is not', async () => {
    const reference = freshReference();
    const held = await send(body(HELD), reference);
    expect(codeOf(held)).toStrictEqual([202, 'AML_HOLD']);
    const { approvalId, amlApprovalReference } = held.body.data as { approvalId: number; amlApprovalReference: string };
    await release(approvalId);
    const changed = await send(body(HELD + 1, { ...NULLS, amlApprovalReference }), freshReference());
    expect(changed.body.data).toMatchObject({ statusCode: 'AML_REFERENCE_REJECTED', rejection: 'PAYLOAD_CHANGED' });
    const done = await send(body(HELD, { ...NULLS, amlApprovalReference }), reference);
    expect([done.status, done.body.data.amount]).toEqual([200, HELD]);
    expect((await send(body(HELD, { amlApprovalReference }), freshReference())).body.data).toMatchObject({
      rejection: 'USED',
    });
  });

  it('is recognised in claims and holds that an earlier version stored', async () => {
    const [paid, waiting] = [freshReference(), freshReference()];
    const first = await send(body(3, NULLS), paid);
    const held = await send(body(HELD, NULLS), waiting);
    const { approvalId, amlApprovalReference } = held.body.data as { approvalId: number; amlApprovalReference: string };
    const store = (statement: string, key: unknown, amount: number): Promise<unknown> =>
      app.rows(statement, [key, fingerprintOf(ENDPOINT, body(amount, NULLS))]);
    const claim = `UPDATE request_claim SET fingerprint = decode($2, 'hex') WHERE reference = $1`;
    await store(claim, paid, 3);
    await store(claim, waiting, HELD);
    await store(`UPDATE aml_hold SET fingerprint = decode($2, 'hex') WHERE approval_id = $1`, approvalId, HELD);
    expect((await send(body(3, NULLS), paid)).body).toEqual(first.body);
    await release(approvalId);
    const done = await send(body(HELD, { ...NULLS, amlApprovalReference }), waiting);
    expect([done.status, done.body.data.amount]).toEqual([200, HELD]);
  });
});
