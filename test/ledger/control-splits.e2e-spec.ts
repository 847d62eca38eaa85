import fc from 'fast-check';
import type { Response } from 'supertest';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';

const SEED = 20_261_122;
const RUNS = 12;
/** The sandbox's AML rule holds what reaches this amount within 24 hours. */
const AML_THRESHOLD_KOBO = 100_000_000;
const DAILY_LIMIT_KOBO = 50_000_000;
const BALANCE = 3_000_000;

interface Call {
  door: string;
  kobo: number;
}

describe('a movement that is sent in parts, through several doors', () => {
  let app: TestApp;
  let maker: string;
  let payee: string;
  beforeAll(async () => {
    app = await TestApp.start();
    maker = await app.staff('maker');
    payee = await app.openAccount();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const entriesOf = (payer: string, kobo: number): object => {
    const part = Math.floor(kobo / 3);
    return {
      narration: 'Parts',
      referenceNumber: freshReference('PE'),
      entries: [
        { account: payer, side: 'Debit', amount: part / 100 },
        { account: payer, side: 'Debit', amount: (kobo - part) / 100 },
        { account: payee, side: 'Credit', amount: kobo / 100 },
      ],
    };
  };
  const transfer = (debitAccount: string, kobo: number, feeKobo: number): Promise<Response> =>
    app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount,
      creditAccount: payee,
      amount: (kobo - feeKobo) / 100,
      ...(feeKobo === 0 ? {} : { feeCharge: feeKobo / 100, feeIncomeGL: '4010' }),
    });
  const CLIENT_DOORS: Record<string, (payer: string, kobo: number) => Promise<Response>> = {
    localfundtransfer: (payer, kobo) => transfer(payer, kobo, 0),
    'localfundtransfer with a fee': (payer, kobo) => transfer(payer, kobo, Math.floor(kobo / 2)),
    fundstransfer: (payer, kobo) =>
      app.post('/api/transfer/v1/fundstransfer', {
        originatorAccountNumber: payer,
        beneficiaryAccountNumber: payee,
        amount: kobo / 100,
        transactionReference: freshReference('FT'),
      }),
    posttransaction: (payer, kobo) =>
      app.post('/api/postings/v1/posttransaction', {
        debitAccount: payer,
        creditAccount: payee,
        amount: kobo / 100,
        narration: 'Part',
        referenceNumber: freshReference('PT'),
      }),
    post: (payer, kobo) => app.post('/api/postings/v1/post', entriesOf(payer, kobo)),
  };
  const ALL_DOORS = {
    ...CLIENT_DOORS,
    'posting group': (payer: string, kobo: number): Promise<Response> =>
      app.post('/api/admin/v1/posting-groups', entriesOf(payer, kobo), { token: maker }),
  };

  /** Calls through doors whose sum is at least so much. */
  const callsOf = (doors: string[], sumKobo: number): fc.Arbitrary<Call[]> =>
    fc
      .array(fc.record({ door: fc.constantFrom(...doors), share: fc.integer({ min: 1, max: 100 }) }), {
        minLength: 2,
        maxLength: 6,
      })
      .map((parts) => {
        const shares = parts.reduce((sum, { share }) => sum + share, 0);
        return parts.map(({ door, share }) => ({ door, kobo: Math.ceil((sumKobo * share) / shares) + 3 }));
      });

  async function passedKobo(
    doors: typeof CLIENT_DOORS,
    payer: string,
    calls: readonly Call[],
    isParallel: boolean,
  ): Promise<number> {
    const send = async ({ door, kobo }: Call): Promise<number> => {
      const { status } = await doors[door]!(payer, kobo);
      expect([200, 202, 422]).toContain(status);
      return status === 200 ? kobo : 0;
    };
    const passed: number[] = isParallel ? await Promise.all(calls.map(send)) : [];
    if (!isParallel) for (const call of calls) passed.push(await send(call));
    const totalKobo = passed.reduce((sum, kobo) => sum + kobo, 0);
    expect(Math.round((BALANCE - (await app.balance(payer))) * 100)).toBe(totalKobo);
    return totalKobo;
  }

  it.each([
    ['one after the other', false],
    ['at once', true],
  ])(`does not reach the threshold of an AML rule in a day, %s (${RUNS} movements)`, async (_, isParallel) => {
    await fc.assert(
      fc.asyncProperty(callsOf(Object.keys(ALL_DOORS), AML_THRESHOLD_KOBO), async (calls) => {
        const payer = await app.openAccount(BALANCE);
        expect(await passedKobo(ALL_DOORS, payer, calls, isParallel)).toBeLessThan(AML_THRESHOLD_KOBO);
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
  });

  it.each([
    ['one after the other', false],
    ['at once', true],
  ])(`does not exceed the daily limit of the account, %s (${RUNS} movements)`, async (_, isParallel) => {
    await fc.assert(
      fc.asyncProperty(callsOf(Object.keys(CLIENT_DOORS), DAILY_LIMIT_KOBO + 1), async (calls) => {
        const accountNumber = await app.openAccount(BALANCE);
        const limit = { accountNumber, userDailyTransactionLimit: DAILY_LIMIT_KOBO / 100 };
        dataOf(await app.put('/api/limit/v1/addupdateaccountlimit', limit));
        expect(await passedKobo(CLIENT_DOORS, accountNumber, calls, isParallel)).toBeLessThanOrEqual(DAILY_LIMIT_KOBO);
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
  });
});
