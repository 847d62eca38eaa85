/** The changes of configuration that direct outward transfers to a simulator at this address. */
export function providerChanges(url: string): { key: string; value: string }[] {
  const settings = {
    TRANSFER_BASE_URL: url,
    TRANSFER_DEFAULT_PROVIDER: 'providerh',
    TRANSFER_DEFAULT_LEDGER_CODE: '1030',
    TRANSFER_PROVIDER_PROVIDERH_ENABLED: 'true',
    TRANSFER_PROVIDER_PROVIDERH_AUTH_JSON: '{"clientId":"x"}',
    TRANSFER_ENABLED: 'true',
  };
  return Object.entries(settings).map(([key, value]) => ({ key, value }));
}
