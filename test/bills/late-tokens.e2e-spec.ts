import { newCustomer } from '../accounts/sandbox-accounts';
import { dataOf } from '../support/answers';
import type { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { BillsApp, TOKEN, vendBody } from './bills-app';
import { FakeBillsGateway } from './fake-bills-gateway';

const PAID = { status: 'Successful', responseCode: '00', transactionId: 'VND1' };
const TOKEN_TEXT = '7222-4007-9966-7341-7875';
const LATE = { ...PAID, token: TOKEN_TEXT, tokenUnits: 73.5 };

describe('a token that comes after the payment', () => {
  let bills: BillsApp;
  let app: TestApp;
  let gateway: FakeBillsGateway;
  let people = 0;
  beforeAll(async () => {
    // In sandbox mode messages that no carrier takes are captured.
    bills = await BillsApp.start({ SANDBOX: 'true' });
    app = bills.app;
    gateway = await FakeBillsGateway.start();
    await app.moveProvider('BILLS_PAYMENT_BASE_URL', gateway.url);
    await bills.configure({ NOTIFICATIONS_ENABLED: 'true' });
  });
  afterEach(() => bills.configure({ BILLS_LATE_TOKENS_FETCHED: null }));
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await bills.close();
    await gateway.close();
  });

  /** A vend of a customer with a telephone number and an e-mail address. @returns its payment reference */
  const vend = async (answers: object[], facts: object = {}): Promise<string> => {
    gateway.vendAnswers = answers as Record<string, unknown>[];
    people += 1;
    const contact = { phoneNumber: `0803200${String(people).padStart(4, '0')}`, email: `meter${people}@example.com` };
    const { accountNumber } = dataOf<{ accountNumber: string }>(
      await app.post('/api/account/v1/createcustomeraccount', { ...newCustomer(app), ...contact }),
    );
    await app.payIn(accountNumber, 6_000);
    const body = vendBody(accountNumber, { billerIdentifier: 'meters', ...facts });
    dataOf(await bills.vend(body));
    return body.paymentReference;
  };
  const messagesAbout = (paymentReference: string): Promise<{ event: string; channel: string; body: string }[]> =>
    app.rows(`SELECT event, channel, body FROM message WHERE body LIKE '%' || $1 || '%' ORDER BY event, channel`, [
      paymentReference,
    ]);
  const queriesQueued = (paymentReference: string): Promise<{ status: string }[]> =>
    app.rows(
      `SELECT j.status FROM job j JOIN payout p ON p.id = (j.payload->>'payoutId')::bigint
        WHERE j.kind = 'bill-token' AND j.status = 'queued' AND p.reference = $1`,
      [paymentReference],
    );
  const hurry = (): Promise<unknown> => app.rows(`UPDATE job_due SET due_at = now() WHERE kind = 'bill-token'`);

  it('is sent to the customer once, although several clients fetch it', async () => {
    const reference = await vend([PAID, LATE]);
    await eventually(async () => expect(await messagesAbout(reference)).toHaveLength(2));
    await Promise.all(Array.from({ length: 5 }, () => app.get(TOKEN, { PaymentReference: reference })));
    await eventually(async () => {
      const messages = await messagesAbout(reference);
      expect(messages.map(({ event, channel }) => [event, channel])).toEqual([
        ['bills.token', 'email'],
        ['bills.token', 'sms'],
        ['bills.vended', 'email'],
        ['bills.vended', 'sms'],
      ]);
      expect(messages.map(({ body }) => body.includes(TOKEN_TEXT))).toEqual([true, true, false, false]);
    });
  });

  it('is sent only on the channels on which customers hear of paid bills', async () => {
    const token = await app.staff('administrator');
    const path = '/api/admin/v1/notification-templates/bills.vended/sms';
    dataOf(await app.put(path, { body: 'Paid', active: false }, { token }));
    try {
      const reference = await vend([PAID, LATE]);
      dataOf(await app.get(TOKEN, { PaymentReference: reference }));
      await eventually(async () =>
        expect((await messagesAbout(reference)).map(({ event, channel }) => [event, channel])).toEqual([
          ['bills.token', 'email'],
          ['bills.vended', 'email'],
        ]),
      );
    } finally {
      dataOf(await app.delete(path, { token }));
    }
  });

  it('is fetched while no client asks, where the institution wants it', async () => {
    await bills.configure({ BILLS_LATE_TOKENS_FETCHED: 'true' });
    const reference = await vend([PAID, PAID, LATE]);
    expect(await queriesQueued(reference)).toHaveLength(1);
    const asked = gateway.count('tsq');
    await hurry();
    await eventually(() => {
      expect(gateway.count('tsq')).toBe(asked + 1);
      return Promise.resolve();
    });
    expect(await bills.metadataOf(reference)).toMatchObject({ token: null });
    await eventually(async () => {
      await hurry();
      expect(await bills.metadataOf(reference)).toMatchObject({ token: TOKEN_TEXT, token_units: 73.5 });
    });
    await eventually(async () => {
      expect((await messagesAbout(reference)).filter(({ body }) => body.includes(TOKEN_TEXT))).toHaveLength(2);
      expect(await queriesQueued(reference)).toEqual([]);
    });
  });

  it('is left to clients by default, and never expected for other bills or with the payment', async () => {
    expect(await queriesQueued(await vend([PAID]))).toEqual([]);
    await bills.configure({ BILLS_LATE_TOKENS_FETCHED: 'true' });
    expect(await queriesQueued(await vend([LATE]))).toEqual([]);
    const airtime = { billerIdentifier: 'airtime', packageIdentifier: 'any' };
    expect(await queriesQueued(await vend([PAID], airtime))).toEqual([]);
  });

  it.each(['a day after the payment', 'once the institution leaves tokens to its clients'])(
    'is not asked for again %s',
    async (when) => {
      await bills.configure({ BILLS_LATE_TOKENS_FETCHED: 'true' });
      const reference = await vend([PAID]);
      expect(await queriesQueued(reference)).toHaveLength(1);
      const asked = gateway.count('tsq');
      if (when === 'a day after the payment')
        await app.rows(
          `UPDATE job SET payload = jsonb_set(payload, '{paidAt}', '"2026-01-01T00:00:00.000Z"')
            WHERE kind = 'bill-token' AND status = 'queued'`,
        );
      else await bills.configure({ BILLS_LATE_TOKENS_FETCHED: null });
      await hurry();
      await eventually(async () => {
        expect(gateway.count('tsq')).toBe(asked + 1);
        expect(await queriesQueued(reference)).toEqual([]);
      });
    },
  );
});
