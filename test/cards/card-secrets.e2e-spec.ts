import { CardSecrets } from '../../src/cards/card-secrets';
import { sha256 } from '../../src/common/crypto/digest';
import { Keyring } from '../../src/common/crypto/keyring';
import { canonicalJson } from '../../src/common/idempotency/canonical-json';
import { storedTexts } from '../security/stored-texts';
import { freshReference } from '../support/app';
import { eventually } from '../support/eventually';
import { MASTER_KEY } from '../support/test-config';
import { CardsApp } from './cards-app';

const PAN = '5061460410120223210';
const STRAY_PAN = '4111111111111111';
/** A PIN whose digits do not occur anywhere else by chance. */
const PIN = '7391';
const PREVIOUS_KEY = Buffer.alloc(32, 5).toString('base64');

describe('card numbers and PINs', () => {
  let cards: CardsApp;
  const logged: string[] = [];
  beforeAll(async () => {
    // Captures the log, which pino writes to standard output.
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
    cards = await CardsApp.start({ LOG_LEVEL: 'trace', COREBANK_MASTER_KEY: `${MASTER_KEY},${PREVIOUS_KEY}` });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await cards.close();
  });

  it('reach the provider and are never stored or logged, also after failures', async () => {
    const proxy = await cards.break('lost-after');
    const accountNumber = await cards.app.openAccount(9_000);
    const reference = freshReference();
    const request = { accountNumber, provider: 'providera', cardPan: PAN, referenceNumber: freshReference('CARD') };
    expect((await cards.add(request, reference)).body.data.cardStatus).toBe('Linking');
    await cards.hurry();
    await eventually(async () => expect(await cards.card(accountNumber)).toMatchObject({ cardStatus: 'Active' }));
    expect((await cards.add(request, reference)).status).toBe(200);
    const { id } = await cards.card(accountNumber);
    const setPin = (pin: string, cardId: unknown = id): ReturnType<CardsApp['app']['put']> =>
      cards.app.put('/api/card/v1/providera/setcardpin', { cardId, pin }, { reference: freshReference() });
    proxy.faults = ['lost-before', 'lost-before', 'lost-before'];
    expect((await setPin(PIN)).status).toBe(502);
    expect((await setPin(PIN)).status).toBe(200);
    expect([(await setPin(PIN, 999_999)).status, (await setPin(`${PIN}0`)).status]).toEqual([404, 400]);
    expect((await cards.add({ ...request, cardPan: `${PAN.slice(0, -1)}1` })).status).toBe(400);
    const cardReference = await cards.cardReference(id);
    const spend = {
      cardReference,
      maskedPan: STRAY_PAN,
      transactionReference: freshReference('POS'),
      amount: 10,
      transactionType: 'Purchase',
      narration: `Paid with ${STRAY_PAN} 000123`,
      terminalId: STRAY_PAN,
    };
    expect((await cards.callBack('providera/transaction-feedback', spend)).status).toBe(200);
    expect((await cards.callBack('providera/transaction-feedback', { ...spend, amount: 11 })).status).toBe(409);
    const grouped = STRAY_PAN.replace(/(\d{4})(?=\d)/g, '$1 ');
    const named = { accountNumber, provider: 'providera', serialNumber: freshReference('SN'), nameOnCard: grouped };
    expect((await cards.add(named)).body.data.nameOnCard).toBe('411111******1111');
    for (const path of ['block', 'unblock']) {
      const body = { cardId: id, reason: `Customer names ${grouped} 2611` };
      const { data } = (await cards.app.put(`/api/card/v1/${path}`, body)).body as { data: { statusReason: string } };
      expect(data.statusReason).toBe('Customer names 411111******1111 2611');
    }

    // The provider received them, so the search below looks for the right values.
    expect([
      proxy.calls.some(({ body }) => body.includes(PAN)),
      proxy.calls.filter(({ body }) => body.includes(`"pin":"${PIN}"`)).length,
    ]).toEqual([true, 4]);
    const stored = await storedTexts(cards.app);
    for (const marker of [PAN, STRAY_PAN, grouped])
      expect([...stored].filter(([, text]) => text.includes(marker)).map(([table]) => table)).toEqual([]);
    const pinLike = new RegExp(`(^|[^0-9a-zA-Z_.:+-])${PIN}([^0-9a-zA-Z_.:+-]|$)`, 'm');
    for (const [table, text] of stored) expect([table, pinLike.exec(text)?.[0]]).toEqual([table, undefined]);
    const log = logged.join('');
    expect(log).toContain('/api/card/v1/providera/setcardpin');
    expect([
      log.includes(PAN),
      log.includes(STRAY_PAN),
      new RegExp(`"[^"]*pin[^"]*":\\s*"?${PIN}`, 'i').test(log),
      pinLike.test(log),
    ]).toEqual([false, false, false, false]);
  });

  it('cannot be worked out from the digest of a callback, which still recognises a repetition', async () => {
    await cards.mend();
    const { cardReference } = await cards.linked(1_000);
    const spend = {
      cardReference,
      transactionReference: freshReference('POS'),
      amount: 10,
      transactionType: 'Purchase',
      narration: `Paid with ${STRAY_PAN} 000123`,
      terminalId: STRAY_PAN,
    };
    const path = 'providerb/transaction-feedback';
    const rawDigest = sha256(canonicalJson(spend));
    expect((await cards.callBack(path, spend)).status).toBe(200);
    const stored = (): Promise<{ fingerprint: Buffer }[]> =>
      cards.app.rows('SELECT fingerprint FROM card_transaction WHERE transaction_reference = $1', [
        spend.transactionReference,
      ]);
    expect((await stored())[0]!.fingerprint.equals(rawDigest)).toBe(false);
    const again = async (facts: object = {}): Promise<unknown[]> => {
      const { status, headers } = await cards.callBack(path, { ...spend, ...facts });
      return [status, headers['idempotent-replayed']];
    };
    expect([await again(), await again({ narration: 'Another' })]).toEqual([
      [200, 'true'],
      [409, undefined],
    ]);
    // A transaction of before has the digest of the whole callback.
    await cards.app.rows('UPDATE card_transaction SET fingerprint = $2 WHERE transaction_reference = $1', [
      spend.transactionReference,
      rawDigest,
    ]);
    expect([await again(), await again({ amount: 11 })]).toEqual([
      [200, 'true'],
      [409, undefined],
    ]);
  });

  it('are recognised by the hash of a previous master key', async () => {
    const pan = '5399415566778898';
    const [first, second] = [await cards.app.openAccount(5_000), await cards.app.openAccount(5_000)];
    const link = (accountNumber: string): ReturnType<CardsApp['add']> =>
      cards.add({ accountNumber, provider: 'providera', cardPan: pan });
    await cards.mend();
    expect((await link(first)).status).toBe(200);
    const formerHash = new CardSecrets(new Keyring([Buffer.from(PREVIOUS_KEY, 'base64')])).panHash(pan);
    await cards.app.rows(`UPDATE card SET pan_hash = $1 WHERE account_number = $2`, [formerHash, first]);
    const again = await link(second);
    expect([again.status, again.body.data.statusCode]).toStrictEqual([409, 'CARD_ALREADY_LINKED']);
    await cards.app.rows(`UPDATE card SET status = 'Deleted' WHERE account_number = $1`, [first]);
    expect((await link(second)).status).toBe(200);
  });
});
