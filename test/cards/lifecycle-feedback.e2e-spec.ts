import type { Response } from 'supertest';
import { codeOf } from '../support/answers';
import { CardsApp } from './cards-app';

const PATH = 'providerb/lifecycle-feedback';

describe('lifecycle feedback', () => {
  let cards: CardsApp;
  beforeAll(async () => {
    cards = await CardsApp.start();
  });
  afterAll(() => cards.close());

  const told = (body: object, key?: string | null): Promise<Response> => cards.callBack(PATH, body, key);
  const base = Date.now() - 60_000;
  /** Times in the past, in order of `n`. */
  const at = (n: number): string => new Date(base + n * 10).toISOString();
  const history = (id: number): Promise<object[]> =>
    cards.app.rows(`SELECT event, status_after, applied FROM card_event WHERE card_id = $1 ORDER BY received_at, id`, [
      id,
    ]);
  /** Makes the events of the test newer than the card's status. */
  const linkedLongAgo = async (): ReturnType<CardsApp['linked']> => {
    const linked = await cards.linked();
    await cards.app.rows(`UPDATE card SET status_as_of = now() - interval '1 hour' WHERE id = $1`, [linked.id]);
    return linked;
  };

  it('changes the status of the card and records the event', async () => {
    const { id, accountNumber, cardReference } = await linkedLongAgo();
    const steps = [
      ['Blocked', 'Blocked'],
      ['Unblocked', 'Active'],
      ['PinChanged', 'Active'],
      ['Expired', 'Blocked'],
      ['Activated', 'Active'],
      ['Replaced', 'Deleted'],
    ] as const;
    for (const [n, [event, cardStatus]] of steps.entries()) {
      expect((await told({ cardReference, event, eventDate: at(n), extra: [1] })).body.data).toEqual({
        cardReference,
        event,
        cardStatus,
        applied: true,
      });
    }
    expect(await cards.card(accountNumber)).toMatchObject({ cardStatus: 'Deleted', statusReason: 'Replaced' });
    expect(await history(id)).toEqual(steps.map(([event, status_after]) => ({ event, status_after, applied: true })));
  });

  it('ignores an older event after a newer one, whichever comes first', async () => {
    const { id, accountNumber, cardReference } = await linkedLongAgo();
    await told({ cardReference, event: 'Unblocked', eventDate: at(5) });
    expect((await told({ cardReference, event: 'Blocked', eventDate: at(2) })).body.data).toMatchObject({
      cardStatus: 'Active',
      applied: false,
    });
    expect([await cards.card(accountNumber), await history(id)]).toMatchObject([
      { cardStatus: 'Active' },
      [{ applied: true }, { event: 'Blocked', applied: false }],
    ]);
    // A later change by a client is newer, too.
    await cards.app.put('/api/card/v1/block', { cardId: id });
    expect((await told({ cardReference, event: 'Activated', eventDate: at(6) })).body.data).toMatchObject({
      cardStatus: 'Blocked',
      applied: false,
    });
  });

  it('records a repeated event once, also when the repetitions arrive together', async () => {
    const { id, cardReference } = await linkedLongAgo();
    const dated = { cardReference, event: 'Blocked', eventDate: at(1) };
    const answers = await Promise.all(Array.from({ length: 6 }, () => told(dated)));
    expect([
      new Set(answers.map(({ status }) => status)),
      new Set(answers.map(({ text }) => text)).size,
      (await history(id)).length,
    ]).toEqual([new Set([200]), 1, 1]);
    await told({ cardReference, event: 'Unblocked' });
    await told({ cardReference, event: 'Unblocked' });
    expect(await history(id)).toHaveLength(2);
  });

  it('does not treat an event without a date as a repetition after a client changed the card', async () => {
    const { id, cardReference } = await cards.linked();
    await told({ cardReference, event: 'Blocked' });
    await cards.app.put('/api/card/v1/unblock', { cardId: id });
    expect((await told({ cardReference, event: 'Blocked' })).body.data).toEqual({
      cardReference,
      event: 'Blocked',
      cardStatus: 'Blocked',
      applied: true,
    });
    await told({ cardReference, event: 'Blocked' });
    expect(await history(id)).toHaveLength(2);
  });

  it('reads a date as the end of that day, and a time without an offset as local time', async () => {
    const { cardReference } = await cards.linked();
    const lagos = (instant: number): string => new Date(instant + 3_600_000).toISOString();
    // The card was linked today as well.
    expect(
      (await told({ cardReference, event: 'Blocked', eventDate: lagos(Date.now()).slice(0, 10) })).body.data,
    ).toMatchObject({ cardStatus: 'Blocked', applied: true });
    expect(
      (await told({ cardReference, event: 'Unblocked', eventDate: lagos(Date.now() - 600_000).slice(0, 19) })).body
        .data,
    ).toMatchObject({ cardStatus: 'Blocked', applied: false });
  });

  it('applies to the card in use when the card was deleted and linked again', async () => {
    const former = await cards.linked();
    await cards.app.delete(`/api/card/v1/delete/${former.id}`);
    const present = await cards.linked();
    await cards.app.rows('UPDATE card SET card_reference = $2 WHERE id = $1', [former.id, present.cardReference]);
    expect((await told({ cardReference: present.cardReference, event: 'Blocked' })).body.data.cardStatus).toBe(
      'Blocked',
    );
    expect([await history(former.id), (await history(present.id)).length]).toEqual([[], 1]);
    await cards.app.delete(`/api/card/v1/delete/${present.id}`);
    expect((await told({ cardReference: present.cardReference, event: 'Activated' })).body.data).toMatchObject({
      cardStatus: 'Deleted',
      applied: false,
    });
    expect((await history(present.id)).length).toBe(2);
  });

  it("accepts the simulator's duplicated callbacks", async () => {
    const { accountNumber, id, cardReference } = await cards.linked();
    expect(await cards.simulatorCallsBack({ kind: 'lifecycle', cardReference, type: 'Blocked', times: 2 })).toEqual([
      200, 200,
    ]);
    expect([await cards.card(accountNumber), await history(id)]).toMatchObject([{ cardStatus: 'Blocked' }, [{}]]);
    expect((await history(id)).length).toBe(1);
  });

  it('refuses other callers, unknown cards and invalid bodies', async () => {
    const { id, cardReference } = await cards.linked();
    const good = { cardReference, event: 'Blocked' };
    expect([codeOf(await told(good, null)), codeOf(await told(good, 'wrong'))]).toEqual([
      [401, 'UNAUTHORIZED'],
      [401, 'UNAUTHORIZED'],
    ]);
    expect(codeOf(await told({ ...good, cardReference: 'CRD-unknown' }))).toEqual([404, 'CARD_NOT_FOUND']);
    expect(codeOf(await cards.callBack('providera/lifecycle-feedback', good))).toEqual([404, 'CARD_NOT_FOUND']);
    for (const body of [
      { event: 'Blocked', maskedPan: '506146*********3210' },
      { ...good, event: 'Lost' },
      { ...good, eventDate: 'yesterday' },
      { ...good, eventDate: '2026-02-30' },
      { ...good, eventDate: '2026-11-21T24:00:00.5Z' },
      [],
    ])
      expect(codeOf(await told(body))).toEqual([400, 'VALIDATION_FAILED']);
    expect(await history(id)).toEqual([]);
  });
});
