import type { Response } from 'supertest';
import { type Body, FUNDS, OutwardApp, TSQ } from '../payouts/outward-app';
import { freshReference } from '../support/app';

const OUTWARD = '/api/transfer/v1/outwardtransfer';
const LOCAL = '/api/transfer/v1/localfundtransfer';
const LOCAL_TSQ = '/api/transfer/v1/tsq/local';
const RECEIPT = '/api/report/v1/gettransactionreceipt';
const ROUNDS = 15;

describe('a transactionReference of transfers', () => {
  let outward: OutwardApp;
  let from: string;
  let to: string;
  let template: Body;

  beforeAll(async () => {
    outward = await OutwardApp.start();
    [from, to] = [await outward.app.openAccount(900_000), await outward.app.openAccount()];
    template = await outward.bodyTo('3200000001', from);
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    expect(await outward.differences()).toEqual([]);
    await outward.close();
  });

  const inside = (transactionReference: string, facts: Body = {}): Promise<Response> =>
    outward.app.post(FUNDS, {
      originatorAccountNumber: from,
      beneficiaryAccountNumber: to,
      amount: 70,
      transactionReference,
      ...facts,
    });
  const outside = (transactionReference: string, path = FUNDS): Promise<Response> =>
    outward.app.post(path, { ...template, transactionReference });
  const codeOf = ({ status, body }: Response): unknown[] => [
    status,
    (body as { data: { statusCode?: string } }).data.statusCode,
  ];
  const USED = [409, 'DUPLICATE_REFERENCE'];
  const paymentsOf = (reference: string): Promise<{ kind: string }[]> =>
    outward.app.rows(`SELECT kind FROM posting WHERE reference = $1 AND kind IN ('transfer', 'outward-transfer')`, [
      reference,
    ]);

  it('makes one payment when both ways are sent at once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const reference = freshReference('BOTH');
      const path = round % 2 === 0 ? FUNDS : OUTWARD;
      const answers = await Promise.all([
        inside(reference),
        outside(reference, path),
        inside(reference),
        outside(reference, path),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
      const payments = await paymentsOf(reference);
      expect(payments).toHaveLength(1);
      const isLocal = payments[0]!.kind === 'transfer';
      const [tsq, local] = [
        (await outward.app.get(TSQ, { transactionRef: reference })).body.data,
        (await outward.app.get(LOCAL_TSQ, { referenceNumber: reference })).body.data,
      ];
      expect([tsq.amount, local.amount]).toEqual(isLocal ? [70, 70] : [100, 100]);
      expect(tsq.postingReferenceNumber).toBe(local.postingReferenceNumber);
    }
  });

  it.each([
    ['fundstransfer', FUNDS],
    ['outwardtransfer', OUTWARD],
  ])('that a local transfer used is refused by %s to another institution', async (_, path) => {
    const reference = freshReference('IN');
    expect((await inside(reference)).status).toBe(200);
    expect(codeOf(await outside(reference, path))).toEqual(USED);
    expect(await paymentsOf(reference)).toEqual([{ kind: 'transfer' }]);
  });

  it.each([
    ['fundstransfer', FUNDS],
    ['outwardtransfer', OUTWARD],
  ])('that %s to another institution used is refused by a local transfer', async (_, path) => {
    const reference = freshReference('OUT');
    expect((await outside(reference, path)).status).toBe(200);
    expect(codeOf(await inside(reference))).toEqual(USED);
    expect(await paymentsOf(reference)).toEqual([{ kind: 'outward-transfer' }]);
  });

  it('is free again after a refusal, for either way', async () => {
    const reference = freshReference('FREE');
    const poor = await outward.app.openAccount(10);
    expect(codeOf(await inside(reference, { originatorAccountNumber: poor }))).toEqual([422, 'INSUFFICIENT_FUNDS']);
    expect((await outside(reference, OUTWARD)).status).toBe(200);
  });

  it('is apart from the request-reference of a local transfer', async () => {
    const reference = freshReference('SPACE');
    const body = { debitAccount: from, creditAccount: to, amount: 5 };
    expect((await outward.app.post(LOCAL, body, { reference })).status).toBe(200);
    expect((await outside(reference, OUTWARD)).status).toBe(200);
  });

  it('may be equal to its own request-reference, and its repeat gets the first answer', async () => {
    const reference = freshReference('SAME');
    const body = { originatorAccountNumber: from, beneficiaryAccountNumber: to, amount: 7 };
    const send = (): Promise<Response> =>
      outward.app.post(FUNDS, { ...body, transactionReference: reference }, { reference });
    const first = await send();
    expect(first.status).toBe(200);
    expect((await send()).body).toEqual(first.body);
  });

  it('stays taken while its payment is held, and its release executes that payment', async () => {
    const payer = await outward.app.openAccount(2_000_000);
    const reference = freshReference('HELD');
    const body = { originatorAccountNumber: payer, amount: 1_000_000 };
    const held = await inside(reference, body);
    expect(codeOf(held)).toEqual([202, 'AML_HOLD']);
    expect(codeOf(await outside(reference, OUTWARD))).toEqual(USED);
    expect(codeOf(await inside(reference, body))).toEqual([202, 'AML_HOLD']);
    const { approvalId, amlApprovalReference } = (
      held.body as { data: { approvalId: number; amlApprovalReference: string } }
    ).data;
    await outward.approveHold(approvalId);
    expect((await inside(reference, { ...body, amlApprovalReference })).status).toBe(200);
    expect(await outward.app.balance(payer)).toBe(1_000_000);
    expect(codeOf(await outside(reference, OUTWARD))).toEqual(USED);
  });

  it('has one receipt', async () => {
    const reference = freshReference('RECEIPT');
    await Promise.all([inside(reference), outside(reference)]);
    const { status } = await outward.app.get(RECEIPT, { ReferenceNumber: reference });
    expect(status).toBe(200);
  });
});
