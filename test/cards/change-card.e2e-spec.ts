import type { Response } from 'supertest';
import { addSecondInstitution } from '../auth/second-institution';
import { codeOf } from '../support/answers';
import { freshReference } from '../support/app';
import { eventually } from '../support/eventually';
import { CardsApp, CHARGE } from './cards-app';

const PATH = '/api/card/v1';

describe('changes of cards', () => {
  let cards: CardsApp;
  beforeAll(async () => {
    cards = await CardsApp.start();
  });
  afterEach(() => cards.mend());
  afterAll(async () => {
    expect(await cards.app.failedProofs()).toEqual([]);
    await cards.close();
  });

  const put = (path: string, body: object, reference = freshReference()): Promise<Response> =>
    cards.app.put(`${PATH}/${path}`, body, { reference });
  const statusAtProvider = (accountNumber: string): string | undefined => cards.atProvider(accountNumber)[0]?.status;

  it('block, unblock and delete, at the provider and here', async () => {
    const { accountNumber, id } = await cards.linked();
    expect((await put('block', { cardId: id, reason: 'Reported lost' })).body.data).toMatchObject({
      id,
      cardStatus: 'Blocked',
      statusReason: 'Reported lost',
    });
    expect(statusAtProvider(accountNumber)).toBe('Blocked');
    expect((await put('block', { cardId: id })).body.data).toMatchObject({ cardStatus: 'Blocked', statusReason: null });
    expect((await put('unblock', { cardId: id, reason: null })).body.data).toMatchObject({ cardStatus: 'Active' });
    expect(statusAtProvider(accountNumber)).toBe('Active');
    expect((await cards.app.delete(`${PATH}/delete/${id}`)).body.data).toMatchObject({ cardStatus: 'Deleted' });
    expect((await cards.app.delete(`${PATH}/delete/${id}`)).body.data).toMatchObject({ cardStatus: 'Deleted' });
    expect([codeOf(await put('block', { cardId: id })), codeOf(await put('unblock', { cardId: id }))]).toEqual([
      [409, 'CARD_DELETED'],
      [409, 'CARD_DELETED'],
    ]);
    expect([statusAtProvider(accountNumber), (await cards.card(accountNumber)).cardStatus]).toEqual([
      'Deleted',
      'Deleted',
    ]);
    const audit = await cards.app.rows<{ action: string }>(
      `SELECT action FROM audit_log WHERE subject = $1 ORDER BY at`,
      [`card:${id}`],
    );
    expect(audit.map(({ action }) => action)).toEqual([
      'card.block',
      'card.block',
      'card.unblock',
      'card.delete',
      'card.delete',
    ]);
  });

  it('unblock only where a card could be linked: the account is active', async () => {
    const { accountNumber, id } = await cards.linked();
    const providera = await cards.linked(0, 'providera');
    const setStatus = (status: string): Promise<unknown> =>
      cards.app.rows('UPDATE ledger_account SET status = $1 WHERE number = ANY($2)', [
        status,
        [accountNumber, providera.accountNumber],
      ]);
    await put('block', { cardId: id });
    for (const [status, code] of [
      ['Closed', 'ACCOUNT_CLOSED'],
      ['Frozen', 'ACCOUNT_FROZEN'],
      ['Inactive', 'ACCOUNT_INACTIVE'],
      ['Dormant', 'ACCOUNT_DORMANT'],
    ] as const) {
      await setStatus(status);
      expect(codeOf(await put('unblock', { cardId: id }))).toEqual([409, code]);
      expect(codeOf(await put('providera/blockunblockcard', { cardId: providera.id, status: 2 }))).toEqual([409, code]);
      expect(statusAtProvider(accountNumber)).toBe('Blocked');
    }
    expect((await put('block', { cardId: id })).status).toBe(200);
    expect((await put('providera/blockunblockcard', { cardId: providera.id, status: 1 })).status).toBe(200);
    await setStatus('Active');
    expect((await put('unblock', { cardId: id })).status).toBe(200);
    expect(statusAtProvider(accountNumber)).toBe('Active');
  });

  it('delete the cards of an account that is closed, also when the provider is away at first', async () => {
    const { accountNumber, id } = await cards.linked();
    await cards.app.payIn(accountNumber, CHARGE);
    const second = (await cards.add({ accountNumber, serialNumber: freshReference('SN') })).body.data as { id: number };
    await put('block', { cardId: second.id });
    const close = (headers: Record<string, string> = {}): Promise<Response> =>
      cards.app.post('/api/postings/v1/closeaccount', { accountNumber, closureReason: 'Moved' }, { headers });
    const jobs = (): Promise<unknown[]> =>
      cards.app.rows(`SELECT id FROM job WHERE kind = 'card-deletion' AND payload->>'cardId' = ANY($1)`, [
        [String(id), String(second.id)],
      ]);
    expect([(await close({ 'dry-run': 'true' })).status, await jobs()]).toEqual([200, []]);
    const proxy = await cards.break('lost-before', 'lost-before');
    expect((await close()).status).toBe(200);
    expect(await jobs()).toHaveLength(2);
    await eventually(async () => {
      expect((await cards.cards(accountNumber)).map(({ cardStatus }) => cardStatus)).toEqual(['Deleted', 'Deleted']);
      expect(cards.atProvider(accountNumber).map(({ status }) => status)).toEqual(['Deleted', 'Deleted']);
    });
    expect(proxy.calls.length).toBeGreaterThan(2);
    const audit = await cards.app.rows('SELECT actor, action FROM audit_log WHERE subject = $1', [`card:${id}`]);
    expect(audit).toEqual([{ actor: 'system:cards', action: 'card.delete' }]);
  });

  it('delete the cards of a closed account while cards are switched off, when clients can change none', async () => {
    const { accountNumber, id } = await cards.linked();
    await cards.set('CARD_ENABLED', 'false');
    try {
      expect(codeOf(await cards.app.delete(`${PATH}/delete/${id}`))).toEqual([503, 'INTEGRATION_NOT_ENABLED']);
      const closing = { accountNumber, closureReason: 'Moved' };
      expect((await cards.app.post('/api/postings/v1/closeaccount', closing)).status).toBe(200);
      await eventually(async () => {
        expect((await cards.card(accountNumber)).cardStatus).toBe('Deleted');
        expect(statusAtProvider(accountNumber)).toBe('Deleted');
      });
    } finally {
      await cards.set('CARD_ENABLED', 'true');
    }
  });

  it('block by number at providera: 1 blocks, 2 unblocks', async () => {
    const { accountNumber, id } = await cards.linked(0, 'providera');
    expect((await put('providera/blockunblockcard', { cardId: id, status: 1 })).body.data.cardStatus).toBe('Blocked');
    expect((await put('providera/blockunblockcard', { cardId: id, status: 2 })).body.data.cardStatus).toBe('Active');
    for (const status of [0, 3, '1', null])
      expect(codeOf(await put('providera/blockunblockcard', { cardId: id, status }))).toEqual([
        400,
        'VALIDATION_FAILED',
      ]);
    expect(statusAtProvider(accountNumber)).toBe('Active');
  });

  it('set the channels of a providerb card and the PIN of a providera card', async () => {
    const b = await cards.linked(0, 'providerb');
    expect(
      (await put('providerb/updatecardchannelaccess', { cardId: b.id, atm: true, pos: false, web: false })).body.data,
    ).toMatchObject({ atm: true, pos: false, web: false, cardStatus: 'Active' });
    expect(cards.atProvider(b.accountNumber)[0]!.channels).toEqual({ atm: true, pos: false, web: false });
    const a = await cards.linked(0, 'providera');
    const reference = freshReference();
    expect((await put('providera/setcardpin', { cardId: a.id, pin: '4821' }, reference)).body.data).toEqual({
      id: a.id,
      isPinSet: true,
    });
    expect(
      (await put('providera/setcardpin', { cardId: a.id, pin: '4821' }, reference)).headers['idempotent-replayed'],
    ).toBe('true');
    expect(codeOf(await put('providera/setcardpin', { cardId: a.id, pin: '4822' }, reference))).toEqual([
      409,
      'DUPLICATE_REFERENCE',
    ]);
    expect(cards.atProvider(a.accountNumber)[0]!.pinChanges).toBe(1);
    for (const pin of ['482', '48211', '48a1', 4821, null])
      expect(codeOf(await put('providera/setcardpin', { cardId: a.id, pin }))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('are refused for cards of the other provider, unknown cards and cards of another institution', async () => {
    const a = await cards.linked(0, 'providera');
    const b = await cards.linked(0, 'providerb');
    const mismatch = [422, 'CARD_PROVIDER_MISMATCH'];
    expect(
      codeOf(await put('providerb/updatecardchannelaccess', { cardId: a.id, atm: true, pos: true, web: true })),
    ).toEqual(mismatch);
    expect(codeOf(await put('providera/setcardpin', { cardId: b.id, pin: '1234' }))).toEqual(mismatch);
    expect(codeOf(await put('providera/blockunblockcard', { cardId: b.id, status: 1 }))).toEqual(mismatch);
    await addSecondInstitution(cards.app);
    await cards.app.rows(
      `INSERT INTO card SELECT (jsonb_populate_record(c, '{"institution_id": 2, "id": 77001}'::jsonb)).* FROM card c WHERE id = $1`,
      [a.id],
    );
    const unknown = await put('block', { cardId: 999_999_999 });
    expect([(await put('block', { cardId: 77001 })).body, codeOf(unknown)]).toEqual([
      unknown.body,
      [404, 'CARD_NOT_FOUND'],
    ]);
    for (const cardId of [0, 1.5, '5', null, undefined])
      expect(codeOf(await put('block', { cardId }))).toEqual([400, 'VALIDATION_FAILED']);
    expect(codeOf(await cards.app.delete(`${PATH}/delete/abc`))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('answer 502 when the outcome is unknown, and can be repeated', async () => {
    const { accountNumber, id } = await cards.linked();
    await cards.break('lost-after', 'lost-after', 'lost-after');
    const reference = freshReference();
    expect(codeOf(await put('block', { cardId: id }, reference))).toEqual([502, 'CARD_OUTCOME_UNKNOWN']);
    expect([statusAtProvider(accountNumber), (await cards.card(accountNumber)).cardStatus]).toEqual([
      'Blocked',
      'Active',
    ]);
    const again = await put('block', { cardId: id }, reference);
    expect([again.status, again.body.data.cardStatus, again.headers['idempotent-replayed']]).toEqual([
      200,
      'Blocked',
      undefined,
    ]);
  });

  it('change nothing when the request is rejected or not sent', async () => {
    const { accountNumber, id } = await cards.linked();
    await cards.break(401);
    expect(codeOf(await put('block', { cardId: id }))).toEqual([502, 'CARD_PROVIDER_FAILED']);
    const nowhere = await cards.break();
    await nowhere.close();
    expect(codeOf(await put('block', { cardId: id }))).toEqual([503, 'CARD_PROVIDER_UNAVAILABLE']);
    await cards.mend();
    expect([statusAtProvider(accountNumber), (await cards.card(accountNumber)).cardStatus]).toEqual([
      'Active',
      'Active',
    ]);
    expect((await put('block', { cardId: id })).status).toBe(200);
  });

  it("replay the provider's refusal under the request reference", async () => {
    const { accountNumber, id } = await cards.linked();
    const [record] = cards.atProvider(accountNumber);
    cards.simulator.ledger.save({ ...record!, status: 'Deleted' });
    const reference = freshReference();
    const refused = await put('unblock', { cardId: id }, reference);
    expect([codeOf(refused), refused.body.data.responseCode]).toEqual([[422, 'CARD_REFUSED'], '21']);
    cards.simulator.ledger.save({ ...record!, status: 'Active' });
    const again = await put('unblock', { cardId: id }, reference);
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([422, refused.body, 'true']);
  });

  it('never overtake each other at the provider', async () => {
    const { accountNumber, id } = await cards.linked();
    await cards.break('late');
    const slow = put('block', { cardId: id });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(codeOf(await put('unblock', { cardId: id }))).toEqual([409, 'CARD_BUSY']);
    expect((await slow).status).toBe(200);
    expect([statusAtProvider(accountNumber), (await cards.card(accountNumber)).cardStatus]).toEqual([
      'Blocked',
      'Blocked',
    ]);
    expect((await put('unblock', { cardId: id })).body.data.cardStatus).toBe('Active');
  });

  it('do not overwrite an event that came in meanwhile', async () => {
    const { accountNumber, id, cardReference } = await cards.linked();
    await cards.break('late');
    const slow = put('block', { cardId: id });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await cards.callBack('providerb/lifecycle-feedback', { cardReference, event: 'Replaced' });
    expect((await slow).body.data.cardStatus).toBe('Deleted');
    expect((await cards.card(accountNumber)).cardStatus).toBe('Deleted');
  });

  it('need the integration', async () => {
    const { id, accountNumber } = await cards.linked(0, 'providera');
    await cards.set('CARD_PROVIDER_PROVIDERA_ENABLED', 'false');
    const off = [503, 'INTEGRATION_NOT_ENABLED'];
    expect([
      codeOf(await put('block', { cardId: id })),
      codeOf(await put('providera/setcardpin', { cardId: id, pin: '1234' })),
    ]).toEqual([off, off]);
    expect(codeOf(await cards.app.get(`${PATH}/providera/searchcards`, { accountNumber }))).toEqual(off);
    await cards.set('CARD_PROVIDER_PROVIDERA_ENABLED', 'true');
  });

  it('a search at providera lists its cards of the account', async () => {
    const { id, accountNumber } = await cards.linked(0, 'providera');
    await cards.add({ accountNumber, serialNumber: freshReference('SN'), provider: 'providerb' });
    const [record] = cards.atProvider(accountNumber);
    cards.simulator.ledger.save({
      ...record!,
      key: 'CRD-other',
      cardReference: 'CRD-other',
      reference: 'OTHER',
      nameOnCard: 'SOMEBODY',
      status: 'Blocked',
    });
    const { status, body } = await cards.app.get(`${PATH}/providera/searchcards`, { AccountNumber: accountNumber });
    expect([status, body.data]).toMatchObject([
      200,
      {
        recordCount: 2,
        data: [
          { id, cardStatus: 'Active', provider: 'providera', accountNumber },
          { id: null, cardStatus: 'Blocked', nameOnCard: 'SOMEBODY' },
        ],
      },
    ]);
    const [{ number } = { number: '' }] = await cards.app.rows<{ number: string }>(
      `SELECT number FROM account_number WHERE kind = 'virtual' LIMIT 1`,
    );
    for (const path of ['searchcards', 'providera/searchcards']) {
      expect(codeOf(await cards.app.get(`${PATH}/${path}`, { accountNumber: number }))).toEqual([
        422,
        'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      ]);
      expect(codeOf(await cards.app.get(`${PATH}/${path}`, { accountNumber: '0000000000' }))).toEqual([
        404,
        'ACCOUNT_NOT_FOUND',
      ]);
      expect(codeOf(await cards.app.get(`${PATH}/${path}`))).toEqual([400, 'VALIDATION_FAILED']);
    }
  });

  it('staff find cards by account and status', async () => {
    const { id, accountNumber } = await cards.linked();
    const token = await cards.app.staff('checker');
    const list = async (query: Record<string, string>): Promise<unknown[]> =>
      (await cards.app.get('/api/admin/v1/cards', query, { token })).body.data.data;
    expect(await list({ AccountNumber: accountNumber })).toMatchObject([
      {
        id,
        cardReference: expect.stringMatching(/^CRD-/),
        linkAttempts: 1,
        addedBy: expect.stringMatching(/^api-client:/),
      },
    ]);
    expect(await list({ AccountNumber: accountNumber, CardStatus: 'Blocked' })).toEqual([]);
    expect((await cards.app.get('/api/admin/v1/cards')).status).toBe(401);
  });
});
