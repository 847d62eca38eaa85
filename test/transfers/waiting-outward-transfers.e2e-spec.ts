import { type Body, FUNDS, OUTWARD, OutwardApp, type Transfer } from '../payouts/outward-app';
import { freshReference } from '../support/app';
import { eventually } from '../support/eventually';

const AMOUNT = 1_000_000;
const LOCAL = '/api/transfer/v1/localfundtransfer';

/** Outward transfers that do not run at once: held by AML, waiting for approval, or with the integration off. */
describe('outward transfers that wait', () => {
  let outward: OutwardApp;
  let account: string;
  let beneficiaries = 0;

  const nobody = (): string => {
    beneficiaries += 1;
    return `31000${String(beneficiaries).padStart(5, '0')}`;
  };
  const large = (facts: Body = {}): Promise<Body> => outward.bodyTo(nobody(), account, { amount: AMOUNT, ...facts });
  const referenceOf = (body: Body): string => String(body.transactionReference);
  const jobs = (): Promise<unknown[]> => outward.app.rows(`SELECT 1 FROM job WHERE kind = 'payout-advance'`);

  beforeAll(async () => {
    outward = await OutwardApp.start();
  });
  beforeEach(async () => {
    account = await outward.app.openAccount(3 * AMOUNT);
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    expect(await outward.differences()).toEqual([]);
    await outward.close();
  });

  describe.each([OUTWARD, FUNDS])('that AML holds at %s', (path) => {
    it('send nothing until the released retry, which may use a name enquiry of the day before', async () => {
      const body = await large();
      const reference = referenceOf(body);
      const before = await jobs();
      const held = await outward.app.post(path, body);
      expect([held.status, held.body.status, held.body.data.statusCode]).toEqual([202, false, 'AML_HOLD']);
      expect([outward.record(reference), await outward.app.balance(account), await jobs()]).toEqual([
        undefined,
        3 * AMOUNT,
        before,
      ]);
      expect(await outward.app.rows('SELECT 1 FROM payout WHERE reference = $1', [reference])).toEqual([]);
      expect(await outward.metadata(reference)).toMatchObject({
        processing_status: 'Pending',
        session_id: null,
        account_number_to: body.beneficiaryAccountNumber,
      });
      expect((await outward.tsq(reference)).body.data).toMatchObject({
        transactionReference: reference,
        transferType: 'Outward',
        processingStatus: 'Pending',
        amlHold: true,
        approvalStatus: 'Pending',
        sessionID: null,
        totalDebited: 0,
        isReversed: false,
      });

      const { approvalId, amlApprovalReference } = held.body.data;
      const retry = { ...body, amlApprovalReference };
      expect((await outward.app.post(path, retry)).body.data).toMatchObject({
        statusCode: 'AML_REFERENCE_REJECTED',
        rejection: 'PENDING',
      });
      await outward.approveHold(approvalId);
      await outward.app.rows(`UPDATE name_enquiry SET created_at = now() - interval '3 days' WHERE reference = $1`, [
        body.nameEnquiryRef,
      ]);
      await outward.app.rows(`UPDATE posting SET created_at = now() - interval '2 days 1 hour' WHERE reference = $1`, [
        reference,
      ]);
      for (const change of [
        { amount: AMOUNT + 1 },
        { originatorNarration: 'Other' },
        { beneficiaryNarration: 'Other' },
        { beneficiaryBankName: 'OTHER' },
        { originatorAccountName: 'OTHER' },
      ]) {
        expect((await outward.app.post(path, { ...retry, ...change })).body.data).toMatchObject({
          statusCode: 'AML_REFERENCE_REJECTED',
          rejection: 'PAYLOAD_CHANGED',
        });
      }
      expect((await outward.app.post(path === OUTWARD ? FUNDS : OUTWARD, retry)).body.data).toMatchObject({
        statusCode: 'AML_REFERENCE_REJECTED',
        rejection: 'OTHER_ENDPOINT',
      });
      expect(outward.record(reference)).toBeUndefined();

      const retryReference = freshReference();
      const executed = await outward.app.post(path, retry, { reference: retryReference });
      expect([executed.status, executed.body.data.processingStatus]).toEqual([200, 'Processed']);
      expect(outward.record(reference)).toMatchObject({ paid: true, timesSent: 1, amount: AMOUNT });
      expect((await outward.app.post(path, retry)).body.data).toMatchObject({
        statusCode: 'AML_REFERENCE_REJECTED',
        rejection: 'USED',
      });
      const replayed = await outward.app.post(path, retry, { reference: retryReference });
      expect([replayed.status, replayed.body.data]).toEqual([200, executed.body.data]);
      for (const known of [reference, retryReference, executed.body.data.sessionID as string]) {
        expect((await outward.tsq(known)).body.data).toMatchObject({
          transactionReference: reference,
          processingStatus: 'Processed',
          amlHold: false,
          approvalStatus: null,
        });
      }
      expect(outward.record(reference)!.timesSent).toBe(1);
    });
  });

  it('refuse a name enquiry that had expired at the first request', async () => {
    const body = await large();
    await outward.app.rows(`UPDATE name_enquiry SET created_at = now() - interval '25 hours' WHERE reference = $1`, [
      body.nameEnquiryRef,
    ]);
    expect((await outward.send(body)).body.data.statusCode).toBe('NAME_ENQUIRY_EXPIRED');
  });

  it('keep their name enquiries in spite of housekeeping', async () => {
    const [kept, gone] = [await large(), await large()];
    expect((await outward.send(kept)).status).toBe(202);
    await outward.app.rows(
      `UPDATE name_enquiry SET created_at = now() - interval '91 days' WHERE reference = ANY($1)`,
      [[kept.nameEnquiryRef, gone.nameEnquiryRef]],
    );
    const { Housekeeping } = await import('../../src/common/housekeeping');
    await outward.app.app.get(Housekeeping).sweepInstitution(outward.app.institutionId);
    expect(
      await outward.app.rows('SELECT reference FROM name_enquiry WHERE reference = ANY($1)', [
        [kept.nameEnquiryRef, gone.nameEnquiryRef],
      ]),
    ).toEqual([{ reference: kept.nameEnquiryRef }]);
  });

  it('fail when staff decline them', async () => {
    const body = await large();
    const held = await outward.send(body);
    await outward.app.post(
      `/api/admin/v1/aml/holds/${held.body.data.approvalId}/decline`,
      { note: 'No' },
      { token: await outward.app.staff('amlOfficer') },
    );
    await eventually(async () =>
      expect((await outward.tsq(referenceOf(body))).body.data).toMatchObject({
        processingStatus: 'Failed',
        approvalStatus: 'Declined',
        isReversed: false,
        totalDebited: 0,
      }),
    );
    expect(
      (await outward.app.get('/api/transfer/v1/tsq/local', { referenceNumber: referenceOf(body) })).body.data,
    ).toMatchObject({ isSuccessful: false, processingStatus: 'Failed' });
    expect(outward.record(referenceOf(body))).toBeUndefined();
  });

  it('wait for approval under a policy and are then sent by the worker', async () => {
    const policies = '/api/admin/v1/approval-policies';
    const administrator = await outward.app.staff('administrator');
    const policy = (
      await outward.app.approved(
        outward.app.post(policies, { operation: 'outward-transfer', amountFloor: 5_000 }, { token: administrator }),
      )
    ).body.data;
    for (const path of [OUTWARD, FUNDS]) {
      const body = await large({ amount: 5_000 });
      const requestReference = freshReference();
      const queued = await outward.app.post(path, body, { reference: requestReference });
      expect([queued.status, queued.body.data.statusCode]).toEqual([202, 'PENDING_APPROVAL']);
      expect((await outward.app.post(path, body, { reference: requestReference })).body).toEqual(queued.body);
      expect((await outward.tsq(referenceOf(body))).body.data).toMatchObject({
        processingStatus: 'Pending',
        amlHold: false,
        approvalStatus: 'Pending',
      });
      expect(outward.record(referenceOf(body))).toBeUndefined();
      await outward.app.post(
        `/api/admin/v1/approvals/${queued.body.data.approvalId}/approve`,
        {},
        { token: await outward.app.staff('checker') },
      );
      await eventually(async () =>
        expect(outward.record(referenceOf(body))).toMatchObject({ paid: true, timesSent: 1 }),
      );
      await eventually(async () => expect(await outward.status(referenceOf(body))).toBe('Processed'));
      const replayed = await outward.app.post(path, body, { reference: requestReference });
      expect([replayed.status, replayed.headers['idempotent-replayed'], replayed.body.data]).toMatchObject([
        200,
        'true',
        { processingStatus: 'Processed', totalDebited: 5010.75 },
      ]);
      expect(outward.record(referenceOf(body))!.timesSent).toBe(1);
    }
    const unwanted = await large({ amount: 5_000 });
    const requestReference = freshReference();
    const { approvalId } = (await outward.app.post(OUTWARD, unwanted, { reference: requestReference })).body.data;
    const decline = async (note: string): Promise<number> =>
      (
        await outward.app.post(
          `/api/admin/v1/approvals/${approvalId}/decline`,
          { note },
          { token: await outward.app.staff('checker') },
        )
      ).status;
    expect([await decline('  '), await decline('Not this one')]).toEqual([400, 200]);
    await eventually(async () => {
      const declined = await outward.app.post(OUTWARD, unwanted, { reference: requestReference });
      expect([declined.status, declined.body]).toMatchObject([
        422,
        {
          message: 'The transaction was declined; no funds moved. Send a new one if it is still wanted.',
          data: { statusCode: 'TRANSACTION_NOT_EXECUTED', state: 'Declined' },
        },
      ]);
    });
    await outward.app.put(
      `${policies}/${policy.id}`,
      { operation: 'outward-transfer', active: false },
      { token: administrator },
    );
  });

  describe('with the integration switched off', () => {
    let open: Body;
    let done: Body;
    const doneReference = freshReference();

    beforeAll(async () => {
      account = await outward.app.openAccount(AMOUNT);
      open = await outward.bodyTo('9900000003', account);
      done = await outward.bodyTo(nobody(), account);
      expect((await outward.send(open)).body.data.processingStatus).toBe('PendingTSQ');
      expect((await outward.send(done, doneReference)).status).toBe(200);
      await outward.configure({ TRANSFER_ENABLED: 'false' });
    });
    afterAll(() => outward.configure({ TRANSFER_ENABLED: 'true' }));

    it('are refused, and so are banks and name enquiries', async () => {
      const body = { ...done, transactionReference: freshReference() };
      const reference = freshReference();
      const refused = await outward.send(body, reference);
      expect([refused.status, refused.body.data.statusCode]).toEqual([503, 'INTEGRATION_NOT_ENABLED']);
      expect(refused.headers['retry-after']).toBe('3600');
      expect((await outward.app.post(FUNDS, body)).body.data.statusCode).toBe('INTEGRATION_NOT_ENABLED');
      expect((await outward.app.get('/api/transfer/v1/banks')).body.data.statusCode).toBe('INTEGRATION_NOT_ENABLED');
      expect((await outward.enquire(nobody())).body.data.statusCode).toBe('INTEGRATION_NOT_ENABLED');
      expect((await outward.tsq(referenceOf(body))).status).toBe(404);
      await outward.configure({ TRANSFER_ENABLED: 'true' });
      expect((await outward.send(body, reference)).body.data.processingStatus).toBe('Processed');
      await outward.configure({ TRANSFER_ENABLED: 'false' });
    });

    it('are completed when they were debited before', async () => {
      await eventually(async () => expect(await outward.status(referenceOf(open))).toBe('Processed'));
    });

    it('are replayed and found', async () => {
      const again = await outward.send(done, doneReference);
      expect([
        again.status,
        again.headers['idempotent-replayed'],
        (again.body.data as Transfer).processingStatus,
      ]).toEqual([200, 'true', 'Processed']);
      expect(
        (await outward.app.get('/api/transfer/v1/search', { TransactionReference: referenceOf(done) })).body.data
          .recordCount,
      ).toBe(1);
    });

    it('do not affect local transfers', async () => {
      const other = await outward.app.openAccount();
      expect((await outward.app.post(LOCAL, { debitAccount: account, creditAccount: other, amount: 5 })).status).toBe(
        200,
      );
      expect(
        (
          await outward.app.post(FUNDS, {
            originatorAccountNumber: account,
            beneficiaryAccountNumber: other,
            amount: 5,
            transactionReference: freshReference(),
          })
        ).status,
      ).toBe(200);
    });
  });

  it('replay the hold of a transfer that was held while the integration was on', async () => {
    const body = await large();
    const reference = freshReference();
    const held = await outward.send(body, reference);
    await outward.configure({ TRANSFER_ENABLED: 'false' });
    expect((await outward.send(body, reference)).body).toEqual(held.body);
    await outward.configure({ TRANSFER_ENABLED: 'true' });
  });
});
