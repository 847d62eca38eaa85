import { eventually } from '../support/eventually';
import { type Body, OutwardApp, type Transfer } from './outward-app';

const MONEY = 500_000;
const TOTAL = 110.75;

/**
 * The outcome of a transfer to …99000000NN: the first answer, the final status, the paid amount, the number of sends.
 */
interface Expected {
  first: [number, string];
  last: string;
  paid: boolean;
  sent: number;
}

const unknownAtFirst = (last: string, paid: boolean, sent = 1): Expected => ({
  first: [200, 'PendingTSQ'],
  last,
  paid,
  sent,
});

/** Outcomes by trigger (docs/sandbox.md). 12 never ends, and 15 has a separate test. */
const EXPECTED: Record<string, Expected> = {
  '00': { first: [200, 'Processed'], last: 'Processed', paid: true, sent: 1 },
  '01': { first: [422, 'Reversed'], last: 'Reversed', paid: false, sent: 1 },
  '02': unknownAtFirst('Reversed', false, 2),
  '03': unknownAtFirst('Processed', true),
  '04': unknownAtFirst('Reversed', false, 2),
  '05': unknownAtFirst('Processed', true),
  '06': unknownAtFirst('Processed', true),
  '07': unknownAtFirst('Processed', true),
  '08': unknownAtFirst('Processed', true),
  '09': unknownAtFirst('Reversed', false),
  '10': unknownAtFirst('Processed', true),
  '11': unknownAtFirst('ConfirmManually', false),
  '13': unknownAtFirst('Processed', true),
  '14': unknownAtFirst('Processed', true),
  '16': unknownAtFirst('Processed', true, 2),
  '17': unknownAtFirst('Processed', true),
};

describe.each(['the worker', 'status queries'])('outward transfers settled by %s', (by) => {
  let outward: OutwardApp;
  let account: string;
  const bodies = new Map<string, Body>();

  const referenceOf = (trigger: string): string => String(bodies.get(trigger)!.transactionReference);
  /** Clients may query as often as they like: only answers to queries that were due end the search for a record. */
  const lastOf = (trigger: string): string =>
    trigger === '11' && by === 'status queries' ? 'PendingTSQ' : EXPECTED[trigger]!.last;
  const stored = async (reference: string): Promise<string> =>
    (await outward.app.rows<{ status: string }>('SELECT status FROM payout WHERE reference = $1', [reference]))[0]!
      .status;
  const now = (reference: string): Promise<string> =>
    by === 'the worker' ? stored(reference) : outward.status(reference);

  beforeAll(async () => {
    // When status queries are to settle the transfers, the worker runs too late.
    outward = await OutwardApp.start(by === 'the worker' ? {} : { PAYOUT_QUERY_AFTER_MS: '3600000' });
    account = await outward.app.openAccount(MONEY);
    for (const trigger of [...Object.keys(EXPECTED), '12', '15'])
      bodies.set(trigger, await outward.bodyTo(`99000000${trigger}`, account));
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    await outward.close();
  });

  it.each(Object.keys(EXPECTED))('answer the first request with trigger %s', async (trigger) => {
    const { status, body } = await outward.send(bodies.get(trigger)!);
    const transfer = body.data as Transfer;
    expect([status, transfer.processingStatus]).toEqual(EXPECTED[trigger]!.first);
    expect([body.status, transfer.isReversed]).toEqual([status === 200, transfer.processingStatus === 'Reversed']);
    expect(transfer).toMatchObject({
      transactionReference: referenceOf(trigger),
      amount: 100,
      fee: 10,
      vat: 0.75,
      stampDuty: 0,
      totalDebited: 110.75,
    });
  });

  it.each(Object.entries(EXPECTED))('end with trigger %s as at the provider', async (trigger, { paid, sent }) => {
    const reference = referenceOf(trigger);
    const last = lastOf(trigger);
    await eventually(async () => expect(await now(reference)).toBe(last));
    expect(outward.record(reference)).toMatchObject({ paid, timesSent: sent, amount: 100 });
    expect((await outward.metadata(reference)).processing_status).toBe(last);
  });

  it('are queried again while no answer is final', async () => {
    expect((await outward.send(bodies.get('12')!)).body.data.processingStatus).toBe('PendingTSQ');
    await eventually(async () => {
      expect(await now(referenceOf('12'))).toBe('PendingTSQ');
      expect(outward.record(referenceOf('12'))!.timesQueried).toBeGreaterThan(2);
    });
  });

  it('keep the money of paid and open transfers and return all other money', async () => {
    const kept = [...Object.values(EXPECTED).map(({ last }) => last), 'PendingTSQ'].filter(
      (status) => status !== 'Reversed',
    ).length;
    expect(await outward.app.balance(account)).toBeCloseTo(MONEY - kept * 110.75, 2);
    const open = [referenceOf('11'), referenceOf('12')].map((reference) => outward.record(reference)!.key);
    expect(
      (await outward.differences()).filter((difference) => !open.includes((difference as { session: string }).session)),
    ).toEqual([]);
  });

  it('are not paid twice when a success follows a definite failure', async () => {
    const before = await outward.app.balance(account);
    const { status, body } = await outward.send(bodies.get('15')!);
    expect([status, body.data.statusCode, body.data.processingStatus]).toEqual([422, 'TRANSFER_REVERSED', 'Reversed']);
    await outward.status(referenceOf('15'));
    await outward.status(referenceOf('15'));
    expect(outward.record(referenceOf('15'))!.timesSent).toBe(1);
    expect(await outward.app.balance(account)).toBe(before);
  });
});

describe('outward transfers', () => {
  let outward: OutwardApp;
  let account: string;

  beforeAll(async () => {
    outward = await OutwardApp.start();
  });
  beforeEach(async () => {
    account = await outward.app.openAccount(MONEY);
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    await outward.close();
  });

  it('are flagged for staff when a provider that refused pays after all', async () => {
    const { transactionReference, ...body } = await outward.bodyTo('9900000015', account);
    const reference = String(transactionReference);
    expect((await outward.send({ ...body, transactionReference })).status).toBe(422);
    await eventually(async () =>
      expect(await outward.app.rows('SELECT status, disputed FROM payout WHERE reference = $1', [reference])).toEqual([
        { status: 'Reversed', disputed: true },
      ]),
    );
    expect(outward.record(reference)!.timesSent).toBe(1);
    expect(await outward.app.balance(account)).toBe(MONEY);
  });

  it.each([
    ['51', 422, 'Reversed'],
    ['57', 422, 'Reversed'],
    ['34', 422, 'Failed'],
    ['35', 422, 'Failed'],
    ['63', 422, 'Failed'],
    ['26', 200, 'PendingTSQ'],
    ['94', 200, 'PendingTSQ'],
    ['98', 200, 'PendingTSQ'],
    ['68', 200, 'PendingTSQ'],
    ['91', 200, 'PendingTSQ'],
    ['92', 200, 'PendingTSQ'],
    ['99', 200, 'PendingTSQ'],
    ['97', 200, 'PendingTSQ'],
    ['11', 200, 'PendingTSQ'],
  ])('with response code %s answer %d and have the status %s', async (code, httpStatus, processingStatus) => {
    const body = await outward.bodyTo(`99000001${code}`, account);
    const { status, body: answer } = await outward.send(body);
    expect([status, answer.data]).toMatchObject([
      httpStatus,
      { processingStatus, responseCode: code, isReversed: processingStatus === 'Reversed' },
    ]);
    expect(await outward.app.balance(account)).toBe(processingStatus === 'Reversed' ? MONEY : MONEY - TOTAL);
  });
});
