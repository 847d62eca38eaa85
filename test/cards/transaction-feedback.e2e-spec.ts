import type { Response } from 'supertest';
import { addSecondInstitution } from '../auth/second-institution';
import { codeOf } from '../support/answers';
import { freshReference } from '../support/app';
import { committedDocuments } from '../support/committed-documents';
import { CardsApp, SETTLEMENT, SUSPENSE } from './cards-app';

const PATH = 'providerb/transaction-feedback';

describe('transaction feedback', () => {
  let cards: CardsApp;
  let checker: string;
  beforeAll(async () => {
    cards = await CardsApp.start();
    checker = await cards.app.staff('checker');
  });
  afterAll(async () => {
    expect(await cards.app.failedProofs()).toEqual([]);
    await cards.close();
  });

  type Feedback = Record<string, unknown> & { transactionReference: string };
  const purchase = (cardReference: string, amount: number, more: Record<string, unknown> = {}): Feedback => ({
    cardReference,
    transactionReference: freshReference('POS'),
    amount,
    transactionType: 'Purchase',
    ...more,
  });
  const told = (body: object, key?: string | null): Promise<Response> => cards.callBack(PATH, body, key);
  const listed = async (query: Record<string, string | boolean>): Promise<Record<string, unknown>[]> =>
    (await cards.app.get('/api/admin/v1/card-transactions', query, { token: checker })).body.data.data;
  const forcedOf = async (AccountNumber: string): Promise<unknown[]> =>
    (await listed({ Forced: true, AccountNumber })).map(({ transactionReference }) => transactionReference);
  const setStatus = (accountNumber: string, status: string): Promise<unknown> =>
    cards.app.rows(`UPDATE ledger_account SET status = $2 WHERE number = $1`, [accountNumber, status]);

  it('debits the account against the settlement ledger with the metadata of the history', async () => {
    const { accountNumber, id, cardReference } = await cards.linked(5_000);
    const settled = await cards.ledger(SETTLEMENT);
    const body = purchase(cardReference, 1_250.5, {
      maskedPan: '506146*********3210',
      narration: 'POS SHOPRITE 4111 1111 1111 1111',
      terminalId: '2SBX0001',
      transactionDate: '2026-11-21T10:00:00Z',
      acquirer: { unknown: true },
    });
    const { status, body: answer } = await told(body);
    expect([status, answer.data]).toEqual([
      200,
      {
        transactionReference: body.transactionReference,
        postingReferenceNumber: expect.stringMatching(/^PST\d{12}$/),
        transactionType: 'Purchase',
        amount: 1_250.5,
        postedAt: expect.any(String),
      },
    ]);
    expect([await cards.app.balance(accountNumber), await cards.ledger(SETTLEMENT)]).toEqual([
      3_749.5,
      settled + 1_250.5,
    ]);
    const [posting] = await cards.app.rows<Record<string, unknown>>(
      `SELECT kind, channel, maker, forced, narration, additional_metadata FROM posting WHERE reference = $1`,
      [body.transactionReference],
    );
    expect(posting).toEqual({
      kind: 'card-providerb',
      channel: 'system',
      maker: 'gateway:card',
      forced: false,
      narration: 'POS SHOPRITE 411111******1111',
      additional_metadata: {
        channel: 'cards',
        provider: 'providerb',
        card_reference: cardReference,
        masked_pan: expect.stringMatching(/^506146\*+\d{4}$/),
        account_number: accountNumber,
        transaction_type: 'Purchase',
        transaction_reference: body.transactionReference,
        original_reference: null,
        terminal_id: '2SBX0001',
        transaction_date: '2026-11-21T10:00:00Z',
      },
    });
    expect(await listed({ AccountNumber: accountNumber })).toMatchObject([
      {
        cardId: id,
        transactionReference: body.transactionReference,
        amount: 1_250.5,
        givenBack: 0,
        forced: false,
        postingReferenceNumber: answer.data.postingReferenceNumber,
      },
    ]);
    expect(await listed({ AccountNumber: accountNumber, Forced: true })).toEqual([]);
    expect(await listed({ TransactionReference: body.transactionReference, Forced: false })).toHaveLength(1);
    expect(
      codeOf(
        await cards.app.post('/api/postings/v1/reversetransaction', {
          referenceNumber: answer.data.postingReferenceNumber,
          reason: 'Test',
        }),
      ),
    ).toEqual([422, 'REVERSAL_NOT_ALLOWED']);
  });

  it('debits the account also when the narration is cut in the middle of a character', async () => {
    const { accountNumber, cardReference } = await cards.linked(5_000);
    const body = purchase(cardReference, 100, { narration: `${'n'.repeat(249)}\u{1F30D} market` });
    expect((await told(body)).status).toBe(200);
    expect(await cards.app.balance(accountNumber)).toBe(4_900);
    const [posting] = await cards.app.rows<{ narration: string }>(
      'SELECT narration FROM posting WHERE reference = $1',
      [body.transactionReference],
    );
    expect(posting!.narration).toBe(`${'n'.repeat(249)}\ufffd`);
  });

  it('accepts only the card middleware', async () => {
    const { cardReference, accountNumber } = await cards.linked(1_000);
    const body = purchase(cardReference, 10);
    for (const key of [null, '', 'wrong', `${cards.gatewayKey}x`, 'x'.repeat(20_000).slice(0, 12_000)])
      expect([key, codeOf(await told(body, key))]).toEqual([key, [401, 'UNAUTHORIZED']]);
    expect((await cards.app.post(`/cba/cards/${PATH}`, body)).status).toBe(401);
    expect(
      (
        await cards.app.get(
          '/api/card/v1/searchcards',
          { accountNumber },
          { token: 'x', headers: { 'x-gateway-key': cards.gatewayKey } },
        )
      ).status,
    ).toBe(401);
    expect(await cards.app.balance(accountNumber)).toBe(1_000);
  });

  it('is documented for integrators with the gateway key and without a token', () => {
    const { integrators, staff } = committedDocuments();
    const paths = Object.keys(integrators.paths).filter((path) => path.startsWith('/cba/cards/'));
    expect(paths.sort()).toEqual(
      ['providera', 'providerb'].flatMap((provider) =>
        ['lifecycle', 'transaction'].map((kind) => `/cba/cards/${provider}/${kind}-feedback`),
      ),
    );
    for (const path of paths) {
      const { post } = integrators.paths[path]!;
      expect([post!.security, Object.keys(post!.responses).includes('401')]).toEqual([[{ gatewayKey: [] }], true]);
    }
    expect(integrators.components!.securitySchemes!.gatewayKey).toMatchObject({ in: 'header', name: 'X-Gateway-Key' });
    expect(Object.keys(staff.paths)).toEqual(
      expect.arrayContaining(['/api/admin/v1/cards', '/api/admin/v1/card-transactions']),
    );
  });

  it('refuses invalid bodies and unknown cards', async () => {
    const { cardReference, accountNumber } = await cards.linked(1_000);
    const good = purchase(cardReference, 10);
    const { cardReference: _left, ...nameless } = good;
    const refusals: [object, unknown[]][] = [
      [{ ...nameless, maskedPan: '506146*********3210' }, [400, 'VALIDATION_FAILED']],
      [{ ...good, transactionReference: '' }, [400, 'VALIDATION_FAILED']],
      [{ ...good, amount: 0 }, [400, 'VALIDATION_FAILED']],
      [{ ...good, amount: -1 }, [400, 'VALIDATION_FAILED']],
      [{ ...good, amount: '10' }, [400, 'VALIDATION_FAILED']],
      [{ ...good, amount: 1.005 }, [400, 'VALIDATION_FAILED']],
      [{ ...good, currency: 'USD' }, [400, 'VALIDATION_FAILED']],
      [{ ...good, currency: '840' }, [400, 'VALIDATION_FAILED']],
      [{ ...good, transactionType: 'Payment' }, [400, 'VALIDATION_FAILED']],
      [{ ...good, transactionType: 'Refund' }, [400, 'VALIDATION_FAILED']],
      [{ ...good, transactionType: 'Refund', originalReference: 'nothing' }, [404, 'CARD_TRANSACTION_NOT_FOUND']],
      [{ ...good, cardReference: 'CRD-unknown' }, [404, 'CARD_NOT_FOUND']],
    ];
    for (const [body, expected] of refusals) expect([body, codeOf(await told(body))]).toEqual([body, expected]);
    expect(codeOf(await cards.callBack('providera/transaction-feedback', good))).toEqual([404, 'CARD_NOT_FOUND']);
    expect(codeOf(await cards.callBack('providerc/transaction-feedback', good))).toEqual([404, 'NOT_FOUND']);
    expect(await cards.app.balance(accountNumber)).toBe(1_000);
  });

  it('replays a repetition and refuses another transaction under its reference', async () => {
    const { accountNumber, cardReference } = await cards.linked(1_000);
    const body = purchase(cardReference, 100, { narration: 'One' });
    const first = await told(body);
    const again = await told({ ...body, currency: '566', somethingNew: 1 });
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([200, first.body, 'true']);
    for (const change of [
      { amount: 101 },
      { narration: 'Two' },
      { transactionType: 'Withdrawal' },
      { terminalId: 'T' },
    ])
      expect([change, codeOf(await told({ ...body, ...change }))]).toEqual([change, [409, 'DUPLICATE_REFERENCE']]);
    expect(await cards.app.balance(accountNumber)).toBe(900);
    // References are unique by provider.
    const other = await cards.linked(1_000, 'providera');
    expect(
      (await cards.callBack('providera/transaction-feedback', { ...body, cardReference: other.cardReference })).status,
    ).toBe(200);
  });

  it('posts duplicates that arrive together once', async () => {
    const { accountNumber, cardReference } = await cards.linked(1_000);
    const spend = purchase(cardReference, 300);
    const answers = await Promise.all(Array.from({ length: 12 }, () => told(spend)));
    expect([new Set(answers.map(({ status }) => status)), new Set(answers.map(({ text }) => text)).size]).toEqual([
      new Set([200]),
      1,
    ]);
    const refund = purchase(cardReference, 200, {
      transactionType: 'Refund',
      originalReference: spend.transactionReference,
    });
    const refunds = await Promise.all(Array.from({ length: 12 }, () => told(refund)));
    expect([new Set(refunds.map(({ status }) => status)), new Set(refunds.map(({ text }) => text)).size]).toEqual([
      new Set([200]),
      1,
    ]);
    expect(await cards.app.balance(accountNumber)).toBe(900);
  });

  it("accepts the simulator's callbacks, duplicates included", async () => {
    const { accountNumber, cardReference } = await cards.linked(5_000);
    const transactionReference = freshReference('POS');
    expect(
      await cards.simulatorCallsBack({
        kind: 'transaction',
        cardReference,
        type: 'Withdrawal',
        transactionReference,
        amount: 2_000,
        times: 3,
      }),
    ).toEqual([200, 200, 200]);
    expect(
      await cards.simulatorCallsBack({
        kind: 'transaction',
        cardReference,
        type: 'Reversal',
        transactionReference: freshReference('POS'),
        originalReference: transactionReference,
        amount: 500,
        times: 2,
      }),
    ).toEqual([200, 200]);
    expect(await cards.app.balance(accountNumber)).toBe(3_500);
  });

  it('posts beyond the balance and marks the transaction as forced', async () => {
    const { accountNumber, cardReference } = await cards.linked(100);
    const covered = purchase(cardReference, 100);
    const uncovered = purchase(cardReference, 400);
    expect([(await told(covered)).status, (await told(uncovered)).status]).toEqual([200, 200]);
    expect([await cards.app.balance(accountNumber), await forcedOf(accountNumber)]).toEqual([
      -400,
      [uncovered.transactionReference],
    ]);
    expect(
      await cards.app.rows(`SELECT forced FROM posting WHERE reference = ANY($1) ORDER BY id`, [
        [covered.transactionReference, uncovered.transactionReference],
      ]),
    ).toEqual([{ forced: false }, { forced: true }]);
  });

  it('posts spending of any amount and lists it as an alert from the amount that the institution sets', async () => {
    const { accountNumber, cardReference } = await cards.linked(10_000_000);
    const alertsOf = async (): Promise<unknown[]> =>
      (await listed({ Alerted: true, AccountNumber: accountNumber })).map((row) => row.transactionReference);
    const [small, large] = [purchase(cardReference, 4_999_999.99), purchase(cardReference, 999_999_999_999.99)];
    expect([(await told(small)).status, (await told(large)).status]).toEqual([200, 200]);
    expect([await alertsOf(), await forcedOf(accountNumber)]).toEqual([
      [large.transactionReference],
      [large.transactionReference],
    ]);
    await cards.app.configure({ CARD_SPEND_ALERT_AMOUNT: '100' });
    try {
      const modest = purchase(cardReference, 100);
      expect((await told(modest)).status).toBe(200);
      expect((await told(purchase(cardReference, 99.99))).status).toBe(200);
      expect(await alertsOf()).toEqual([modest.transactionReference, large.transactionReference]);
    } finally {
      await cards.app.configure({ CARD_SPEND_ALERT_AMOUNT: null });
    }
    const back = { ...purchase(cardReference, 999_999_999_999.99), transactionType: 'Reversal' };
    expect((await told({ ...back, originalReference: large.transactionReference })).status).toBe(200);
    expect(await alertsOf()).toHaveLength(2);
  });

  it('ignores liens, limits and AML rules, but counts in the AML window', async () => {
    const { accountNumber, cardReference } = await cards.linked(2_000_000);
    expect(
      (await cards.app.put('/api/limit/v1/addupdateaccountlimit', { accountNumber, userSingleTransactionLimit: 1 }))
        .status,
    ).toBe(200);
    expect((await told(purchase(cardReference, 1_500_000))).status).toBe(200);
    expect([await cards.app.balance(accountNumber), await forcedOf(accountNumber)]).toEqual([500_000, []]);
    const rows = await cards.app.rows(`SELECT screened_out_kobo FROM ledger_account WHERE number = $1`, [
      accountNumber,
    ]);
    expect(rows).toEqual([{ screened_out_kobo: '150000000' }]);
    await cards.app.put('/api/limit/v1/addupdateaccountlimit', { accountNumber, userSingleTransactionLimit: null });
    await cards.app.post('/api/accountlien/v1/placelien', {
      accountNumber,
      amount: 500_000,
      referenceNumber: freshReference('LIEN'),
    });
    const intoTheLien = purchase(cardReference, 1);
    expect((await told(intoTheLien)).status).toBe(200);
    expect(await forcedOf(accountNumber)).toEqual([intoTheLien.transactionReference]);
    await cards.app.post('/api/accountlien/v1/unplacelien', {
      referenceNumber: (
        await cards.app.rows<{ reference: string }>(
          `SELECT reference_number AS reference FROM lien ORDER BY id DESC LIMIT 1`,
        )
      )[0]!.reference,
    });
    const held = await cards.app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: accountNumber,
      creditAccount: '1010',
      amount: 10,
      narration: 'Out',
    });
    expect(codeOf(held)).toEqual([202, 'AML_HOLD']);
  });

  it.each(['Frozen', 'Dormant', 'Inactive', 'PendingApproval'])(
    'posts to a %s account and marks the transaction as forced',
    async (status) => {
      const { accountNumber, cardReference } = await cards.linked(1_000);
      await setStatus(accountNumber, status);
      const spend = purchase(cardReference, 100);
      const refund = purchase(cardReference, 40, {
        transactionType: 'Refund',
        originalReference: spend.transactionReference,
      });
      expect([(await told(spend)).status, (await told(refund)).status]).toEqual([200, 200]);
      // A refund is always allowed, so it is not forced.
      expect([await cards.app.balance(accountNumber), await forcedOf(accountNumber)]).toEqual([
        940,
        [spend.transactionReference],
      ]);
    },
  );

  it('debits the suspense ledger when the account is closed, and refunds it', async () => {
    const { accountNumber, cardReference } = await cards.linked(0);
    expect(
      (await cards.app.post('/api/postings/v1/closeaccount', { accountNumber, closureReason: 'Moved' })).status,
    ).toBe(200);
    const suspense = await cards.ledger(SUSPENSE);
    const spend = purchase(cardReference, 250);
    const [first, second] = await Promise.all([told(spend), told(spend)]);
    expect([first.status, second.body]).toEqual([200, first.body]);
    expect([await cards.ledger(SUSPENSE), await forcedOf(accountNumber)]).toEqual([
      suspense - 250,
      [spend.transactionReference],
    ]);
    expect(
      (
        await told(
          purchase(cardReference, 250, { transactionType: 'Reversal', originalReference: spend.transactionReference }),
        )
      ).status,
    ).toBe(200);
    expect(await cards.ledger(SUSPENSE)).toBe(suspense);
  });

  it('credits unclaimed funds with a refund for an account that was closed since', async () => {
    const { accountNumber, cardReference } = await cards.linked(100);
    const spend = purchase(cardReference, 100);
    await told(spend);
    await cards.app.post('/api/postings/v1/closeaccount', { accountNumber, closureReason: 'Moved' });
    const unclaimed = await cards.ledger('2080');
    const refund = purchase(cardReference, 60, {
      transactionType: 'Refund',
      originalReference: spend.transactionReference,
    });
    expect((await told(refund)).status).toBe(200);
    expect([await cards.ledger('2080'), await forcedOf(accountNumber)]).toEqual([
      unclaimed + 60,
      [refund.transactionReference],
    ]);
  });

  it('gives back at most the amount of the spend, also in parts', async () => {
    const { accountNumber, cardReference } = await cards.linked(1_000);
    const spend = purchase(cardReference, 1_000);
    await told(spend);
    const back = (amount: number, transactionType = 'Refund'): Promise<Response> =>
      told(purchase(cardReference, amount, { transactionType, originalReference: spend.transactionReference }));
    expect((await back(400)).status).toBe(200);
    const tooMuch = await back(600.01, 'Reversal');
    expect([codeOf(tooMuch), tooMuch.body.data.remaining]).toEqual([[422, 'CARD_GIVE_BACK_EXCEEDS_ORIGINAL'], 600]);
    expect((await back(600, 'Reversal')).status).toBe(200);
    expect(codeOf(await back(0.01))).toEqual([422, 'CARD_GIVE_BACK_EXCEEDS_ORIGINAL']);
    expect([
      await cards.app.balance(accountNumber),
      await listed({ TransactionReference: spend.transactionReference }),
    ]).toMatchObject([1_000, [{ givenBack: 1_000 }]]);
  });

  it('gives back at most the amount of the spend under simultaneous requests', async () => {
    const { accountNumber, cardReference } = await cards.linked(1_000);
    const spend = purchase(cardReference, 1_000);
    await told(spend);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        told(
          purchase(cardReference, 300, {
            transactionType: n % 2 ? 'Refund' : 'Reversal',
            originalReference: spend.transactionReference,
          }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      200,
      200,
      ...Array.from({ length: 7 }, () => 422),
    ]);
    expect(await cards.app.balance(accountNumber)).toBe(900);
  });

  it('gives back only spends of the same account', async () => {
    const mine = await cards.linked(1_000);
    const other = await cards.linked(1_000);
    const spend = purchase(mine.cardReference, 500);
    await told(spend);
    expect(
      codeOf(
        await told(
          purchase(other.cardReference, 500, {
            transactionType: 'Refund',
            originalReference: spend.transactionReference,
          }),
        ),
      ),
    ).toEqual([404, 'CARD_TRANSACTION_NOT_FOUND']);
    const refund = purchase(mine.cardReference, 500, {
      transactionType: 'Refund',
      originalReference: spend.transactionReference,
    });
    await told(refund);
    expect(
      codeOf(
        await told(
          purchase(mine.cardReference, 500, {
            transactionType: 'Reversal',
            originalReference: refund.transactionReference,
          }),
        ),
      ),
    ).toEqual([404, 'CARD_TRANSACTION_NOT_FOUND']);
    expect([await cards.app.balance(mine.accountNumber), await cards.app.balance(other.accountNumber)]).toEqual([
      1_000, 1_000,
    ]);
  });

  it('takes a returned spend out of the AML window', async () => {
    const { accountNumber, cardReference } = await cards.linked(2_000_000);
    const spend = purchase(cardReference, 1_200_000);
    await told(spend);
    await told(
      purchase(cardReference, 1_200_000, {
        transactionType: 'Reversal',
        originalReference: spend.transactionReference,
      }),
    );
    const out = await cards.app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: accountNumber,
      creditAccount: '1010',
      amount: 10,
      narration: 'Out',
    });
    expect(out.status).toBe(200);
  });

  it('posts for deleted cards and disabled integrations, and answers 503 without a ledger', async () => {
    const { accountNumber, id, cardReference } = await cards.linked(1_000);
    await cards.app.delete(`/api/card/v1/delete/${id}`);
    await cards.set('CARD_ENABLED', 'false');
    expect((await told(purchase(cardReference, 100))).status).toBe(200);
    await cards.set('CARD_ENABLED', 'true');
    const waiting = purchase(cardReference, 100);
    // An unknown ledger, and a control ledger, to which nobody can post.
    for (const code of ['9999', '2010']) {
      await cards.set('CARD_TRANSACTION_SETTLEMENT_LEDGER_CODE', code);
      expect(codeOf(await told(waiting))).toEqual([503, 'CARD_LEDGER_NOT_CONFIGURED']);
    }
    await cards.set('CARD_TRANSACTION_SETTLEMENT_LEDGER_CODE', SETTLEMENT);
    expect((await told(waiting)).status).toBe(200);
    expect(await cards.app.balance(accountNumber)).toBe(800);
  });

  it('keeps institutions apart by their keys', async () => {
    const { accountNumber, cardReference } = await cards.linked(1_000);
    await addSecondInstitution(cards.app);
    await cards.app.rows(
      `INSERT INTO card SELECT (jsonb_populate_record(c, '{"institution_id": 2, "id": 77002, "card_reference": "CRD-of-two"}'::jsonb)).* FROM card c WHERE card_reference = $1`,
      [cardReference],
    );
    expect(codeOf(await told(purchase('CRD-of-two', 10)))).toEqual(codeOf(await told(purchase('CRD-unknown', 10))));
    expect(await cards.app.balance(accountNumber)).toBe(1_000);
  });
});
