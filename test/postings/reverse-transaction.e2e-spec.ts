import { codeOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';

const PATH = '/api/postings/v1/reversetransaction';
const TRANSFER = '/api/transfer/v1/localfundtransfer';

describe('reversetransaction', () => {
  let app: TestApp;
  let from: string;
  let to: string;

  const transfer = async (
    facts: object = {},
    reference = freshReference(),
  ): Promise<{ reference: string; number: string }> => {
    const { status, body, text } = await app.post(
      TRANSFER,
      { debitAccount: from, creditAccount: to, amount: 100, ...facts },
      { reference },
    );
    if (status !== 200) throw new Error(text);
    return { reference, number: body.data.postingReferenceNumber as string };
  };
  const reverse = (referenceNumber: string, reference = freshReference()): ReturnType<TestApp['post']> =>
    app.post(PATH, { referenceNumber, reason: 'Wrong account' }, { reference });

  beforeAll(async () => {
    app = await TestApp.start();
    from = await app.openAccount(100_000);
    to = await app.openAccount();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('reverses a transfer with its fee and marks it as reversed everywhere', async () => {
    const before = [await app.balance(from), await app.balance(to)];
    const { reference, number } = await transfer({ feeCharge: 10, feeIncomeGL: '4010' });
    const { status, body } = await reverse(number);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      referenceNumber: reference,
      reversedPostingReferenceNumber: number,
      amount: 100,
      entries: 4,
      isSuccessful: true,
    });
    expect([await app.balance(from), await app.balance(to)]).toEqual(before);
    const roles = await app.rows<{ role: string; screened: boolean }>(
      'SELECT role, reverses_posted_at IS NOT NULL AS screened FROM posting_entry WHERE posting_id = $1 ORDER BY leg',
      [Number(body.data.postingReferenceNumber.slice(3))],
    );
    expect(roles).toEqual([true, true, true, false].map((screened) => ({ role: 'reversal', screened })));
    expect((await app.get('/api/transfer/v1/tsq/local', { referenceNumber: reference })).body.data).toMatchObject({
      isSuccessful: false,
      processingStatus: 'Reversed',
      isReversed: true,
    });
  });

  it('refuses a second reversal and the reversal of a reversal', async () => {
    const { reference, number } = await transfer();
    const first = await reverse(reference);
    expect(first.status).toBe(200);
    expect(codeOf(await reverse(number))).toEqual([409, 'ALREADY_REVERSED']);
    expect(codeOf(await reverse(first.body.data.postingReferenceNumber))).toEqual([422, 'REVERSAL_NOT_ALLOWED']);
  });

  it('replays the same request', async () => {
    const { number } = await transfer();
    const reference = freshReference();
    const first = await reverse(number, reference);
    const again = await reverse(number, reference);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  // All are planned before the first reversal and decided one after the other, each after the commit of the one before.
  it('answers ALREADY_REVERSED to requests that waited for the first reversal', async () => {
    // The balance would be enough for both reversals.
    await app.payIn(to, 1000);
    const before = await app.balance(from);
    const { number } = await transfer();
    await app.rows('BEGIN');
    await app.rows('SELECT id FROM ledger_account WHERE number = $1 FOR UPDATE', [from]);
    const answers: ReturnType<typeof reverse>[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      answers.push(reverse(number));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await app.rows('COMMIT');
    const codes = (await Promise.all(answers)).map(codeOf).sort(([a], [b]) => a - b);
    expect(codes).toEqual([[200, undefined], ...Array.from({ length: 3 }, () => [409, 'ALREADY_REVERSED'])]);
    expect(await app.balance(from)).toBe(before);
  });

  it('reverses once under 20 parallel requests', async () => {
    const before = await app.balance(from);
    const { number } = await transfer();
    const answers = await Promise.all(Array.from({ length: 20 }, () => reverse(number)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await app.balance(from)).toBe(before);
  });

  it.each<[string, () => Promise<string>]>([
    [
      'posttransaction',
      async () => {
        const referenceNumber = freshReference('PT');
        await app.post('/api/postings/v1/posttransaction', {
          debitAccount: from,
          creditAccount: '2030',
          amount: 5,
          narration: 'x',
          referenceNumber,
        });
        return referenceNumber;
      },
    ],
    [
      'post',
      async () => {
        const referenceNumber = freshReference('PO');
        await app.post('/api/postings/v1/post', {
          referenceNumber,
          narration: 'x',
          entries: [
            { account: from, side: 'Debit', amount: 5 },
            { account: '2030', side: 'Credit', amount: 5 },
          ],
        });
        return referenceNumber;
      },
    ],
  ])('reverses a %s by its business reference', async (_, make) => {
    const before = await app.balance(from);
    expect((await reverse(await make())).status).toBe(200);
    expect(await app.balance(from)).toBe(before);
  });

  it('refuses a reference that two transactions have', async () => {
    const { reference } = await transfer();
    await app.post('/api/postings/v1/posttransaction', {
      debitAccount: '1010',
      creditAccount: to,
      amount: 5,
      narration: 'x',
      referenceNumber: reference,
    });
    expect(codeOf(await reverse(reference))).toEqual([409, 'AMBIGUOUS_REFERENCE']);
  });

  it('means the posting that has a number, also where another has it as its reference', async () => {
    const { number } = await transfer({ amount: 70 });
    const other = await app.post('/api/postings/v1/posttransaction', {
      debitAccount: '1010',
      creditAccount: to,
      amount: 5,
      narration: 'x',
      referenceNumber: number,
    });
    expect(other.status).toBe(200);
    expect((await reverse(number)).body.data).toMatchObject({ reversedPostingReferenceNumber: number, amount: 70 });
    expect((await reverse(other.body.data.postingReferenceNumber)).status).toBe(200);
  });

  it('answers 404 for an unknown reference', async () => {
    expect(codeOf(await reverse('never-sent'))).toEqual([404, 'POSTING_NOT_FOUND']);
  });

  it('refuses the postings of other resources', async () => {
    expect(codeOf(await reverse('FUND-CUSTOMER-1'))).toEqual([422, 'REVERSAL_NOT_ALLOWED']);
  });

  it('is refused when the beneficiary has spent the money', async () => {
    const beneficiary = await app.openAccount();
    const { number } = await transfer({ creditAccount: beneficiary });
    await app.post(TRANSFER, { debitAccount: beneficiary, creditAccount: from, amount: 60 });
    expect(codeOf(await reverse(number))).toEqual([422, 'INSUFFICIENT_FUNDS']);
    await app.payIn(beneficiary, 60);
    expect((await reverse(number)).status).toBe(200);
  });

  it('credits a frozen account', async () => {
    const frozen = await app.openAccount(500);
    const { number } = await transfer({ debitAccount: frozen });
    await app.rows(`UPDATE ledger_account SET status = 'Frozen' WHERE number = $1`, [frozen]);
    expect((await reverse(number)).status).toBe(200);
    expect(await app.balance(frozen)).toBe(500);
  });

  it('credits unclaimed funds in place of a closed account, if that ledger is configured', async () => {
    const closed = await app.openAccount(100);
    const { number } = await transfer({ debitAccount: closed });
    await app.rows(`UPDATE ledger_account SET status = 'Closed' WHERE number = $1`, [closed]);
    const administrator = await app.staff('administrator');
    expect(
      (
        await app.approved(
          app.delete('/api/admin/v1/configuration/UNCLAIMED_FUNDS_LEDGER_CODE', { token: administrator }),
        )
      ).status,
    ).toBe(200);
    expect(codeOf(await reverse(number))).toEqual([409, 'ACCOUNT_CLOSED']);
    const set = await app.approved(
      app.put('/api/admin/v1/configuration/UNCLAIMED_FUNDS_LEDGER_CODE', { value: '2080' }, { token: administrator }),
    );
    expect(set.status).toBe(200);
    expect((await reverse(number)).status).toBe(200);
    const [ledger] = await app.rows<{ credits: string }>(
      `SELECT credits_posted_kobo AS credits FROM ledger_account WHERE number = '2080'`,
    );
    expect(ledger!.credits).toBe('10000');
  });

  it('gives back the use of the daily limit', async () => {
    const limited = await app.openAccount(1_000);
    await app.rows('UPDATE ledger_account SET daily_limit_kobo = 10000 WHERE number = $1', [limited]);
    const { number } = await transfer({ debitAccount: limited });
    expect(codeOf(await app.post(TRANSFER, { debitAccount: limited, creditAccount: to, amount: 1 }))).toEqual([
      422,
      'LIMIT_EXCEEDED',
    ]);
    await reverse(number);
    expect((await app.post(TRANSFER, { debitAccount: limited, creditAccount: to, amount: 100 })).status).toBe(200);
  });

  it('refuses a held transfer, which moved nothing', async () => {
    const rich = await app.openAccount(1_500_000);
    const reference = freshReference();
    expect(
      (await app.post(TRANSFER, { debitAccount: rich, creditAccount: to, amount: 1_200_000 }, { reference })).status,
    ).toBe(202);
    expect(codeOf(await reverse(reference))).toEqual([422, 'REVERSAL_NOT_ALLOWED']);
  });

  it('can be requested again after a decline, and is posted once staff approve', async () => {
    const policy = await app.approved(
      app.post(
        '/api/admin/v1/approval-policies',
        { operation: 'reverse-transaction', amountFloor: 400 },
        { token: await app.staff('administrator') },
      ),
    );
    expect(policy.status).toBe(200);
    const { reference, number } = await transfer({ amount: 500 });
    const before = await app.balance(from);
    const decide = async (approvalId: number, verdict: 'approve' | 'decline'): Promise<number> =>
      (
        await app.post(
          `/api/admin/v1/approvals/${approvalId}/${verdict}`,
          { note: 'Looked at it' },
          { token: await app.staff('checker') },
        )
      ).status;

    const declined = await reverse(number);
    expect(codeOf(declined)).toEqual([202, 'PENDING_APPROVAL']);
    const meanwhile = await reverse(number);
    expect([...codeOf(meanwhile), meanwhile.body.message]).toEqual([
      409,
      'DUPLICATE_REFERENCE',
      'A reversal of this transaction waits for approval or was refused just now; query it before you send another.',
    ]);
    expect(await decide(declined.body.data.approvalId, 'decline')).toBe(200);
    await eventually(async () =>
      expect(await app.rows(`SELECT status FROM posting WHERE reference = $1`, [`REV-${number}`])).toEqual([
        { status: 'Declined' },
      ]),
    );

    const approved = await reverse(number);
    expect(codeOf(approved)).toEqual([202, 'PENDING_APPROVAL']);
    expect(await app.balance(from)).toBe(before);
    expect(await decide(approved.body.data.approvalId, 'approve')).toBe(200);
    await eventually(async () =>
      expect(
        (await app.get('/api/transfer/v1/tsq/local', { referenceNumber: reference })).body.data.processingStatus,
      ).toBe('Reversed'),
    );
    expect(await app.balance(from)).toBe(before + 500);
  });

  it.each<[string, object]>([
    ['no reason', { referenceNumber: 'x' }],
    ['a blank reason', { referenceNumber: 'x', reason: '  ' }],
    ['no reference', { reason: 'x' }],
    ['an amount, because it reverses whole', { referenceNumber: 'x', reason: 'x', amount: 5 }],
  ])('refuses %s with 400', async (_, body) => {
    expect((await app.post(PATH, body)).status).toBe(400);
  });
});
