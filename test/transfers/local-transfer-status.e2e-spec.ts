import { freshReference, TestApp } from '../support/app';

const TRANSFER = '/api/transfer/v1/localfundtransfer';
const TSQ = '/api/transfer/v1/tsq/local';

describe('tsq/local', () => {
  let app: TestApp;
  let from: string;
  let to: string;

  const transfer = (amount: number, reference: string, facts: object = {}): ReturnType<TestApp['post']> =>
    app.post(TRANSFER, { debitAccount: from, creditAccount: to, amount, ...facts }, { reference });
  const cashIn = (amount: number, referenceNumber: string): object => ({
    debitAccount: '1010',
    creditAccount: to,
    amount,
    narration: 'Cash',
    referenceNumber,
  });
  const tsq = (referenceNumber: string): ReturnType<TestApp['get']> => app.get(TSQ, { referenceNumber });
  const decide = async (approvalId: number, decision: 'approve' | 'decline'): Promise<number> =>
    (
      await app.post(
        `/api/admin/v1/aml/holds/${approvalId}/${decision}`,
        { note: 'Seen the documents' },
        { token: await app.staff('amlOfficer') },
      )
    ).status;

  beforeAll(async () => {
    app = await TestApp.start();
    from = await app.openAccount(5_000_000);
    to = await app.openAccount();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('finds a transfer by its reference and by its posting reference', async () => {
    const reference = freshReference();
    const { postingReferenceNumber, transactionDate } = (await transfer(12.34, reference)).body.data;
    const expected = {
      isSuccessful: true,
      referenceNumber: reference,
      postingReferenceNumber,
      amount: 12.34,
      transactionDate,
      processingStatus: 'Processed',
      isReversed: false,
      amlHold: false,
      approvalStatus: null,
      failureReason: null,
    };
    expect((await tsq(reference)).body.data).toEqual(expected);
    expect((await tsq(postingReferenceNumber)).body.data).toEqual(expected);
    expect((await app.get(TSQ, { ReferenceNumber: reference })).body.data).toEqual(expected);
  });

  it('finds a manual posting too', async () => {
    const referenceNumber = freshReference();
    await app.post('/api/postings/v1/posttransaction', cashIn(5, referenceNumber));
    expect((await tsq(referenceNumber)).body.data).toMatchObject({ isSuccessful: true, referenceNumber, amount: 5 });
  });

  it('finds the transfer that has a number, also where another transfer has it as its reference', async () => {
    const number = (await app.post('/api/postings/v1/posttransaction', cashIn(7, freshReference()))).body.data
      .postingReferenceNumber as string;
    expect((await transfer(5, number)).status).toBe(200);
    expect((await tsq(number)).body.data).toMatchObject({ postingReferenceNumber: number, amount: 7 });
  });

  it.each(['never-sent', 'PST000000000001', 'PST999999999999999'])(
    'answers 404 for the unknown reference %s',
    async (reference) => {
      const { status, body } = await tsq(reference);
      expect([status, body.data.statusCode]).toEqual([404, 'TRANSFER_NOT_FOUND']);
    },
  );

  it('answers 404 for a refused transfer', async () => {
    const reference = freshReference();
    expect((await transfer(900_000, reference, { debitAccount: to })).status).toBe(422);
    expect((await tsq(reference)).status).toBe(404);
  });

  it('refuses a query without a reference', async () => {
    expect((await app.get(TSQ)).status).toBe(400);
  });

  it('finds a held transfer by its reference and by the reference of its retry', async () => {
    const heldReference = freshReference();
    const held = await transfer(1_500_000, heldReference);
    expect([held.status, held.body.data.statusCode]).toEqual([202, 'AML_HOLD']);
    expect((await tsq(heldReference)).body.data).toMatchObject({
      isSuccessful: false,
      processingStatus: 'Pending',
      amlHold: true,
      approvalStatus: 'Pending',
      amount: 1_500_000,
    });

    expect(await decide(held.body.data.approvalId, 'approve')).toBe(200);
    expect((await tsq(heldReference)).body.data).toMatchObject({
      isSuccessful: false,
      amlHold: true,
      approvalStatus: 'Approved',
    });

    const retryReference = freshReference();
    const executed = await transfer(1_500_000, retryReference, {
      amlApprovalReference: held.body.data.amlApprovalReference,
    });
    expect(executed.status).toBe(200);
    const { postingReferenceNumber } = executed.body.data;
    for (const reference of [heldReference, retryReference, postingReferenceNumber]) {
      expect((await tsq(reference)).body.data).toMatchObject({
        isSuccessful: true,
        processingStatus: 'Processed',
        amlHold: false,
        postingReferenceNumber,
        referenceNumber: heldReference,
      });
    }
  });

  it('shows a declined transfer', async () => {
    const reference = freshReference();
    const held = await transfer(1_200_000, reference);
    expect(await decide(held.body.data.approvalId, 'decline')).toBe(200);
    expect((await tsq(reference)).body.data).toMatchObject({ isSuccessful: false, approvalStatus: 'Declined' });
  });
});
