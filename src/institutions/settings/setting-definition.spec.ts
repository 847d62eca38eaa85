import { baseSettings, providerKey, PROVIDERS } from './base-settings';
import { SettingCatalogue } from './setting-catalogue';
import { settingViolation } from './setting-definition';

const catalogue = new SettingCatalogue();
const complaint = (key: string, value: string): string | undefined => settingViolation(catalogue.find(key)!, value);

describe('the configuration keys', () => {
  it.each([
    ...['BILLS_PAYMENT', 'TRANSFER', 'CARD'].flatMap((name) => [
      `${name}_ENABLED`,
      `${name}_BASE_URL`,
      `${name}_DEFAULT_PROVIDER`,
      `${name}_SHARED_GATEWAY_KEY`,
    ]),
    'BILLS_PAYMENT_DEFAULT_LEDGER_CODE',
    'BILLS_PAYMENT_NOTIFICATION_PHONE',
    'BILLS_PAYMENT_NOTIFICATION_EMAIL',
    'TRANSFER_DEFAULT_LEDGER_CODE',
    'CARD_ISSUANCE_CHARGE',
    'CARD_ISSUANCE_CHARGE_LEDGER_CODE',
    'CARD_TRANSACTION_SETTLEMENT_LEDGER_CODE',
    ...['A', 'C', 'D', 'E', 'F', 'G'].flatMap((letter) =>
      ['ENABLED', 'AUTH_JSON', 'HEADERS_JSON', 'AUTHORIZATION', 'LEDGER_CODE'].map(
        (part) => `BILLS_PAYMENT_PROVIDER_PROVIDER${letter}_${part}`,
      ),
    ),
    ...['H', 'A'].flatMap((letter) =>
      ['ENABLED', 'AUTH_JSON', 'HEADERS_JSON', 'LEDGER_CODE'].map(
        (part) => `TRANSFER_PROVIDER_PROVIDER${letter}_${part}`,
      ),
    ),
    ...['B', 'A'].flatMap((letter) =>
      ['ENABLED', 'HEADERS_JSON'].map((part) => `CARD_PROVIDER_PROVIDER${letter}_${part}`),
    ),
    'API_BYPASS_APPROVALS',
  ])('have %s of the specification', (key) => {
    expect(catalogue.find(key)).toBeDefined();
  });

  it('are off by default where they turn something on', () => {
    const switches = catalogue.list().filter(({ type }) => type === 'boolean');
    expect(switches.length).toBeGreaterThan(15);
    for (const { key, default: byDefault } of switches) expect([key, byDefault]).toStrictEqual([key, 'false']);
  });

  it('are secret where they hold credentials', () => {
    for (const { key, secret } of catalogue.list())
      expect([key, secret]).toStrictEqual([key, /_(KEY|AUTH_JSON|HEADERS_JSON|AUTHORIZATION|SECRET)$/.test(key)]);
  });

  it('have defaults that they would accept', () => {
    for (const definition of baseSettings)
      if (definition.default !== undefined)
        expect([definition.key, settingViolation(definition, definition.default)]).toStrictEqual([
          definition.key,
          undefined,
        ]);
  });

  it('cannot be registered twice', () => {
    expect(() => new SettingCatalogue().register([catalogue.find('CARD_ENABLED')!])).toThrow(
      'The configuration key CARD_ENABLED is registered twice',
    );
  });

  it('name the keys of a provider', () => {
    expect(providerKey('TRANSFER', PROVIDERS.TRANSFER[0], 'AUTH_JSON')).toBe('TRANSFER_PROVIDER_PROVIDERH_AUTH_JSON');
  });
});

describe('settingViolation of machines and choices', () => {
  const of = (type: 'host' | 'port' | 'choice', value: string): string | undefined =>
    settingViolation({ key: 'X', type, secret: false, description: 'x', allowed: ['none', 'tls'] }, value);

  it.each([
    ['host', 'mail.example.com'],
    ['host', 'localhost'],
    ['host', '192.0.2.1'],
    ['host', '2001:db8::1'],
    ['port', '1'],
    ['port', '65535'],
    ['choice', 'tls'],
  ] as const)('accepts the %s %s', (type, value) => {
    expect(of(type, value)).toBeUndefined();
  });

  it.each([
    ['host', 'mail.example.com:25'],
    ['host', 'https://mail.example.com'],
    ['host', 'user@mail.example.com'],
    ['host', '-mail.example.com'],
    ['host', 'mail..example.com'],
    ['host', 'mail.example.com\n'],
    ['host', 'a'.repeat(64)],
    ['port', '0'],
    ['port', '65536'],
    ['port', '25 '],
    ['choice', 'ssl'],
  ] as const)('refuses the %s %j', (type, value) => {
    expect(of(type, value)).toMatch(/^must be /);
  });
});

