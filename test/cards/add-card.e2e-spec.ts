import type { Response } from 'supertest';
import { codeOf } from '../support/answers';
import { freshReference } from '../support/app';
import { eventually } from '../support/eventually';
import { CARD_INCOME, CardsApp, CHARGE } from './cards-app';

const PAN = '5061460410120223210';
const MASKED = '506146*********3210';

/** Card numbers with the right check digit, one after the other. */
let serial = 0;
function freshPan(): string {
  serial += 1;
  const body = `506146${String(serial).padStart(12, '0')}`;
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

describe('addcardtoaccount', () => {
  let cards: CardsApp;
  beforeAll(async () => {
    cards = await CardsApp.start();
  });
  afterEach(() => cards.mend());
  afterAll(async () => {
    expect(await cards.app.failedProofs()).toEqual([]);
    await cards.close();
  });

  it('links a card in stock, charges for it once and shows it', async () => {
    const accountNumber = await cards.app.openAccount(5_000);
    const income = await cards.ledger(CARD_INCOME);
    const referenceNumber = freshReference('CARD');
    const { status, body } = await cards.add({
      accountNumber,
      serialNumber: 'SN00012345',
      nameOnCard: 'ADAEZE OKAFOR',
      expiryDate: '12/29',
      referenceNumber,
    });
    expect([status, body.data]).toMatchObject([
      200,
      {
        id: expect.any(Number),
        referenceNumber,
        cardStatus: 'Active',
        provider: 'providerb',
        maskedPan: expect.stringMatching(/^506146\*+\d{4}$/),
        issuanceCharge: CHARGE,
        isChargeReversed: false,
      },
    ]);
    expect([await cards.app.balance(accountNumber), await cards.ledger(CARD_INCOME)]).toEqual([4_000, income + CHARGE]);
    expect(await cards.cards(accountNumber)).toEqual([body.data]);
    expect(cards.atProvider(accountNumber)).toMatchObject([
      { status: 'Active', nameOnCard: 'ADAEZE OKAFOR', expiryDate: '12/29' },
    ]);
    expect(body.data.cardReference).toBeUndefined();
  });

  it('links a card by its number and stores only ten digits and a keyed hash', async () => {
    const accountNumber = await cards.app.openAccount(2_000);
    const { body } = await cards.add({ accountNumber, provider: 'providera', cardPan: PAN });
    expect(body.data).toMatchObject({
      cardStatus: 'Active',
      maskedPan: MASKED,
      provider: 'providera',
      serialNumber: null,
    });
    const [row] = await cards.app.rows<{ pan_hash: string }>('SELECT * FROM card WHERE id = $1', [body.data.id]);
    expect(row!.pan_hash).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(row)).not.toContain(PAN);
    expect(codeOf(await cards.add({ accountNumber, provider: 'providera', cardPan: PAN }))).toEqual([
      409,
      'CARD_ALREADY_LINKED',
    ]);
    expect(await cards.app.balance(accountNumber)).toBe(1_000);
  });

  it('adds VAT where the institution charges it', async () => {
    await cards.set('CARD_ISSUANCE_VAT_ENABLED', 'true');
    const accountNumber = await cards.app.openAccount(2_000);
    const vat = await cards.ledger('2040');
    expect((await cards.add({ accountNumber, serialNumber: freshReference('SN') })).body.data.issuanceCharge).toBe(
      1_075,
    );
    expect([await cards.app.balance(accountNumber), await cards.ledger('2040')]).toEqual([925, vat + 75]);
    await cards.set('CARD_ISSUANCE_VAT_ENABLED', 'false');
  });

  it('does not store the refusal caused by a wrongly configured charge', async () => {
    const accountNumber = await cards.app.openAccount(CHARGE);
    const body = { accountNumber, serialNumber: freshReference('SN'), referenceNumber: freshReference('CARD') };
    const reference = freshReference('REQ');
    // Nobody can post to a control ledger.
    await cards.set('CARD_ISSUANCE_CHARGE_LEDGER_CODE', '2010');
    expect(codeOf(await cards.app.post('/api/card/v1/addcardtoaccount', body, { reference }))).toEqual([
      503,
      'CARD_CHARGE_NOT_CONFIGURED',
    ]);
    await cards.set('CARD_ISSUANCE_CHARGE_LEDGER_CODE', CARD_INCOME);
    expect((await cards.app.post('/api/card/v1/addcardtoaccount', body, { reference })).status).toBe(200);
    expect(await cards.app.balance(accountNumber)).toBe(0);
  });

  it('charges nothing when no charge is configured', async () => {
    await cards.set('CARD_ISSUANCE_CHARGE', '0');
    const accountNumber = await cards.app.openAccount(0);
    expect((await cards.add({ accountNumber, serialNumber: freshReference('SN') })).body.data).toMatchObject({
      cardStatus: 'Active',
      issuanceCharge: 0,
    });
    await cards.app.put('/api/account/v1/deactivate', { accountNumber });
    expect((await cards.add({ accountNumber, serialNumber: freshReference('SN') })).status).toBe(409);
    await cards.set('CARD_ISSUANCE_CHARGE', String(CHARGE));
  });

  it('refuses an invalid card before any charge', async () => {
    const accountNumber = await cards.app.openAccount(999);
    const [{ number: virtual } = { number: '' }] = await cards.app.rows<{ number: string }>(
      `SELECT number FROM account_number WHERE kind = 'virtual' LIMIT 1`,
    );
    const refusals: [Record<string, unknown>, unknown[]][] = [
      [{ accountNumber, serialNumber: 'SN', cardPan: PAN }, [400, 'VALIDATION_FAILED']],
      [{ accountNumber }, [400, 'VALIDATION_FAILED']],
      [{ accountNumber, serialNumber: null }, [400, 'VALIDATION_FAILED']],
      [{ accountNumber, cardPan: '5061460410120223211' }, [400, 'VALIDATION_FAILED']],
      [{ accountNumber, cardPan: '5061 4604 1012 0223 210' }, [400, 'VALIDATION_FAILED']],
      [{ accountNumber, serialNumber: 'SN', expiryDate: '13/29' }, [400, 'VALIDATION_FAILED']],
      [{ accountNumber, serialNumber: 'SN', provider: 'providerz' }, [400, 'VALIDATION_FAILED']],
      [{ accountNumber: '0000000000', serialNumber: 'SN' }, [404, 'ACCOUNT_NOT_FOUND']],
      [{ accountNumber: virtual, serialNumber: 'SN' }, [422, 'VIRTUAL_ACCOUNT_NOT_ALLOWED']],
      [{ accountNumber, serialNumber: freshReference('SN') }, [422, 'INSUFFICIENT_FUNDS']],
    ];
    for (const [body, expected] of refusals) expect([body, codeOf(await cards.add(body))]).toEqual([body, expected]);
    expect([
      await cards.cards(accountNumber),
      await cards.app.balance(accountNumber),
      cards.atProvider(accountNumber),
    ]).toEqual([[], 999, []]);
  });

  it('replays the same request and refuses its reference for another card', async () => {
    const accountNumber = await cards.app.openAccount(5_000);
    const body = { accountNumber, cardPan: freshPan(), referenceNumber: freshReference('CARD') };
    const reference = freshReference();
    const first = await cards.add(body, reference);
    const again = await cards.add(body, reference);
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([200, first.body, 'true']);
    expect(codeOf(await cards.add({ ...body, cardPan: freshPan() }, reference))).toEqual([409, 'DUPLICATE_REFERENCE']);
    expect((await cards.add({ ...body, cardPan: freshPan() })).body).toMatchObject({
      data: { statusCode: 'DUPLICATE_REFERENCE', field: 'referenceNumber' },
    });
    expect(await cards.app.balance(accountNumber)).toBe(4_000);
  });

  it('charges and links once under simultaneous requests', async () => {
    const accountNumber = await cards.app.openAccount(9_000);
    const serialNumber = freshReference('SN');
    const answers = await Promise.all(Array.from({ length: 6 }, () => cards.add({ accountNumber, serialNumber })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect([await cards.app.balance(accountNumber), cards.atProvider(accountNumber)]).toMatchObject([8_000, [{}]]);
  });

  it('returns the charge when the provider refuses the card', async () => {
    await cards.set('CARD_ISSUANCE_VAT_ENABLED', 'true');
    const accountNumber = await cards.app.openAccount(2_000);
    const income = await cards.ledger(CARD_INCOME);
    const request = { accountNumber, serialNumber: 'SN9900000014', referenceNumber: freshReference('CARD') };
    const reference = freshReference();
    const refused = await cards.add(request, reference);
    expect([refused.status, refused.body.data]).toMatchObject([
      422,
      { statusCode: 'CARD_REFUSED', cardStatus: 'Failed', responseCode: '14', isChargeReversed: true },
    ]);
    expect(refused.body.message).toBe('The provider refused the card: Invalid batch number. The charge was returned.');
    expect([await cards.app.balance(accountNumber), await cards.ledger(CARD_INCOME)]).toEqual([2_000, income]);
    const again = await cards.add(request, reference);
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([422, refused.body, 'true']);
    await cards.set('CARD_ISSUANCE_VAT_ENABLED', 'false');
    // The same card may be tried again under another reference.
    expect((await cards.add({ ...request, referenceNumber: freshReference('CARD') })).body.data.responseCode).toBe(
      '14',
    );
  });

  it('returns the charge when the provider rejects the only request unprocessed', async () => {
    await cards.break(401);
    const accountNumber = await cards.app.openAccount(2_000);
    expect(codeOf(await cards.add({ accountNumber, serialNumber: freshReference('SN') }))).toEqual([
      422,
      'CARD_REFUSED',
    ]);
    expect(await cards.app.balance(accountNumber)).toBe(2_000);
  });

  it.each(['lost-before', 'lost-after', 503] as const)(
    'completes a card in stock in the background when the answer is missing: %s',
    async (fault) => {
      const proxy = await cards.break(fault, 401);
      const accountNumber = await cards.app.openAccount(2_000);
      const { status, body } = await cards.add({ accountNumber, serialNumber: freshReference('SN') });
      expect([status, body.data.cardStatus]).toEqual([200, 'Linking']);
      expect(codeOf(await cards.app.put('/api/card/v1/block', { cardId: body.data.id }))).toEqual([
        409,
        'CARD_NOT_LINKED',
      ]);
      // A rejected repetition leaves the outcome of the first attempt open, so the charge stays.
      await cards.hurry();
      await eventually(async () => expect(proxy.calls).toHaveLength(2));
      await eventually(async () => {
        await cards.hurry();
        expect(await cards.card(accountNumber)).toMatchObject({ cardStatus: 'Active' });
      });
      expect(new Set(proxy.calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect([await cards.app.balance(accountNumber), cards.atProvider(accountNumber)]).toMatchObject([1_000, [{}]]);
    },
  );

  it("finds a card that was added by number in the provider's list", async () => {
    await cards.break('lost-after');
    const accountNumber = await cards.app.openAccount(2_000);
    const cardPan = freshPan();
    expect((await cards.add({ accountNumber, cardPan })).body.data.cardStatus).toBe('Linking');
    await cards.hurry();
    await eventually(async () => expect(await cards.card(accountNumber)).toMatchObject({ cardStatus: 'Active' }));
    expect(await cards.app.balance(accountNumber)).toBe(1_000);
  });

  it('links a card that was added by number when the client repeats its request, and waits until then', async () => {
    const proxy = await cards.break('lost-before');
    const accountNumber = await cards.app.openAccount(2_000);
    const request = { accountNumber, cardPan: freshPan(), referenceNumber: freshReference('CARD') };
    const reference = freshReference();
    expect((await cards.add(request, reference)).body.data.cardStatus).toBe('Linking');
    await cards.hurry();
    await eventually(async () => expect(proxy.calls.map(({ method }) => method)).toEqual(['POST', 'GET']));
    expect(await cards.card(accountNumber)).toMatchObject({ cardStatus: 'Linking' });
    const again = await cards.add(request, reference);
    expect([again.status, again.body.data.cardStatus, again.headers['idempotent-replayed']]).toEqual([
      200,
      'Active',
      'true',
    ]);
    expect(await cards.app.balance(accountNumber)).toBe(1_000);
  });

  it("gives a card up when the provider's list does not show it a day later", async () => {
    await cards.break('lost-before');
    const accountNumber = await cards.app.openAccount(2_000);
    await cards.add({ accountNumber, cardPan: freshPan() });
    await cards.app.rows(
      `UPDATE card SET last_attempt_at = last_attempt_at - interval '25 hours' WHERE account_number = $1`,
      [accountNumber],
    );
    await cards.hurry();
    await eventually(async () =>
      expect(await cards.card(accountNumber)).toMatchObject({ cardStatus: 'Failed', isChargeReversed: true }),
    );
    expect(await cards.app.balance(accountNumber)).toBe(2_000);
  });

  it('returns the charge when the request was never sent and the number is no longer available', async () => {
    const nowhere = await cards.break();
    await nowhere.close();
    const accountNumber = await cards.app.openAccount(2_000);
    expect((await cards.add({ accountNumber, cardPan: freshPan() })).body.data.cardStatus).toBe('Linking');
    await cards.hurry();
    await eventually(async () =>
      expect(await cards.card(accountNumber)).toMatchObject({ cardStatus: 'Failed', isChargeReversed: true }),
    );
    expect(await cards.app.balance(accountNumber)).toBe(2_000);
  });

  /** Lets a card have waited for its link for so long, and starts the worker's next step. */
  const waited = async (accountNumber: string, days: number): Promise<void> => {
    await cards.app.rows(
      `UPDATE card SET status_as_of = status_as_of - $2 * interval '1 day',
          last_attempt_at = last_attempt_at - $2 * interval '1 day' WHERE account_number = $1`,
      [accountNumber, days],
    );
    await cards.hurry();
  };

  it('returns the charge of a serial number not sent for a week; the account can be closed', async () => {
    const nowhere = await cards.break();
    await nowhere.close();
    const accountNumber = await cards.app.openAccount(2_000);
    await cards.add({ accountNumber, serialNumber: freshReference('SN') });
    const job = (): Promise<unknown> =>
      cards.app.rows('SELECT job_id FROM card WHERE account_number = $1', [accountNumber]);
    const first = await job();
    await waited(accountNumber, 6);
    await eventually(async () => expect(await job()).not.toEqual(first));
    expect(await cards.card(accountNumber)).toMatchObject({ cardStatus: 'Linking', isChargeReversed: false });
    await waited(accountNumber, 2);
    await eventually(async () =>
      expect(await cards.card(accountNumber)).toMatchObject({ cardStatus: 'Failed', isChargeReversed: true }),
    );
    expect(await cards.app.balance(accountNumber)).toBe(2_000);
    const out = { debitAccount: accountNumber, creditAccount: '1010', amount: 2_000, narration: 'Out' };
    expect((await cards.app.post('/api/transfer/v1/localfundtransfer', out)).status).toBe(200);
    const closing = { accountNumber, closureReason: 'Test' };
    expect((await cards.app.post('/api/postings/v1/closeaccount', closing)).status).toBe(200);
  });

  it.each([
    ['links a serial number that the provider has linked', 'lost-after', 'Active', 1_000],
    ['returns the charge of a serial number that the provider never linked', 'lost-before', 'Failed', 2_000],
  ] as const)('%s, after a week without an answer', async (_, fault, cardStatus, balance) => {
    const proxy = await cards.break(fault);
    const accountNumber = await cards.app.openAccount(2_000);
    await cards.add({ accountNumber, serialNumber: freshReference('SN') });
    await waited(accountNumber, 8);
    await eventually(async () => expect(await cards.card(accountNumber)).toMatchObject({ cardStatus }));
    expect(proxy.calls.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(await cards.app.balance(accountNumber)).toBe(balance);
  });

  it('returns the charge when the provider returns a card that is already linked', async () => {
    const known = await cards.linked();
    await cards.break('lost-after');
    const accountNumber = await cards.app.openAccount(2_000);
    await cards.add({ accountNumber, serialNumber: freshReference('SN') });
    await cards.app.rows('UPDATE card SET card_reference = $2 WHERE id = $1', [
      known.id,
      cards.atProvider(accountNumber)[0]!.cardReference,
    ]);
    await cards.hurry();
    await eventually(async () =>
      expect(await cards.card(accountNumber)).toMatchObject({ cardStatus: 'Failed', isChargeReversed: true }),
    );
  });

  it.each(['at once', 'to the worker'])(
    'returns the charge when the provider answers %s with a card of another account, whose spends are refused',
    async (when) => {
      await cards.break(...(when === 'at once' ? [] : (['lost-after'] as const)), 'other-account');
      const accountNumber = await cards.app.openAccount(2_000);
      const answer = await cards.add({ accountNumber, serialNumber: freshReference('SN') });
      if (when === 'at once') expect(codeOf(answer)).toEqual([422, 'CARD_REFUSED']);
      else await cards.hurry();
      await eventually(async () =>
        expect(await cards.card(accountNumber)).toMatchObject({ cardStatus: 'Failed', isChargeReversed: true }),
      );
      const { cardReference } = cards.atProvider(accountNumber)[0]!;
      const transactionReference = freshReference('POS');
      const spend = { cardReference, transactionReference, amount: 500, transactionType: 'Purchase' };
      expect(codeOf(await cards.callBack('providerb/transaction-feedback', spend))).toEqual([404, 'CARD_NOT_FOUND']);
      expect(await cards.app.balance(accountNumber)).toBe(2_000);
    },
  );

  it('keeps the account open while the card is being linked', async () => {
    await cards.break('lost-before');
    const accountNumber = await cards.app.openAccount(CHARGE);
    await cards.add({ accountNumber, serialNumber: freshReference('SN') });
    const close = (): Promise<Response> =>
      cards.app.post('/api/postings/v1/closeaccount', { accountNumber, closureReason: 'Test' });
    expect((await close()).body.data).toMatchObject({
      statusCode: 'ACCOUNT_CLOSURE_BLOCKED',
      blockedBy: 'linking-cards',
    });
    await cards.hurry();
    await eventually(async () => expect(await cards.card(accountNumber)).toMatchObject({ cardStatus: 'Active' }));
    expect((await close()).status).toBe(200);
  });

  it('needs the integration, while a search does not', async () => {
    const accountNumber = await cards.app.openAccount(2_000);
    const request = { accountNumber, serialNumber: freshReference('SN'), referenceNumber: freshReference('CARD') };
    const reference = freshReference();
    await cards.set('CARD_ENABLED', 'false');
    expect(codeOf(await cards.add(request, reference))).toEqual([503, 'INTEGRATION_NOT_ENABLED']);
    expect(await cards.cards(accountNumber)).toEqual([]);
    await cards.set('CARD_ENABLED', 'true');
    const linked = await cards.add(request, reference);
    await cards.set('CARD_ENABLED', 'false');
    expect([(await cards.add(request, reference)).body, await cards.cards(accountNumber)]).toEqual([
      linked.body,
      [linked.body.data],
    ]);
    await cards.set('CARD_ENABLED', 'true');
  });
});
