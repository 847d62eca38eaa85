import { eventually } from '../support/eventually';
import { OutwardApp } from './outward-app';

const MONEY = 10_000;
const TOTAL = 110.75;

describe('outward transfers under concurrent requests', () => {
  let outward: OutwardApp;
  let account: string;

  const reversals = (reference: string): Promise<unknown[]> =>
    outward.app.rows(
      `SELECT r.id FROM posting p JOIN posting r ON r.reverses_id = p.id AND r.status = 'Posted' WHERE p.kind = 'outward-transfer' AND p.reference = $1`,
      [reference],
    );

  beforeAll(async () => {
    outward = await OutwardApp.start();
  });
  beforeEach(async () => {
    account = await outward.app.openAccount(MONEY);
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    expect(await outward.differences()).toEqual([]);
    await outward.close();
  });

  it.each([
    ['08', 'Processed', 1],
    ['09', 'Reversed', 1],
    ['05', 'Processed', 1],
    ['04', 'Reversed', 2],
    ['16', 'Processed', 2],
  ])('with trigger %s end as %s with %d sends under status queries and the worker', async (trigger, last, sends) => {
    const body = await outward.bodyTo(`99000000${trigger}`, account);
    const reference = String(body.transactionReference);
    const requestReference = `RACE-${trigger}`;
    await outward.send(body, requestReference);
    await eventually(async () => {
      const states = await Promise.all(Array.from({ length: 6 }, () => outward.status(reference)));
      // Concurrent status queries and the repeated request see intermediate states.
      expect([200, 422]).toContain((await outward.send(body, requestReference)).status);
      expect(states.at(-1)).toBe(last);
    });
    expect(outward.record(reference)).toMatchObject({ timesSent: sends, paid: last === 'Processed' });
    expect(await reversals(reference)).toHaveLength(last === 'Reversed' ? 1 : 0);
    expect(await outward.app.balance(account)).toBe(last === 'Reversed' ? MONEY : MONEY - TOTAL);
  });

  it('never spend more than the balance of the account', async () => {
    account = await outward.app.openAccount(3 * TOTAL);
    const bodies = await Promise.all(Array.from({ length: 9 }, (_, n) => outward.bodyTo(`350000000${n}`, account)));
    const answers = await Promise.all(bodies.map((body) => outward.send(body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.data.statusCode === 'INSUFFICIENT_FUNDS')).toHaveLength(6);
    expect(bodies.filter(({ transactionReference }) => outward.record(String(transactionReference)))).toHaveLength(3);
    expect(await outward.app.balance(account)).toBe(0);
  });
});