describe('settingViolation', () => {
  it.each([
    ['CARD_ENABLED', 'true'],
    ['CARD_ENABLED', 'false'],
    ['CARD_BASE_URL', 'https://cards.example/v1'],
    ['CARD_BASE_URL', 'http://localhost:4100'],
    ['CARD_DEFAULT_PROVIDER', 'providerb'],
    ['CARD_ISSUANCE_CHARGE', '1000'],
    ['CARD_ISSUANCE_CHARGE', '0.50'],
    ['CARD_ISSUANCE_CHARGE_LEDGER_CODE', '4010-01'],
    ['CARD_PROVIDER_PROVIDERB_HEADERS_JSON', '{"x-api-key":"abc","x-empty":""}'],
    ['TRANSFER_PROVIDER_PROVIDERH_AUTH_JSON', '{"clientId":"a","scopes":["b"]}'],
    ['BILLS_PAYMENT_NOTIFICATION_PHONE', '+2348030000000'],
    ['BILLS_PAYMENT_NOTIFICATION_EMAIL', 'ops@bank.example'],
    ['AML_RELEASE_VALIDITY_DAYS', '30'],
    ['VAT_RATE', '0'],
    ['VAT_RATE', '0.075'],
    ['VAT_RATE', '1'],
    ['CARD_SHARED_GATEWAY_KEY', 'anything at all'],
  ])('accepts %s = %s', (key, value) => {
    expect(complaint(key, value)).toBeUndefined();
  });

  it.each([
    ['CARD_ENABLED', 'yes'],
    ['CARD_ENABLED', 'TRUE'],
    ['CARD_ENABLED', ' true'],
    ['CARD_ENABLED', 'true\n'],
    ['CARD_BASE_URL', 'cards.example'],
    ['CARD_BASE_URL', 'file:///etc/passwd'],
    ['CARD_BASE_URL', 'https://user:pass@cards.example'],
    ['CARD_DEFAULT_PROVIDER', 'providerh'],
    ['CARD_ISSUANCE_CHARGE', '-1'],
    ['CARD_ISSUANCE_CHARGE', '1e3'],
    ['CARD_ISSUANCE_CHARGE', '1.005'],
    ['CARD_ISSUANCE_CHARGE_LEDGER_CODE', "4010' OR 1=1"],
    ['CARD_PROVIDER_PROVIDERB_HEADERS_JSON', '{"x-api-key":1}'],
    ['CARD_PROVIDER_PROVIDERB_HEADERS_JSON', '{"x-api-key":"a\\r\\nhost: b"}'],
    ['CARD_PROVIDER_PROVIDERB_HEADERS_JSON', '{"bad name":"a"}'],
    ['TRANSFER_PROVIDER_PROVIDERH_AUTH_JSON', '[]'],
    ['TRANSFER_PROVIDER_PROVIDERH_AUTH_JSON', 'null'],
    ['TRANSFER_PROVIDER_PROVIDERH_AUTH_JSON', '{'],
    ['BILLS_PAYMENT_NOTIFICATION_PHONE', '080-3000'],
    ['BILLS_PAYMENT_NOTIFICATION_EMAIL', 'ops'],
    ['AML_RELEASE_VALIDITY_DAYS', '0'],
    ['AML_RELEASE_VALIDITY_DAYS', '1.5'],
    ['VAT_RATE', '7.5'],
    ['VAT_RATE', '1.1'],
    ['CARD_SHARED_GATEWAY_KEY', ''],
  ])('refuses %s = %j', (key, value) => {
    expect(complaint(key, value)).toMatch(/^must /);
  });

  it('refuses more than ten thousand characters', () => {
    expect(
      [10_000, 10_001].map((length) => complaint('CARD_SHARED_GATEWAY_KEY', 'x'.repeat(length)) === undefined),
    ).toStrictEqual([true, false]);
  });
});
