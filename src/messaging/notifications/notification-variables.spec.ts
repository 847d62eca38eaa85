import { maskAccount, type NotificationFacts, notificationVariables } from './notification-variables';

const institution = { name: 'Sandbox Bank', timeZone: 'Africa/Lagos' };
const FACTS: NotificationFacts = {
  event: 'transfer.debit',
  accountNumber: '1000000011',
  amountKobo: '150000',
  balanceKobo: '123456789',
  reference: 'REF-1',
  at: '2026-11-21T23:30:00.000Z',
  metadata: {
    account_name_to: 'Ada Obi',
    account_number_to: '0123456789',
    account_number_from: '1000000011',
    bank_to: 'Other Bank',
    originator_bvn: '22123456789',
    session_id: null,
  },
};

describe('notificationVariables', () => {
  it("have metadata, masked account numbers and the time in the institution's time zone", () => {
    expect(notificationVariables(FACTS, { institution, channel: 'sms' })).toMatchObject({
      account_name_to: 'Ada Obi',
      account_number_to: '0123456789',
      account_number_from: '******0011',
      bank_to: 'Other Bank',
      session_id: '',
      name_enquiry_ref: '',
      amount: 'NGN1,500.00',
      balance: 'NGN1,234,567.89',
      account: '******0011',
      date: '2026-11-22 00:30',
      reference: 'REF-1',
      institution: 'Sandbox Bank',
    });
  });

  it('have the naira sign in e-mails only', () => {
    expect(notificationVariables(FACTS, { institution, channel: 'email' })).toMatchObject({
      amount: '₦1,500.00',
      balance: '₦1,234,567.89',
    });
  });

  it('never have a BVN or a field of another event', () => {
    const variables = notificationVariables(
      { ...FACTS, metadata: { ...FACTS.metadata, token: '1234', amount: 'free', pin: '1' } },
      { institution, channel: 'sms' },
    );
    expect(JSON.stringify(variables)).not.toContain('22123456789');
    expect(variables).not.toHaveProperty('token');
    expect(variables).not.toHaveProperty('pin');
    expect(variables.amount).toBe('NGN1,500.00');
  });

  it('are single lines of limited length for any metadata', () => {
    const metadata = {
      account_name_to: 'Ada\r\nBcc: all@example.com\u2028x',
      bank_to: 'x'.repeat(400),
      provider: { nested: true },
      channel: `${'y'.repeat(299)}🙂`,
    };
    expect(notificationVariables({ ...FACTS, metadata }, { institution, channel: 'sms' })).toMatchObject({
      account_name_to: 'Ada Bcc: all@example.com x',
      bank_to: 'x'.repeat(300),
      provider: '',
      channel: `${'y'.repeat(299)}\ufffd`,
    });
  });

  it('are empty where the data is not known', () => {
    const variables = notificationVariables(
      {
        ...FACTS,
        event: 'bills.vended',
        accountNumber: null,
        amountKobo: null,
        balanceKobo: null,
        metadata: { token_units: 32.5 },
      },
      { institution, channel: 'sms' },
    );
    expect(variables).toMatchObject({ account: '', amount: '', balance: '', token: '', token_units: '32.5' });
  });
});

describe('maskAccount', () => {
  it.each([
    ['1000000011', '******0011'],
    ['1010', '1010'],
    ['10', '10'],
  ])('masks %s as %s', (number, shown) => {
    expect(maskAccount(number)).toBe(shown);
  });
});
