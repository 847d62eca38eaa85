import { eventually } from '../support/eventually';
import { OutwardApp } from './outward-app';

describe('notifications of outward transfers', () => {
  let outward: OutwardApp;
  let account: string;

  const messages = (reference: string): string[] =>
    outward.providers.ledger.messages
      .filter(({ message }) => message.includes(reference))
      .map(({ to, message }) => `${to}: ${message}`);
  const jobs = (reference: string): Promise<{ payload: Record<string, unknown> }[]> =>
    outward.app.rows(`SELECT payload FROM job WHERE kind = 'notify' AND payload->'facts'->>'reference' = $1`, [
      reference,
    ]);
  const send = async (beneficiary: string): Promise<{ reference: string; name: string }> => {
    const body = await outward.bodyTo(beneficiary, account);
    await outward.send(body);
    return { reference: String(body.transactionReference), name: String(body.beneficiaryAccountName) };
  };

  beforeAll(async () => {
    outward = await OutwardApp.start();
    account = outward.app.sandbox.accounts[0]!.accountNumber;
    await outward.app.rows(`UPDATE customer SET email = 'adaeze@example.com' WHERE phone_number = '+2348030000001'`);
  });
  beforeEach(() => outward.configure({ NOTIFICATIONS_ENABLED: 'true' }));
  afterAll(() => outward.close());

  it('notify the sender of the beneficiary once the money has arrived', async () => {
    const { reference, name } = await send('9900000008');
    expect(await jobs(reference)).toEqual([]);
    await eventually(async () => expect(await outward.status(reference)).toBe('Processed'));
    await eventually(async () => expect(messages(reference)).toHaveLength(1));
    expect(messages(reference)[0]).toMatch(
      new RegExp(
        `^\\+2348030000001: Debit NGN100\\.00 on \\*{6}\\d{4} to ${name}, 9900000008, GTBANK PLC\\. Rent\\. Ref ${reference}\\..*Balance: NGN`,
      ),
    );
    expect(await jobs(reference)).toMatchObject([
      {
        payload: {
          email: 'adaeze@example.com',
          facts: {
            event: 'transfer.debit',
            metadata: { processing_status: 'Processed', account_name_to: name, bank_to: 'GTBANK PLC' },
          },
        },
      },
    ]);
    expect(JSON.stringify(await jobs(reference))).not.toContain('bvn');
  });

  it('notify the sender that the money was returned', async () => {
    const { reference, name } = await send('9900000001');
    await eventually(async () => expect(messages(reference)).toHaveLength(1));
    expect(messages(reference)[0]).toContain(`Reversed: NGN100.00 is back on`);
    expect(messages(reference)[0]).toContain(`${name}, 9900000001, GTBANK PLC failed`);
    expect(await jobs(reference)).toMatchObject([{ payload: { facts: { event: 'transfer.reversed' } } }]);
  });

  it('are not queued for an institution with notifications disabled', async () => {
    await outward.configure({ NOTIFICATIONS_ENABLED: null });
    const { reference } = await send('3600000001');
    expect(await outward.status(reference)).toBe('Processed');
    expect(await jobs(reference)).toEqual([]);
  });
});
