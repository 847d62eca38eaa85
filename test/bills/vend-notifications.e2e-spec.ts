import { newCustomer } from '../accounts/sandbox-accounts';
import { dataOf } from '../support/answers';
import type { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { BillsApp, CONFIRM, meter, meterWithCode, vendBody } from './bills-app';

const DESK_PHONE = '+2348099999999';
const DESK_EMAIL = 'bills-desk@bank.example';

interface Told {
  recipient: string;
  event: string;
  body: string;
}

describe('notifications of a vend', () => {
  let bills: BillsApp;
  let app: TestApp;
  let people = 0;
  beforeAll(async () => {
    // In sandbox mode messages that no carrier takes are captured.
    bills = await BillsApp.start({ SANDBOX: 'true' });
    app = bills.app;
    await bills.configure({
      NOTIFICATIONS_ENABLED: 'true',
      BILLS_PAYMENT_NOTIFICATION_PHONE: DESK_PHONE,
      BILLS_PAYMENT_NOTIFICATION_EMAIL: DESK_EMAIL,
    });
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await bills.close();
  });

  const jobsDone = (): Promise<void> =>
    eventually(async () =>
      expect(
        await app.rows(`SELECT 1 FROM job WHERE kind IN ('notify', 'deliver-message') AND status = 'queued'`),
      ).toEqual([]),
    );
  /** A vend of a customer with a telephone number and an e-mail address, and its notifications. */
  const told = async (
    customerId: string,
    vendStatus: string,
  ): Promise<{ messages: Told[]; email: string; phone: string; account: string; paymentReference: string }> => {
    people += 1;
    const [email, line] = [`payer${people}@example.com`, `0803100${String(people).padStart(4, '0')}`];
    const { accountNumber } = dataOf<{ accountNumber: string }>(
      await app.post('/api/account/v1/createcustomeraccount', { ...newCustomer(app), phoneNumber: line, email }),
    );
    await app.payIn(accountNumber, 6_000);
    const body = vendBody(accountNumber, { customerId });
    await bills.vend(body);
    await eventually(async () => expect(await bills.statusOf(body.paymentReference)).toMatchObject({ vendStatus }));
    await jobsDone();
    const messages = await app.rows<Told>(
      `SELECT recipient, event, body FROM message WHERE body LIKE '%' || $1 || '%' ORDER BY event, recipient`,
      [body.paymentReference],
    );
    return {
      messages,
      email,
      phone: `+234${line.slice(1)}`,
      account: accountNumber,
      paymentReference: body.paymentReference,
    };
  };
  const recipients = (messages: Told[], event: string): string[] =>
    messages.filter((message) => message.event === event).map(({ recipient }) => recipient);

  it('send the customer biller, package, customer and token of a paid vend', async () => {
    const { messages, email, phone, account, paymentReference } = await told('45067198741', 'Successful');
    expect(messages.map(({ event }) => event)).toEqual(['bills.vended', 'bills.vended']);
    expect(recipients(messages, 'bills.vended').sort()).toEqual([phone, email].sort());
    const { customer_name, token } = await bills.metadataOf(paymentReference);
    const sms = messages.find(({ recipient }) => recipient === phone)!.body;
    expect(sms).toContain(
      `Paid NGN5,000.00 from ******${account.slice(-4)}: Ikeja Electric Prepaid for 45067198741 (${String(customer_name)}). Token: ${String(token)} (73.5 units).`,
    );
    expect(sms).toContain('Balance: NGN1,000.00.');
  });

  it('go to the customer and the bills desk when the money was returned', async () => {
    const { messages, email, phone } = await told(meter('01'), 'Reversed');
    expect(recipients(messages, 'bills.reversed').sort()).toEqual([phone, email].sort());
    expect(recipients(messages, 'bills.attention').sort()).toEqual([DESK_PHONE, DESK_EMAIL].sort());
    expect(messages).toHaveLength(4);
    expect(messages.find(({ recipient }) => recipient === phone)!.body).toContain('Balance: NGN6,000.00.');
    expect(messages.find(({ recipient }) => recipient === DESK_PHONE)!.body).toMatch(
      /needs attention: Ikeja Electric Prepaid for 19900000001 .*status Reversed/,
    );
  });

  it.each([
    ['Failed', meterWithCode('34')],
    ['ConfirmManually', meter('11')],
  ])('go only to the bills desk for a vend that is %s', async (vendStatus, customerId) => {
    const { messages } = await told(customerId, vendStatus);
    expect(messages.map(({ event, recipient }) => [event, recipient])).toEqual([
      ['bills.attention', DESK_PHONE],
      ['bills.attention', DESK_EMAIL],
    ]);
    expect(messages[0]!.body).toContain(`status ${vendStatus}`);
  });

  it('have the balance after the last debit when a return was a mistake', async () => {
    const { account, paymentReference, phone } = await told(meterWithCode('34'), 'Failed');
    const confirm = async (outcome: string): Promise<void> => {
      const body = { paymentReference, outcome, evidence: 'Report of the biller' };
      const asked = await app.post(CONFIRM, body, { token: await app.staff('maker') });
      const { approvalId } = dataOf<{ approvalId: number }>(asked, 202);
      const path = `/api/admin/v1/approvals/${approvalId}/approve`;
      dataOf(await app.post(path, {}, { token: await app.staff('checker') }));
      await jobsDone();
    };
    await confirm('Reversed');
    await app.payIn(account, 500);
    await confirm('Successful');
    const [paid] = await app.rows<Told>(`SELECT body FROM message WHERE event = 'bills.vended' AND recipient = $1`, [
      phone,
    ]);
    expect(paid!.body).toContain('Balance: NGN1,500.00.');
  });

  it('are not sent while the vend is open', async () => {
    expect((await told(meter('12'), 'Pending')).messages).toEqual([]);
  });

  it('go to the bills desk also when customer notifications are disabled', async () => {
    await bills.configure({ NOTIFICATIONS_ENABLED: 'false' });
    try {
      expect((await told(meter('01'), 'Reversed')).messages.map(({ event }) => event)).toEqual([
        'bills.attention',
        'bills.attention',
      ]);
      expect((await told('45067198741', 'Successful')).messages).toEqual([]);
    } finally {
      await bills.configure({ NOTIFICATIONS_ENABLED: 'true' });
    }
  });

  it('go to no bills desk when none is configured', async () => {
    await bills.configure({ BILLS_PAYMENT_NOTIFICATION_PHONE: null, BILLS_PAYMENT_NOTIFICATION_EMAIL: null });
    expect((await told(meterWithCode('35'), 'Failed')).messages).toEqual([]);
  });
});
