import { freshReference, TestApp } from '../support/app';
import { built, CLIENT_PROGRAMS, type ClientProgram, missingTools, stepsOf } from './client-programs';

/** The steps of the suite, in order; the README of the clients explains them. */
const STEPS = ['sign-in', 'open-account', 'move', 'read-back', 'hold', 'release', 'retry', 'replay', 'statement'];

const BUILD_TIMEOUT_MS = 400_000;
/** What a payer has: more than the suite moves. */
const FUNDS = 2_000_000;

describe('clients that are generated from the document', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ SANDBOX: 'true' });
  }, 120_000);
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function passedSteps(program: ClientProgram): Promise<string[]> {
    const folder = await built(program);
    return stepsOf(program, folder, {
      COREBANK_URL: app.url,
      COREBANK_CLIENT_ID: app.sandbox.client.clientId,
      COREBANK_CLIENT_SECRET: app.sandbox.client.clientSecret,
      // Screening counts a payer's outflow, so each program has a payer of its own.
      COREBANK_PAYER: await app.openAccount(FUNDS),
    });
  }

  for (const program of CLIENT_PROGRAMS) {
    const missing = missingTools(program);
    const isSkipped = missing.length > 0 && process.env.CI !== 'true';
    if (isSkipped)
      console.log(`The ${program.language} client is not tried: ${missing.join(' and ')} is not installed.`);
    (isSkipped ? it.skip : it)(
      `the client in ${program.language} moves the exact amount, meets a hold, retries and reads the statement`,
      async () => {
        expect(missing).toEqual([]);
        expect(await passedSteps(program)).toEqual(STEPS);
      },
      BUILD_TIMEOUT_MS,
    );
  }

  it('a client that rounds the amount to 32 bits would be found', async () => {
    const [payer, payee] = [await app.openAccount(FUNDS), await app.openAccount()];
    const body = { debitAccount: payer, creditAccount: payee, amount: Math.fround(262_144.07) };
    const { status } = await app.post('/api/transfer/v1/localfundtransfer', body, { reference: freshReference() });
    expect([status, await app.balance(payee)]).not.toEqual([200, 262_144.07]);
  });
});
