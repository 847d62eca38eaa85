import type { Response } from 'supertest';
import { type Body, FUNDS, OutwardApp, TSQ } from '../payouts/outward-app';
import { freshReference } from '../support/app';

const LOCAL_TSQ = '/api/transfer/v1/tsq/local';

describe('fundstransfer', () => {
  let outward: OutwardApp;
  let from: string;
  let to: string;
  let virtual: string;

  const local = (facts: Body = {}): Body => ({
    originatorAccountNumber: from,
    beneficiaryAccountNumber: to,
    amount: 100,
    transactionReference: freshReference('FT'),
    ...facts,
  });
  const send = (body: Body, reference?: string): Promise<Response> =>
    outward.app.post(FUNDS, body, reference === undefined ? {} : { reference });
  const codeOf = async (body: Body): Promise<unknown[]> => {
    const { status, body: answer } = await send(body);
    return [status, answer.data.statusCode];
  };

  beforeAll(async () => {
    outward = await OutwardApp.start();
    [from, to] = [await outward.app.openAccount(100_000), await outward.app.openAccount()];
    virtual = (
      await outward.app.rows<{ number: string }>(`SELECT number FROM account_number WHERE kind = 'virtual'`)
    )[0]!.number;
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    expect(await outward.differences()).toEqual([]);
    await outward.close();
  });

  it.each([
    ['absent', {}],
    ['null', { destinationInstitutionCode: null }],
    ['the own code', { destinationInstitutionCode: '59999' }],
    ['the own code at the switch', { destinationInstitutionCode: '059999' }],
  ])('is a local transfer when the destination is %s', async (_, destination) => {
    const before = await outward.app.balance(to);
    const body = local({ ...destination, originatorNarration: 'Rent', beneficiaryNarration: 'From Ada' });
    const { status, body: answer } = await send(body);
    expect([status, answer.data]).toEqual([
      200,
      {
        referenceNumber: body.transactionReference,
        postingReferenceNumber: expect.stringMatching(/^PST/),
        amount: 100,
        feeCharged: 0,
        debitAccount: from,
        creditAccount: to,
        transactionDate: expect.any(String),
        isSuccessful: true,
      },
    ]);
    expect(await outward.app.balance(to)).toBe(before + 100);
    expect(outward.record(String(body.transactionReference))).toBeUndefined();
    expect(await outward.metadata(String(body.transactionReference))).toMatchObject({
      transfer_type: 'local',
      processing_status: 'Processed',
      narration_originator: 'Rent',
      narration_beneficiary: 'From Ada',
      session_id: null,
    });
  });

  it('shows each side of a local transfer its own narration', async () => {
    const body = local({ originatorNarration: 'Rent', beneficiaryNarration: 'From Ada' });
    await send(body);
    const narrations = await outward.app.rows(
      `SELECT e.side, coalesce(e.narration, p.narration) AS narration FROM posting p JOIN posting_entry e ON e.posting_id = p.id WHERE p.reference = $1 ORDER BY e.leg`,
      [body.transactionReference],
    );
    expect(narrations).toEqual([
      { side: 'debit', narration: 'Rent' },
      { side: 'credit', narration: 'From Ada' },
    ]);
  });

  it('credits a virtual account and a ledger', async () => {
    for (const beneficiaryAccountNumber of [virtual, '2030'])
      expect((await send(local({ beneficiaryAccountNumber }))).body.data).toMatchObject({
        isSuccessful: true,
        creditAccount: beneficiaryAccountNumber,
      });
  });

  it('finds a local transfer by both status queries and in the search', async () => {
    const body = local();
    const { postingReferenceNumber } = (await send(body)).body.data;
    const reference = String(body.transactionReference);
    expect((await outward.app.get(LOCAL_TSQ, { referenceNumber: reference })).body.data).toMatchObject({
      isSuccessful: true,
      referenceNumber: reference,
      postingReferenceNumber,
    });
    expect((await outward.app.get(TSQ, { transactionRef: reference })).body.data).toEqual({
      transactionReference: reference,
      sessionID: null,
      processingStatus: 'Processed',
      amount: 100,
      fee: 0,
      vat: 0,
      stampDuty: 0,
      totalDebited: 100,
      responseCode: null,
      responseMessage: null,
      isReversed: false,
      transferType: 'Local',
      postingReferenceNumber,
      transactionDate: expect.any(String),
      amlHold: false,
      approvalStatus: null,
      failureReason: null,
    });
    expect(
      (await outward.app.get('/api/transfer/v1/search', { TransactionReference: reference })).body.data.data,
    ).toMatchObject([{ transferType: 'Local', transactionReference: reference }]);
  });

  it('sends an outward transfer to any other institution, and both status queries find it', async () => {
    const body = await outward.bodyTo('3200000001', from);
    const { status, body: answer } = await send(body);
    expect([status, answer.data]).toMatchObject([200, { processingStatus: 'Processed', totalDebited: 110.75 }]);
    expect(
      (await outward.app.get(LOCAL_TSQ, { referenceNumber: String(body.transactionReference) })).body.data,
    ).toMatchObject({ isSuccessful: true, processingStatus: 'Processed', amount: 100 });
    expect(await outward.status(String(body.transactionReference))).toBe('Processed');
    const failed = await outward.bodyTo('9900000001', from);
    expect((await send(failed)).status).toBe(422);
    expect(
      (await outward.app.get(LOCAL_TSQ, { referenceNumber: String(failed.transactionReference) })).body.data,
    ).toMatchObject({ isSuccessful: false, processingStatus: 'Reversed', isReversed: true });
  });

  it('accepts a reference only once for local and outward transfers together', async () => {
    const outside = await outward.bodyTo('3200000001', from);
    expect((await send(outside)).status).toBe(200);
    const inside = local();
    expect((await send(inside)).status).toBe(200);
    const balance = await outward.app.balance(from);
    expect(await codeOf(local({ transactionReference: outside.transactionReference }))).toEqual([
      409,
      'DUPLICATE_REFERENCE',
    ]);
    expect(
      await codeOf({
        ...(await outward.bodyTo('3200000001', from)),
        transactionReference: inside.transactionReference,
      }),
    ).toEqual([409, 'DUPLICATE_REFERENCE']);
    expect(await outward.app.balance(from)).toBe(balance);
  });

  it('requires the fields of an outward transfer for another institution', async () => {
    const { status, body } = await send(local({ destinationInstitutionCode: '000013' }));
    expect([status, body.data.errors.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ['nameEnquiryRef', 'originatorAccountName', 'beneficiaryAccountName', 'beneficiaryBankName'],
    ]);
  });

  it.each<{ name: string; change: () => Body; status: number; code: string }>([
    {
      name: 'a virtual originator',
      change: () => ({ originatorAccountNumber: virtual }),
      status: 422,
      code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
    },
    {
      name: 'a ledger as originator',
      change: () => ({ originatorAccountNumber: '1010' }),
      status: 404,
      code: 'ACCOUNT_NOT_FOUND',
    },
    {
      name: 'an unknown beneficiary',
      change: () => ({ beneficiaryAccountNumber: '0000000000' }),
      status: 404,
      code: 'ACCOUNT_NOT_FOUND',
    },
    { name: 'the same account', change: () => ({ beneficiaryAccountNumber: from }), status: 422, code: 'SAME_ACCOUNT' },
    { name: 'more than there is', change: () => ({ amount: 500_000 }), status: 422, code: 'INSUFFICIENT_FUNDS' },
    {
      name: 'no reference',
      change: () => ({ transactionReference: undefined }),
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    {
      name: 'no beneficiary',
      change: () => ({ beneficiaryAccountNumber: undefined }),
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    {
      name: 'no originator',
      change: () => ({ originatorAccountNumber: undefined }),
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    { name: 'no amount', change: () => ({ amount: undefined }), status: 400, code: 'VALIDATION_FAILED' },
    { name: 'an amount as text', change: () => ({ amount: '1' }), status: 400, code: 'VALIDATION_FAILED' },
    {
      name: 'a code that is none',
      change: () => ({ destinationInstitutionCode: 'GTB' }),
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    { name: 'an unknown field', change: () => ({ debitAccount: from }), status: 400, code: 'VALIDATION_FAILED' },
  ])('refuses $name', async ({ change, status, code }) => {
    expect(await codeOf(local(change()))).toEqual([status, code]);
  });

  it('names the fields of the request in its errors', async () => {
    expect((await send(local({ beneficiaryAccountNumber: '0000000000' }))).body.data.field).toBe(
      'beneficiaryAccountNumber',
    );
    expect((await send(local({ originatorAccountNumber: virtual }))).body.data.field).toBe('originatorAccountNumber');
  });

  it('moves the money once under one transaction reference', async () => {
    const before = await outward.app.balance(from);
    const body = local();
    const reference = freshReference();
    const first = await send(body, reference);
    const again = await send(body, reference);
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([200, 'true', first.body]);
    expect(await codeOf(body)).toEqual([409, 'DUPLICATE_REFERENCE']);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(local({ transactionReference: 'FT-PARALLEL' }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(await outward.app.balance(from)).toBe(before - 200);
  });

  it('holds a local transfer for AML and executes it after the release', async () => {
    from = await outward.app.openAccount(1_000_000);
    const body = local({ amount: 1_000_000 });
    const held = await send(body);
    expect([held.status, held.body.data.statusCode]).toEqual([202, 'AML_HOLD']);
    expect((await outward.app.get(TSQ, { transactionRef: String(body.transactionReference) })).body.data).toMatchObject(
      { transferType: 'Local', processingStatus: 'Pending', amlHold: true, totalDebited: 0 },
    );
    await outward.approveHold(held.body.data.approvalId);
    expect(
      (await send({ ...body, amlApprovalReference: held.body.data.amlApprovalReference })).body.data,
    ).toMatchObject({ isSuccessful: true, referenceNumber: body.transactionReference });
    expect(await outward.app.balance(from)).toBe(0);
  });

  it('allows the reversal of a local transfer', async () => {
    from = await outward.app.openAccount(1_000);
    const body = local();
    const { postingReferenceNumber } = (await send(body)).body.data;
    expect(
      (
        await outward.app.post('/api/postings/v1/reversetransaction', {
          referenceNumber: postingReferenceNumber,
          reason: 'Test',
        })
      ).status,
    ).toBe(200);
    const outwardBody = await outward.bodyTo('3200000002', from);
    await send(outwardBody);
    expect(
      (
        await outward.app.post('/api/postings/v1/reversetransaction', {
          referenceNumber: String(outwardBody.transactionReference),
          reason: 'Test',
        })
      ).body.data.statusCode,
    ).toBe('REVERSAL_NOT_ALLOWED');
  });
});
