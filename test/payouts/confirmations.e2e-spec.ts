import type { Response } from 'supertest';
import { addSecondInstitution } from '../auth/second-institution';
import { freshReference } from '../support/app';
import { eventually } from '../support/eventually';
import { OutwardApp, SEARCH, TSQ } from './outward-app';

const CONFIRM = '/api/admin/v1/transfers/confirm';
const UNRESOLVED = '/api/admin/v1/transfers/unresolved';
const APPROVALS = '/api/admin/v1/approvals';
const MONEY = 10_000;
const EVIDENCE = 'Settlement report 2026-11-21, line 114';

describe('confirmation of outward transfers by staff', () => {
  let outward: OutwardApp;
  let account: string;
  let maker: string;
  let checker: string;

  /** A transfer that waits for staff; the last digits of its beneficiary choose the simulator's answer. */
  const waiting = async (trigger: string, status: string): Promise<string> => {
    const body = await outward.bodyTo(`99000${trigger}`, account);
    await outward.send(body);
    const reference = String(body.transactionReference);
    await eventually(async () =>
      expect(await outward.app.rows('SELECT status FROM payout WHERE reference = $1', [reference])).toEqual([
        { status },
      ]),
    );
    return reference;
  };
  const failed = (): Promise<string> => waiting('00134', 'Failed');
  const confirm = (transactionReference: string, outcome: string, facts: object = {}): Promise<Response> =>
    outward.app.post(CONFIRM, { transactionReference, outcome, evidence: EVIDENCE, ...facts }, { token: maker });
  const decide = (approvalId: number, decision: 'approve' | 'decline', token = checker): Promise<Response> =>
    outward.app.post(
      `${APPROVALS}/${approvalId}/${decision}`,
      decision === 'decline' ? { note: 'Not convinced' } : {},
      { token },
    );
  const unresolved = async (): Promise<Record<string, unknown>[]> =>
    (await outward.app.get(UNRESOLVED, { PageSize: 200 }, { token: checker })).body.data.data as Record<
      string,
      unknown
    >[];
  const listed = async (reference: string): Promise<Record<string, unknown> | undefined> =>
    (await unresolved()).find(({ transactionReference }) => transactionReference === reference);
  /** Confirms with two members of staff, and waits until the payout is settled. */
  const settle = async (reference: string, outcome: string): Promise<void> => {
    const asked = await confirm(reference, outcome);
    expect([asked.status, asked.body.data.statusCode]).toEqual([202, 'PENDING_APPROVAL']);
    expect((await decide(asked.body.data.approvalId, 'approve')).status).toBe(200);
    await eventually(async () => expect(await outward.status(reference)).toBe(outcome));
  };

  beforeAll(async () => {
    outward = await OutwardApp.start();
    [maker, checker] = [await outward.app.staff('maker'), await outward.app.staff('checker')];
  });
  beforeEach(async () => {
    account = await outward.app.openAccount(MONEY);
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    await outward.close();
  });

  it('lists the transfers that wait for staff', async () => {
    const [refused, lost] = [await failed(), await waiting('00011', 'ConfirmManually')];
    expect(await listed(refused)).toEqual({
      id: expect.any(Number),
      transactionReference: refused,
      sessionID: expect.stringMatching(/^\d{30}$/),
      processingStatus: 'Failed',
      amount: 100,
      fee: 10,
      vat: 0.75,
      stampDuty: 0,
      totalDebited: 110.75,
      responseCode: '34',
      responseMessage: 'Suspected fraud',
      isReversed: false,
      originatorAccountNumber: account,
      beneficiaryAccountNumber: '9900000134',
      beneficiaryAccountName: expect.any(String),
      destinationInstitutionCode: '000013',
      beneficiaryBankName: 'GTBANK PLC',
      provider: 'providerh',
      disputed: false,
      requireReversal: false,
      postingReferenceNumber: expect.stringMatching(/^PST/),
      transactionDate: expect.any(String),
      lastAttemptAt: expect.any(String),
    });
    expect(await listed(lost)).toMatchObject({ processingStatus: 'ConfirmManually', responseCode: '25' });
    expect((await outward.app.get(UNRESOLVED, { PageSize: 1 }, { token: checker })).body.data).toMatchObject({
      pageSize: 1,
      data: [{ transactionReference: lost }],
    });
  });

  it.each([
    ['Processed', MONEY - 110.75],
    ['Reversed', MONEY],
  ])('settles a failed transfer as %s', async (outcome, balance) => {
    const reference = await failed();
    expect(await outward.app.balance(account)).toBe(MONEY - 110.75);
    await settle(reference, outcome);
    expect(await outward.app.balance(account)).toBe(balance);
    expect(await listed(reference)).toBeUndefined();
    expect(await outward.metadata(reference)).toMatchObject({ processing_status: outcome });
    expect((await outward.tsq(reference)).body.data).toMatchObject({
      isReversed: outcome === 'Reversed',
      responseMessage: 'Confirmed by the institution.',
    });
    expect((await confirm(reference, outcome)).body.data.statusCode).toBe('PAYOUT_NOT_OPEN');
  });

  it.each(['Processed', 'Reversed'])(
    'keeps the evidence of %s from API clients, whichever way they read the transfer, and shows it to staff',
    async (outcome) => {
      const body = await outward.bodyTo('9900000134', account);
      const [request, reference] = [freshReference(), String(body.transactionReference)];
      expect((await outward.send(body, request)).body.data.responseMessage).toBe('Suspected fraud');
      await settle(reference, outcome);
      const read = [
        await outward.send(body, request),
        await outward.tsq(reference),
        await outward.app.get(SEARCH, { TransactionReference: reference }),
      ];
      for (const { text } of read) {
        expect(text).toContain('Confirmed by the institution.');
        expect(text).not.toContain(EVIDENCE);
      }
      const [approval] = (
        await outward.app.get(APPROVALS, { Operation: 'confirm-payout', PageSize: 1 }, { token: checker })
      ).body.data.data as { summary: string }[];
      expect(approval!.summary).toContain(EVIDENCE);
      await outward.app.rows('UPDATE payout SET disputed = true WHERE reference = $1', [reference]);
      expect(await listed(reference)).toMatchObject({ responseMessage: EVIDENCE });
    },
  );

  it('settles a transfer that the provider could not locate', async () => {
    const reference = await waiting('00011', 'ConfirmManually');
    await settle(reference, 'Reversed');
    expect(await outward.app.balance(account)).toBe(MONEY);
  });

  it('moves no money until another member of staff approves, and can be requested again after a decline', async () => {
    const reference = await failed();
    const { approvalId } = (await confirm(reference, 'Reversed')).body.data;
    expect((await confirm(reference, 'Processed')).body.data.statusCode).toBe('PAYOUT_ALREADY_CONFIRMING');
    expect((await decide(approvalId, 'approve', maker)).status).toBe(403);
    expect(await outward.app.balance(account)).toBe(MONEY - 110.75);
    expect((await decide(approvalId, 'decline')).status).toBe(200);
    expect(await outward.status(reference)).toBe('Failed');
    await settle(reference, 'Reversed');
    expect(await outward.app.balance(account)).toBe(MONEY);
  });

  it('opens one approval for simultaneous requests', async () => {
    const reference = await failed();
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(reference, 'Reversed')));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(7).fill(409)]);
  });

  it.each<{ name: string; facts: object; status: number; code: string }>([
    { name: 'an unknown reference', facts: { transactionReference: 'none' }, status: 404, code: 'PAYOUT_NOT_FOUND' },
    { name: 'another outcome', facts: { outcome: 'Failed' }, status: 400, code: 'VALIDATION_FAILED' },
    { name: 'no evidence', facts: { evidence: '' }, status: 400, code: 'VALIDATION_FAILED' },
    { name: 'blank evidence', facts: { evidence: '  ' }, status: 400, code: 'VALIDATION_FAILED' },
    { name: 'an unknown field', facts: { force: true }, status: 400, code: 'VALIDATION_FAILED' },
  ])('refuses a confirmation with $name', async ({ facts, status, code }) => {
    const refused = await confirm('x', 'Processed', facts);
    expect([refused.status, refused.body.data.statusCode]).toEqual([status, code]);
  });

  it('refuses to confirm a transfer that is still open', async () => {
    const reference = await waiting('00012', 'PendingTSQ');
    expect((await confirm(reference, 'Reversed')).body.data.statusCode).toBe('PAYOUT_NOT_OPEN');
  });

  it('needs the permissions to confirm and to approve', async () => {
    const body = { transactionReference: 'x', outcome: 'Processed', evidence: EVIDENCE };
    for (const part of ['checker', 'amlOfficer', 'administrator'] as const)
      expect((await outward.app.post(CONFIRM, body, { token: await outward.app.staff(part) })).status).toBe(403);
    expect((await outward.app.post(CONFIRM, body)).status).toBe(401);
    expect((await outward.app.get(UNRESOLVED)).status).toBe(401);
  });

  it('answers staff of another institution as for an unknown reference', async () => {
    const second = await addSecondInstitution(outward.app);
    const signIn = async (path: string, secret: object): Promise<string> =>
      (await outward.app.post(path, secret, { token: 'none', reference: null })).body.data.accessToken as string;
    const [client, manager] = [
      await signIn('/api/auth/v1/authenticate', second.client),
      await signIn('/api/admin/v1/login', { email: second.manager.email, password: second.manager.password }),
    ];
    const reference = await failed();
    const { sessionID } = (await outward.tsq(reference)).body.data;
    const seen = async (transactionRef: string): Promise<unknown> => {
      const { status, body } = await outward.app.get(TSQ, { transactionRef }, { token: client });
      return [status, body];
    };
    const nothing = await seen('none');
    expect(nothing).toMatchObject([404, { data: { statusCode: 'TRANSFER_NOT_FOUND' } }]);
    for (const known of [reference, sessionID as string]) expect(await seen(known)).toEqual(nothing);
    expect((await outward.app.get(UNRESOLVED, {}, { token: manager })).body.data.recordCount).toBe(0);
    const refused = await outward.app.post(
      CONFIRM,
      { transactionReference: reference, outcome: 'Reversed', evidence: EVIDENCE },
      { token: manager },
    );
    expect([refused.status, refused.body.data.statusCode]).toEqual([404, 'PAYOUT_NOT_FOUND']);
  });

  describe('when the provider contradicts a settled transfer', () => {
    /** The provider pays a transfer that it had refused. */
    const payAfterAll = (reference: string): void =>
      outward.providers.ledger.save({ ...outward.record(reference)!, destination: '3400000001' });

    it('shows staff a late success, which pays nothing twice', async () => {
      const reference = await failed();
      payAfterAll(reference);
      expect(await outward.status(reference)).toBe('Failed');
      expect(outward.record(reference)).toMatchObject({ paid: true, timesSent: 1 });
      expect(await listed(reference)).toMatchObject({ processingStatus: 'Failed', disputed: true });
      await settle(reference, 'Processed');
      expect(await listed(reference)).toBeUndefined();
      expect(await outward.app.balance(account)).toBe(MONEY - 110.75);
    });

    it('lets staff confirm a disputed transfer as it is, or return the money', async () => {
      const [kept, returned] = [await failed(), await failed()];
      for (const reference of [kept, returned]) {
        await settle(reference, 'Processed');
        await outward.app.rows('UPDATE payout SET disputed = true WHERE reference = $1', [reference]);
        expect(await listed(reference)).toMatchObject({ processingStatus: 'Processed', disputed: true });
      }
      const { approvalId } = (await confirm(kept, 'Processed')).body.data;
      await decide(approvalId, 'approve');
      await eventually(async () => expect(await listed(kept)).toBeUndefined());
      await settle(returned, 'Reversed');
      expect(await listed(returned)).toBeUndefined();
      expect(await outward.app.balance(account)).toBe(MONEY - 110.75);
    });

    it('debits returned money again when staff confirm that the provider paid after all', async () => {
      const reference = await failed();
      await settle(reference, 'Reversed');
      await outward.app.rows('UPDATE payout SET disputed = true WHERE reference = $1', [reference]);
      await settle(reference, 'Processed');
      expect(await listed(reference)).toBeUndefined();
      expect(await outward.app.balance(account)).toBe(MONEY - 110.75);
    });
  });

  describe('a wrong confirmation', () => {
    it('is corrected by a second one, again and again, and the account is debited once or not at all', async () => {
      const reference = await failed();
      for (const outcome of ['Reversed', 'Processed', 'Reversed', 'Processed', 'Reversed']) {
        await settle(reference, outcome);
        expect(await outward.app.balance(account)).toBe(outcome === 'Processed' ? MONEY - 110.75 : MONEY);
        expect((await outward.tsq(reference)).body.data).toMatchObject({ isReversed: outcome === 'Reversed' });
        expect((await confirm(reference, outcome)).body.data.statusCode).toBe('PAYOUT_NOT_OPEN');
      }
    });

    it('is shown by its last posting on the receipt, in both status queries, the search and the timeline', async () => {
      const reference = await failed();
      const shown: unknown[] = [];
      for (const outcome of ['Reversed', 'Processed', 'Reversed', 'Processed']) {
        await settle(reference, outcome);
        const [row] = (await outward.app.get(SEARCH, { TransactionReference: reference })).body.data.data;
        const local = await outward.app.get('/api/transfer/v1/tsq/local', { referenceNumber: reference });
        expect([local.body.data.isSuccessful, local.body.data.isReversed]).toEqual(
          outcome === 'Reversed' ? [false, true] : [true, false],
        );
        const receipt = await outward.app.get('/api/report/v1/gettransactionreceipt', { ReferenceNumber: reference });
        expect([row.isReversed, receipt.body.data.status]).toEqual(
          outcome === 'Reversed' ? [true, 'Reversed'] : [false, 'Successful'],
        );
        shown.push(outcome === 'Reversed' ? 'reversed' : 'debited-again');
        const { body } = await outward.app.get(
          `/api/admin/v1/transfers/${row.postingReferenceNumber}`,
          {},
          { token: checker },
        );
        const events = (body.data.timeline as { event: string }[]).map(({ event }) => event);
        expect(events.filter((event) => event === 'reversed' || event === 'debited-again')).toEqual(shown);
      }
    });

    it('stays as it is while the customer has spent the money, and can be approved once the money is there', async () => {
      const reference = await failed();
      await settle(reference, 'Reversed');
      await outward.app.rows('UPDATE ledger_account SET held_kobo = credits_posted_kobo WHERE number = $1', [account]);
      const { approvalId } = (await confirm(reference, 'Processed')).body.data;
      const refused = await decide(approvalId, 'approve');
      expect([refused.status, refused.body.data.statusCode]).toEqual([422, 'INSUFFICIENT_FUNDS']);
      expect(await outward.status(reference)).toBe('Reversed');
      await outward.app.rows('UPDATE ledger_account SET held_kobo = 0 WHERE number = $1', [account]);
      expect((await decide(approvalId, 'approve')).status).toBe(200);
      expect(await outward.app.balance(account)).toBe(MONEY - 110.75);
    });

    it('takes one correction when many are asked at the same time', async () => {
      const reference = await failed();
      await settle(reference, 'Reversed');
      const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(reference, 'Processed')));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(7).fill(409)]);
    });

    it('gives nothing of the daily limit back that the correction did not use', async () => {
      await outward.app.rows('UPDATE ledger_account SET daily_limit_kobo = 15000 WHERE number = $1', [account]);
      const reference = await failed();
      await settle(reference, 'Reversed');
      expect((await outward.send(await outward.bodyTo('9900000100', account, { amount: 100 }))).status).toBe(200);
      for (const outcome of ['Processed', 'Reversed']) await settle(reference, outcome);
      const second = await outward.send(await outward.bodyTo('9900000100', account, { amount: 100 }));
      expect([second.status, second.body.data.statusCode]).toEqual([422, 'LIMIT_EXCEEDED']);
    });

    it('is needed before a correction: nobody reverses what the provider paid without a dispute', async () => {
      const body = await outward.bodyTo('9900000100', account);
      await outward.send(body);
      const reference = String(body.transactionReference);
      expect(await outward.status(reference)).toBe('Processed');
      expect((await confirm(reference, 'Reversed')).body.data.statusCode).toBe('PAYOUT_NOT_OPEN');
    });
  });
});
