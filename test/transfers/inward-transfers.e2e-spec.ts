import request, { type Response } from 'supertest';
import { Keyring } from '../../src/common/crypto/keyring';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { InstitutionSettings } from '../../src/institutions/settings/institution-settings';
import type { PartyFacts } from '../../src/nfiu-reports/report-facts';
import { TransactionsReader } from '../../src/nfiu-reports/transactions-reader';
import { sandboxGatewayKey } from '../../src/seed/sandbox-providers';
import { addSecondInstitution } from '../auth/second-institution';
import { OutwardApp } from '../payouts/outward-app';
import { codeOf, dataOf } from '../support/answers';
import { eventually } from '../support/eventually';

const PATH = '/api/admin/v1/inward-transfers';
const SETTLEMENT = '1030';
const SUSPENSE = '2070';

interface Credit {
  sessionId: string;
  postingReferenceNumber: string;
  status: string;
  reason: string | null;
  amount: number;
}

interface Row extends Credit {
  creditedAccountNumber: string | null;
  returnReference: string | null;
  reasonMessage: string | null;
}

describe('transfers from other institutions', () => {
  let outward: OutwardApp;
  let key: string;
  let maker: string;
  let checker: string;
  let sessions = 0;
  beforeAll(async () => {
    outward = await OutwardApp.start({ SANDBOX: 'true' });
    key = sandboxGatewayKey(outward.app.app.get(Keyring));
    maker = await outward.app.staff('maker');
    checker = await outward.app.staff('checker');
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    await outward.close();
  });

  const newSession = (): string => {
    sessions += 1;
    return `000013261121103000${String(sessions).padStart(12, '0')}`;
  };
  const call = (path: string, body: object, gatewayKey: string | null = key): Promise<Response> => {
    const post = request(outward.app.url).post(`/cba/transfers/inward/${path}`).set('content-type', 'application/json');
    if (gatewayKey !== null) void post.set('x-gateway-key', gatewayKey);
    return Promise.resolve(post.send(JSON.stringify(body)));
  };
  /** Who pays in the posting of a transfer and in the one that took it out of suspense, as reports to the NFIU say. */
  async function reportedSenders(sessionId: string): Promise<PartyFacts[]> {
    const { institutionId, app } = outward.app;
    const [row] = await outward.app.rows<{ ids: string[] }>(
      'SELECT ARRAY[posting_id, settlement_posting_id] AS ids FROM inward_transfer WHERE session_id = $1',
      [sessionId],
    );
    const reader = app.get(TransactionsReader, { strict: false });
    const senders: PartyFacts[] = [];
    for (const id of row!.ids) {
      const query = { postingIds: [Number(id)], conductors: {}, timeZone: 'Africa/Lagos', subjectID: null };
      const [facts] = await app.get(UnitOfWork).read(institutionId, (tx) => reader.read(tx, institutionId, query));
      senders.push(facts!.from);
    }
    return senders;
  }
  const bodyTo = (beneficiaryAccountNumber: string, facts: object = {}): Record<string, unknown> => ({
    sessionId: newSession(),
    beneficiaryAccountNumber,
    amount: 5_000,
    originatorAccountNumber: '3000000001',
    originatorAccountName: 'NGOZI EZE',
    originatorInstitutionCode: '000013',
    narration: 'Invoice 117',
    ...facts,
  });
  const credit = (beneficiaryAccountNumber: string, facts: object = {}): Promise<Response> =>
    call('credit', bodyTo(beneficiaryAccountNumber, facts));
  /** Balance of a ledger on its credit side, Naira. */
  const ledger = async (code: string): Promise<number> => {
    const [row] = await outward.app.rows<{ kobo: string }>(
      `SELECT credits_posted_kobo - debits_posted_kobo AS kobo FROM ledger_account WHERE number = $1 AND institution_id = 1`,
      [code],
    );
    return Number(row!.kobo) / 100;
  };
  const listed = async (query: Record<string, string>): Promise<Row[]> =>
    (await outward.app.get(PATH, query, { token: checker })).body.data.data;
  const found = async (SessionId: string): Promise<Row> => (await listed({ SessionId }))[0]!;
  const setStatus = (number: string, status: string): Promise<unknown> =>
    outward.app.rows(`UPDATE ledger_account SET status = $2 WHERE number = $1`, [number, status]);
  const settle = (body: object): Promise<Response> =>
    outward.app.post(`${PATH}/settle`, { note: 'Seen the deposit slip', ...body }, { token: maker });
  const waiting = (answer: Response): number => dataOf<{ approvalId: number }>(answer, 202).approvalId;
  const approve = (approvalId: number, token = checker): Promise<Response> =>
    outward.app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token });
  const virtualAccount = async (): Promise<{ number: string; parent: string }> =>
    (
      await outward.app.rows<{ number: string; parent: string }>(
        `SELECT n.number, a.number AS parent FROM account_number n
           JOIN ledger_account a ON a.id = n.ledger_account_id WHERE n.kind = 'virtual'`,
      )
    )[0]!;
  /** Money in suspense for an account that does not exist. */
  const inSuspense = async (facts: object = {}): Promise<string> =>
    dataOf<Credit>(await credit('0000099999', facts)).sessionId;

  it('credits the account against the settlement ledger and shows the sender in the history', async () => {
    const account = await outward.app.openAccount();
    const settled = await ledger(SETTLEMENT);
    const answer = dataOf<Credit>(await credit(account));
    expect(answer).toMatchObject({ status: 'Credited', reason: null, amount: 5_000 });
    expect([await outward.app.balance(account), await ledger(SETTLEMENT)]).toEqual([5_000, settled - 5_000]);
    const [posting] = await outward.app.rows<Record<string, unknown>>(
      `SELECT maker, channel, narration, additional_metadata AS metadata FROM posting WHERE reference = $1`,
      [answer.sessionId],
    );
    expect(posting).toMatchObject({
      maker: 'gateway:inward-transfer',
      channel: 'system',
      narration: 'Invoice 117',
      metadata: {
        transfer_type: 'inward',
        bank_code_from: '000013',
        account_name_from: 'NGOZI EZE',
        account_number_to: account,
        session_id: answer.sessionId,
        processing_status: 'Processed',
      },
    });
    expect(await found(answer.sessionId)).toMatchObject({ status: 'Credited', creditedAccountNumber: account });
  });

  it('credits the settlement account of a virtual account', async () => {
    const { number, parent } = await virtualAccount();
    const before = await outward.app.balance(parent);
    expect(dataOf<Credit>(await credit(number)).status).toBe('Credited');
    expect(await outward.app.balance(parent)).toBe(before + 5_000);
  });

  it('answers a repetition with the first result and refuses another transfer under the same session', async () => {
    const account = await outward.app.openAccount();
    const body = bodyTo(account);
    const first = dataOf<Credit>(await call('credit', body));
    const again = await call('credit', { ...body, currency: 'NGN' });
    expect([dataOf<Credit>(again), again.headers['idempotent-replayed']]).toEqual([first, 'true']);
    expect(codeOf(await call('credit', { ...body, amount: 6_000 }))).toEqual([409, 'DUPLICATE_REFERENCE']);
    expect(await outward.app.balance(account)).toBe(5_000);
  });

  it('posts one of twenty equal notices that arrive at once, and answers all with it', async () => {
    const account = await outward.app.openAccount();
    const body = bodyTo(account);
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('credit', body)));
    expect(new Set(answers.map((answer) => dataOf<Credit>(answer).postingReferenceNumber)).size).toBe(1);
    expect(await outward.app.balance(account)).toBe(5_000);
    const unknown = bodyTo('0000088888');
    const suspended = await Promise.all(Array.from({ length: 20 }, () => call('credit', unknown)));
    expect(new Set(suspended.map((answer) => dataOf<Credit>(answer).postingReferenceNumber)).size).toBe(1);
  });

  it.each([
    ['Closed', 'ACCOUNT_CLOSED'],
    ['Inactive', 'ACCOUNT_INACTIVE'],
    ['PendingApproval', 'ACCOUNT_PENDING_APPROVAL'],
  ])('puts the money for a %s account into suspense', async (status, reason) => {
    const account = await outward.app.openAccount();
    await setStatus(account, status);
    const held = await ledger(SUSPENSE);
    expect(dataOf<Credit>(await credit(account))).toMatchObject({ status: 'InSuspense', reason });
    expect(await ledger(SUSPENSE)).toBe(held + 5_000);
  });

  it('puts the money for an unknown number and for a ledger into suspense, where staff see it', async () => {
    for (const number of ['0000099999', 'no such account', SETTLEMENT]) {
      const answer = dataOf<Credit>(await credit(number));
      expect(answer).toMatchObject({ status: 'InSuspense', reason: 'ACCOUNT_NOT_FOUND' });
      const waitingOnes = await listed({ Status: 'InSuspense' });
      expect(waitingOnes.map(({ sessionId }) => sessionId)).toContain(answer.sessionId);
    }
  });

  it('puts money above the KYC balance limit into suspense', async () => {
    const account = await outward.app.openAccount();
    await outward.configure({ KYC_LIMITS_ENABLED: 'true' });
    await outward.app.rows(`UPDATE ledger_account SET kyc_tier = 1 WHERE number = $1`, [account]);
    const answer = dataOf<Credit>(await credit(account, { amount: 9_000_000 }));
    await outward.configure({ KYC_LIMITS_ENABLED: 'false' });
    expect(answer).toMatchObject({ status: 'InSuspense', reason: 'LIMIT_EXCEEDED' });
    expect(await outward.app.balance(account)).toBe(0);
  });

  it('credits a dormant and a frozen account', async () => {
    for (const status of ['Dormant', 'Frozen']) {
      const account = await outward.app.openAccount();
      await setStatus(account, status);
      expect(dataOf<Credit>(await credit(account)).status).toBe('Credited');
    }
  });

  it('leaves a suspicious transaction when the credit meets a rule of AML, and credits it', async () => {
    const account = await outward.app.openAccount();
    const asked = outward.app.post(
      '/api/admin/v1/aml/rules',
      { name: 'Large credits', direction: 'inflow', threshold: 2_000_000 },
      { token: await outward.app.staff('amlOfficer') },
    );
    expect((await outward.app.approved(asked)).status).toBe(200);
    const { sessionId, status } = dataOf<Credit>(await credit(account, { amount: 2_000_000 }));
    expect(status).toBe('Credited');
    const records = await outward.app.rows(
      `SELECT rule_name, direction FROM suspicious_transaction WHERE reference = $1`,
      [sessionId],
    );
    expect(records).toEqual([{ rule_name: 'Large credits', direction: 'inflow' }]);
  });

  it('refuses a wrong key, the key of another function and malformed notices before it accepts anything', async () => {
    const body = bodyTo(await outward.app.openAccount());
    expect((await call('credit', body, null)).status).toBe(401);
    expect((await call('credit', body, 'x'.repeat(43))).status).toBe(401);
    const other = 'k'.repeat(40);
    await outward.configure({ CARD_SHARED_GATEWAY_KEY: other });
    expect((await call('credit', body, other)).status).toBe(401);
    await outward.configure({ CARD_SHARED_GATEWAY_KEY: key });
    for (const wrong of [
      { sessionId: '123' },
      { amount: 0 },
      { amount: 1.005 },
      { currency: 'USD' },
      { originatorInstitutionCode: 'GTB' },
    ])
      expect(codeOf(await call('credit', { ...body, ...wrong }))).toEqual([400, 'VALIDATION_FAILED']);
    expect(await outward.app.rows(`SELECT 1 FROM inward_transfer WHERE session_id = $1`, [body.sessionId])).toEqual([]);
  });

  it('answers 503 and posts nothing while a ledger is missing or takes no postings', async () => {
    const account = await outward.app.openAccount();
    for (const [name, code] of [
      ['INWARD_TRANSFER_SUSPENSE_LEDGER_CODE', '2010'],
      ['INWARD_TRANSFER_LEDGER_CODE', null],
    ] as const) {
      const [before] = await outward.app.rows<{ value: string }>(
        `SELECT value FROM institution_setting WHERE institution_id = 1 AND key = $1`,
        [name],
      );
      await outward.configure({ [name]: code });
      expect(codeOf(await credit(account))).toEqual([503, 'INWARD_TRANSFER_LEDGERS_NOT_CONFIGURED']);
      await outward.configure({ [name]: before!.value });
    }
    expect(await outward.app.balance(account)).toBe(0);
  });

  describe('name enquiry', () => {
    it('shows the name of an account that can be credited, and nothing else', async () => {
      const account = await outward.app.openAccount();
      const name = dataOf<Record<string, unknown>>(await call('name-enquiry', { accountNumber: account }));
      expect(Object.keys(name).sort()).toEqual(['accountName', 'accountNumber', 'kycLevel']);
      for (const hidden of [SETTLEMENT, '0000099999'])
        expect(codeOf(await call('name-enquiry', { accountNumber: hidden }))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
      await setStatus(account, 'Closed');
      expect(codeOf(await call('name-enquiry', { accountNumber: account }))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    });

    it("does not find another institution's account, and credits none", async () => {
      const account = await outward.app.openAccount();
      await addSecondInstitution(outward.app);
      const foreign = 'f'.repeat(40);
      const settings = outward.app.app.get(InstitutionSettings, { strict: false });
      await outward.app.app
        .get(UnitOfWork)
        .run(2, (tx) => settings.set(tx, 2, 'INWARD_TRANSFER_GATEWAY_KEY', foreign, 'system:test'));
      expect(codeOf(await call('name-enquiry', { accountNumber: account }, foreign))).toEqual([
        404,
        'ACCOUNT_NOT_FOUND',
      ]);
      expect((await call('credit', bodyTo(account), foreign)).status).toBe(503);
      expect(await outward.app.balance(account)).toBe(0);
    });
  });

  describe('settlement of suspense', () => {
    it('credits another account after a second person approves, once', async () => {
      const account = await outward.app.openAccount();
      const sessionId = await inSuspense();
      const held = await ledger(SUSPENSE);
      const asked = await settle({ sessionId, outcome: 'Credited', accountNumber: account });
      const approvalId = waiting(asked);
      expect(await outward.app.balance(account)).toBe(0);
      expect(codeOf(await settle({ sessionId, outcome: 'Returned' }))).toEqual([409, 'INWARD_SETTLEMENT_WAITS']);
      expect((await approve(approvalId, maker)).status).toBe(403);
      const decisions = await Promise.all(Array.from({ length: 5 }, () => approve(approvalId)));
      expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
      expect([await outward.app.balance(account), await ledger(SUSPENSE)]).toEqual([5_000, held - 5_000]);
      expect(await found(sessionId)).toMatchObject({ status: 'Credited', creditedAccountNumber: account });
      // A report to the NFIU names the sender for both postings.
      const [suspended, credited] = await reportedSenders(sessionId);
      expect(suspended).toMatchObject({ accountNumber: '3000000001', accountName: 'NGOZI EZE' });
      expect(credited).toEqual(suspended);
      expect(codeOf(await settle({ sessionId, outcome: 'Returned' }))).toEqual([
        409,
        'INWARD_TRANSFER_NOT_IN_SUSPENSE',
      ]);
    });

    it('refuses at once an account and a virtual account that take no credits', async () => {
      const sessionId = await inSuspense();
      const { number: virtual, parent } = await virtualAccount();
      await setStatus(parent, 'Inactive');
      for (const accountNumber of [parent, virtual])
        expect(codeOf(await settle({ sessionId, outcome: 'Credited', accountNumber }))).toEqual([
          409,
          'ACCOUNT_INACTIVE',
        ]);
      await setStatus(parent, 'Active');
      await outward.app.rows(`UPDATE account_number SET closed = true WHERE number = $1`, [virtual]);
      expect(codeOf(await settle({ sessionId, outcome: 'Credited', accountNumber: virtual }))).toEqual([
        409,
        'ACCOUNT_CLOSED',
      ]);
      await outward.app.rows(`UPDATE account_number SET closed = false WHERE number = $1`, [virtual]);
      for (const status of ['Dormant', 'Frozen']) {
        await setStatus(parent, status);
        const approvalId = waiting(await settle({ sessionId, outcome: 'Credited', accountNumber: parent }));
        await outward.app.post(`/api/admin/v1/approvals/${approvalId}/decline`, { note: 'No' }, { token: checker });
      }
      await setStatus(parent, 'Active');
    });

    it('leaves the money in suspense when the account is closed before the approval', async () => {
      const account = await outward.app.openAccount();
      const sessionId = await inSuspense();
      const approvalId = waiting(await settle({ sessionId, outcome: 'Credited', accountNumber: account }));
      await setStatus(account, 'Closed');
      expect(codeOf(await approve(approvalId))).toEqual([409, 'ACCOUNT_CLOSED']);
      expect((await found(sessionId)).status).toBe('InSuspense');
    });

    it('refuses an approval once the money has left suspense in another way', async () => {
      const account = await outward.app.openAccount();
      const sessionId = await inSuspense();
      const approvalId = waiting(await settle({ sessionId, outcome: 'Credited', accountNumber: account }));
      const setTo = (status: string): Promise<unknown> =>
        outward.app.rows(`UPDATE inward_transfer SET status = $2 WHERE session_id = $1`, [sessionId, status]);
      await setTo('Returned');
      expect(codeOf(await approve(approvalId))).toEqual([409, 'INWARD_TRANSFER_NOT_IN_SUSPENSE']);
      expect(await outward.app.balance(account)).toBe(0);
      await setTo('InSuspense');
    });

    it('returns the money to its sender by an outward transfer', async () => {
      const sessionId = await inSuspense();
      const held = await ledger(SUSPENSE);
      const approvalId = waiting(await settle({ sessionId, outcome: 'Returned' }));
      expect((await approve(approvalId)).status).toBe(200);
      const { returnReference, status } = await found(sessionId);
      expect(['Returning', 'Returned']).toContain(status);
      await eventually(async () => expect((await found(sessionId)).status).toBe('Returned'));
      expect(outward.record(returnReference!)).toMatchObject({ amount: 5_000, paid: true });
      expect(await ledger(SUSPENSE)).toBe(held - 5_000);
    });

    it('returns the money also when its narration is cut in the middle of a character', async () => {
      const sessionId = await inSuspense({ narration: `${'n'.repeat(239)}\u{1F30D} rent` });
      const approvalId = waiting(await settle({ sessionId, outcome: 'Returned' }));
      expect((await approve(approvalId)).status).toBe(200);
      await eventually(async () => expect((await found(sessionId)).status).toBe('Returned'));
    });

    it('puts the money back into suspense when the return fails, so that it can be settled again', async () => {
      const sessionId = await inSuspense({ originatorAccountNumber: '9900000001' });
      const held = await ledger(SUSPENSE);
      expect((await approve(waiting(await settle({ sessionId, outcome: 'Returned' })))).status).toBe(200);
      await eventually(async () => expect(await found(sessionId)).toMatchObject({ reason: 'RETURN_FAILED' }));
      expect([(await found(sessionId)).status, await ledger(SUSPENSE)]).toEqual(['InSuspense', held]);
      const account = await outward.app.openAccount();
      const approvalId = waiting(await settle({ sessionId, outcome: 'Credited', accountNumber: account }));
      expect((await approve(approvalId)).status).toBe(200);
      expect(await outward.app.balance(account)).toBe(5_000);
    });

    it('says by which posting the money left when a return that failed was paid after all', async () => {
      const sessionId = await inSuspense({ originatorAccountNumber: '9900000001' });
      const held = await ledger(SUSPENSE);
      expect((await approve(waiting(await settle({ sessionId, outcome: 'Returned' })))).status).toBe(200);
      await eventually(async () => expect(await found(sessionId)).toMatchObject({ reason: 'RETURN_FAILED' }));
      const { returnReference } = await found(sessionId);
      await outward.app.rows('UPDATE payout SET disputed = true WHERE reference = $1', [returnReference]);
      const paid = { transactionReference: returnReference, outcome: 'Processed', evidence: 'Settlement report' };
      const asked = await outward.app.post('/api/admin/v1/transfers/confirm', paid, { token: maker });
      expect((await approve(waiting(asked))).status).toBe(200);
      const [correction] = await outward.app.rows<{ id: string }>(
        'SELECT correction_posting_id AS id FROM payout WHERE reference = $1',
        [returnReference],
      );
      expect(await found(sessionId)).toMatchObject({
        status: 'Returned',
        reason: null,
        reasonMessage: null,
        settlementPostingReferenceNumber: `PST${correction!.id.padStart(12, '0')}`,
      });
      expect(await ledger(SUSPENSE)).toBe(held - 5_000);
    });

    it('refuses an unknown session, a ledger as account, a missing account, and a sender who is not found', async () => {
      const sessionId = await inSuspense();
      expect(codeOf(await settle({ sessionId: newSession(), outcome: 'Returned' }))).toEqual([
        404,
        'INWARD_TRANSFER_NOT_FOUND',
      ]);
      expect(codeOf(await settle({ sessionId, outcome: 'Credited', accountNumber: SETTLEMENT }))).toEqual([
        404,
        'ACCOUNT_NOT_FOUND',
      ]);
      expect(codeOf(await settle({ sessionId, outcome: 'Credited' }))).toEqual([400, 'VALIDATION_FAILED']);
      const lost = await inSuspense({ originatorAccountNumber: '9900000098' });
      expect(codeOf(await settle({ sessionId: lost, outcome: 'Returned' }))).toEqual([404, 'BENEFICIARY_NOT_FOUND']);
    });
  });

  describe('simulated in the sandbox', () => {
    it('credits an account with one call, and repeats it under the same session', async () => {
      const account = await outward.app.openAccount();
      const body = { accountNumber: account, amount: 250.75, sessionId: newSession() };
      const simulate = (): Promise<Response> => outward.app.post('/api/sandbox/v1/simulate/inward-transfer', body);
      expect([dataOf<Credit>(await simulate()).status, dataOf<Credit>(await simulate()).status]).toEqual([
        'Credited',
        'Credited',
      ]);
      expect(await outward.app.balance(account)).toBe(250.75);
    });

    it('spends with the card of an account, and refuses an account without a card', async () => {
      const account = await outward.app.openAccount(10_000);
      const path = '/api/sandbox/v1/simulate/card-spend';
      expect(codeOf(await outward.app.post(path, { accountNumber: account, amount: 100 }))).toEqual([
        404,
        'CARD_NOT_FOUND',
      ]);
      dataOf(
        await outward.app.post('/api/card/v1/addcardtoaccount', {
          referenceNumber: newSession(),
          accountNumber: account,
          provider: 'providerb',
          serialNumber: newSession(),
        }),
      );
      const before = await outward.app.balance(account);
      dataOf(await outward.app.post(path, { accountNumber: account, amount: 100 }));
      expect(await outward.app.balance(account)).toBe(before - 100);
    });
  });
});
