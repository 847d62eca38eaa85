import { PROVIDERS } from '../settings/base-settings';
import { keysOf } from './integration-functions';
import { readIntegration } from './integration-readiness';

const TRANSFER = {
  TRANSFER_ENABLED: 'true',
  TRANSFER_BASE_URL: 'https://middleware.example',
  TRANSFER_DEFAULT_LEDGER_CODE: '1030',
  TRANSFER_PROVIDER_PROVIDERA_ENABLED: 'true',
  TRANSFER_PROVIDER_PROVIDERA_AUTH_JSON: '{}',
};

describe('readIntegration', () => {
  it('is complete with the minimum of the specification, and takes the provider that is on', () => {
    expect(readIntegration('transfer', TRANSFER)).toMatchObject({
      enabled: true,
      defaultProvider: 'providera',
      missing: [],
    });
  });

  it.each([
    ['TRANSFER_ENABLED', ['TRANSFER_ENABLED']],
    ['TRANSFER_BASE_URL', ['TRANSFER_BASE_URL']],
    ['TRANSFER_DEFAULT_LEDGER_CODE', ['TRANSFER_PROVIDER_PROVIDERA_LEDGER_CODE or TRANSFER_DEFAULT_LEDGER_CODE']],
    [
      'TRANSFER_PROVIDER_PROVIDERA_ENABLED',
      ['TRANSFER_PROVIDER_PROVIDERH_ENABLED or TRANSFER_PROVIDER_PROVIDERA_ENABLED'],
    ],
    [
      'TRANSFER_PROVIDER_PROVIDERA_AUTH_JSON',
      ['TRANSFER_PROVIDER_PROVIDERA_AUTH_JSON or TRANSFER_PROVIDER_PROVIDERA_HEADERS_JSON'],
    ],
  ])('misses %s', (key, missing) => {
    expect(readIntegration('transfer', { ...TRANSFER, [key]: undefined }).missing).toEqual(missing);
  });

  it('is off unless the flag says true', () => {
    expect(readIntegration('transfer', { ...TRANSFER, TRANSFER_ENABLED: 'false' })).toMatchObject({
      enabled: false,
      missing: ['TRANSFER_ENABLED'],
    });
  });

  it('judges the default provider, even when another one would do', () => {
    const { missing, defaultProvider } = readIntegration('transfer', {
      ...TRANSFER,
      TRANSFER_DEFAULT_PROVIDER: 'providerh',
    });
    expect(defaultProvider).toBe('providerh');
    expect(missing).toEqual([
      'TRANSFER_PROVIDER_PROVIDERH_ENABLED',
      'TRANSFER_PROVIDER_PROVIDERH_AUTH_JSON or TRANSFER_PROVIDER_PROVIDERH_HEADERS_JSON',
    ]);
  });

  it("lets a provider's own ledger stand for the default one", () => {
    const values = {
      ...TRANSFER,
      TRANSFER_DEFAULT_LEDGER_CODE: undefined,
      TRANSFER_PROVIDER_PROVIDERA_LEDGER_CODE: '1031',
    };
    expect(readIntegration('transfer', values).missing).toEqual([]);
  });

  it('wants headers and the settlement ledger of cards', () => {
    const values = {
      CARD_ENABLED: 'true',
      CARD_BASE_URL: 'https://x.example',
      CARD_PROVIDER_PROVIDERB_ENABLED: 'true',
    };
    expect(readIntegration('card', values).missing).toEqual([
      'CARD_PROVIDER_PROVIDERB_HEADERS_JSON',
      'CARD_TRANSACTION_SETTLEMENT_LEDGER_CODE',
    ]);
  });

  it('needs an address, credentials and the model of a service without named providers', () => {
    expect(readIntegration('ai-review', { AI_REVIEW_ENABLED: 'true' })).toMatchObject({
      defaultProvider: 'ai-review',
      missing: ['AI_REVIEW_BASE_URL', 'AI_REVIEW_MODEL', 'AI_REVIEW_AUTHORIZATION or AI_REVIEW_HEADERS_JSON'],
    });
  });
});

describe('keysOf', () => {
  it('names every provider of the specification', () => {
    for (const provider of PROVIDERS.BILLS_PAYMENT) {
      for (const part of ['ENABLED', 'AUTH_JSON', 'HEADERS_JSON', 'AUTHORIZATION', 'LEDGER_CODE'])
        expect(keysOf('bills')).toContain(`BILLS_PAYMENT_PROVIDER_${provider.toUpperCase()}_${part}`);
    }
    expect(keysOf('card')).toContain('CARD_TRANSACTION_SETTLEMENT_LEDGER_CODE');
  });
});
