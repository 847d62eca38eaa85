import type { Response } from 'supertest';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { GatewayKeys } from '../../src/institutions/integrations/gateway-keys';
import { Integrations } from '../../src/institutions/integrations/integrations';
import { InstitutionSettings } from '../../src/institutions/settings/institution-settings';
import { addSecondInstitution } from '../auth/second-institution';
import { TestApp } from '../support/app';

const PATH = '/api/admin/v1/configuration';
const TRANSFER = {
  TRANSFER_ENABLED: 'true',
  TRANSFER_BASE_URL: 'https://middleware.example/base',
  TRANSFER_DEFAULT_LEDGER_CODE: '1030',
  TRANSFER_PROVIDER_PROVIDERH_ENABLED: 'true',
  TRANSFER_PROVIDER_PROVIDERH_AUTH_JSON: '{"clientId":"id","clientSecret":"marker-secret"}',
};

describe('integrations', () => {
  let app: TestApp;
  let administrator: string;
  let integrations: Integrations;
  let keys: GatewayKeys;
  beforeAll(async () => {
    app = await TestApp.start();
    administrator = await app.staff('administrator');
    integrations = app.app.get(Integrations, { strict: false });
    keys = app.app.get(GatewayKeys, { strict: false });
    await addSecondInstitution(app);
  });
  afterAll(() => app.close());

  const set = (key: string, value: string): Promise<Response> =>
    app.approved(app.put(`${PATH}/${key}`, { value }, { token: administrator }));
  const setAll = (values: Record<string, string>): Promise<void> => app.configure(values);
  const remove = (key: string): Promise<Response> =>
    app.approved(app.delete(`${PATH}/${key}`, { token: administrator }));
  const shown = async (
    name: string,
  ): Promise<{
    enabled: boolean;
    complete: boolean;
    missing: string[];
    defaultProvider: string | null;
    providers: object[];
  }> =>
    (await app.get(`${PATH}/integrations`, {}, { token: administrator })).body.data.data.find(
      (row: { function: string }) => row.function === name,
    );
  /** Settings of an institution without staff at hand. */
  const setWithin = async (institutionId: number, key: string, value: string): Promise<void> => {
    const settings = app.app.get(InstitutionSettings, { strict: false });
    await app.app.get(UnitOfWork).run(institutionId, (tx) => settings.set(tx, institutionId, key, value, 'test'));
    settings.forget(institutionId);
  };

  it('are all off by default, and staff see what is missing', async () => {
    const { body } = await app.get(`${PATH}/integrations`, {}, { token: administrator });
    expect(
      body.data.data.map((row: { function: string; enabled: boolean; complete: boolean }) => [
        row.function,
        row.enabled,
        row.complete,
      ]),
    ).toEqual([
      ['bills', false, false],
      ['transfer', false, false],
      ['card', false, false],
      ['credit-bureau', false, false],
      ['ai-review', false, false],
    ]);
    expect(await shown('transfer')).toMatchObject({
      defaultProvider: null,
      missing: [
        'TRANSFER_ENABLED',
        'TRANSFER_BASE_URL',
        'TRANSFER_PROVIDER_PROVIDERH_ENABLED or TRANSFER_PROVIDER_PROVIDERA_ENABLED',
      ],
      providers: [{ provider: 'providerh', enabled: false, complete: false }, { provider: 'providera' }],
    });
  });

  it('show a client only that the function is not enabled', async () => {
    await expect(integrations.require(1, 'bills')).rejects.toMatchObject({
      code: 'INTEGRATION_NOT_ENABLED',
      httpStatus: 503,
      message: 'Bill payments are not enabled for your institution.',
    });
  });

  it('need every part of the minimum', async () => {
    await setAll(TRANSFER);
    expect(await shown('transfer')).toMatchObject({
      enabled: true,
      complete: true,
      missing: [],
      defaultProvider: 'providerh',
    });
    for (const key of Object.keys(TRANSFER)) {
      await remove(key);
      await expect(integrations.require(1, 'transfer')).rejects.toMatchObject({ code: 'INTEGRATION_NOT_ENABLED' });
      expect((await shown('transfer')).complete).toBe(false);
      // All of them, because an address takes its secrets with it.
      await setAll(TRANSFER);
    }
    expect((await shown('transfer')).complete).toBe(true);
  });

  it('give address, credentials, key and ledger of the provider, and never show a secret', async () => {
    await setAll({
      ...TRANSFER,
      TRANSFER_SHARED_GATEWAY_KEY: 'shared-transfer-key',
      TRANSFER_PROVIDER_PROVIDERH_HEADERS_JSON: '{"X-One":"1"}',
    });
    expect(await integrations.require(1, 'transfer')).toEqual({
      provider: 'providerh',
      ledgerCode: '1030',
      target: {
        institutionId: 1,
        provider: 'providerh',
        baseUrl: 'https://middleware.example/base',
        gatewayKey: 'shared-transfer-key',
        headers: { 'X-One': '1' },
        auth: { clientId: 'id', clientSecret: 'marker-secret' },
      },
    });
    await set('TRANSFER_PROVIDER_PROVIDERH_LEDGER_CODE', '1020');
    expect((await integrations.require(1, 'transfer')).ledgerCode).toBe('1020');
    const { text } = await app.get(`${PATH}/integrations`, {}, { token: administrator });
    expect(text).not.toMatch(/marker-secret|shared-transfer-key/);
  });

  it('take a named provider only when it is switched on and complete', async () => {
    await setAll(TRANSFER);
    await expect(integrations.require(1, 'transfer', 'providera')).rejects.toMatchObject({
      code: 'INTEGRATION_NOT_ENABLED',
    });
    await expect(integrations.require(1, 'transfer', 'providerb')).rejects.toMatchObject({
      code: 'INTEGRATION_NOT_ENABLED',
    });
    await setAll({ TRANSFER_PROVIDER_PROVIDERA_ENABLED: 'true', TRANSFER_PROVIDER_PROVIDERA_HEADERS_JSON: '{}' });
    expect((await integrations.require(1, 'transfer', 'providera')).provider).toBe('providera');
    expect((await integrations.require(1, 'transfer')).provider).toBe('providerh');
    await set('TRANSFER_DEFAULT_PROVIDER', 'providera');
    expect((await integrations.require(1, 'transfer')).provider).toBe('providera');
    await remove('TRANSFER_DEFAULT_PROVIDER');
  });

  it('still reach the provider of a payment in progress after the function was switched off', async () => {
    await setAll({ ...TRANSFER, TRANSFER_ENABLED: 'false', TRANSFER_PROVIDER_PROVIDERH_ENABLED: 'false' });
    await expect(integrations.require(1, 'transfer')).rejects.toMatchObject({ code: 'INTEGRATION_NOT_ENABLED' });
    expect(await integrations.findForCompletion(1, 'transfer', 'providerh')).toMatchObject({
      baseUrl: 'https://middleware.example/base',
      provider: 'providerh',
    });
    await remove('TRANSFER_BASE_URL');
    expect(await integrations.findForCompletion(1, 'transfer', 'providerh')).toBeUndefined();
    await setAll(TRANSFER);
  });

  it('send the Authorization header of a bills provider', async () => {
    await setAll({
      BILLS_PAYMENT_ENABLED: 'true',
      BILLS_PAYMENT_BASE_URL: 'https://bills.example',
      BILLS_PAYMENT_DEFAULT_LEDGER_CODE: '2070',
      BILLS_PAYMENT_PROVIDER_PROVIDERC_ENABLED: 'true',
      BILLS_PAYMENT_PROVIDER_PROVIDERC_AUTHORIZATION: 'Bearer abc',
    });
    expect(await integrations.require(1, 'bills')).toMatchObject({
      provider: 'providerc',
      ledgerCode: '2070',
      target: { headers: { authorization: 'Bearer abc' } },
    });
  });

  it('are separate for each institution', async () => {
    await expect(integrations.require(2, 'transfer')).rejects.toMatchObject({ code: 'INTEGRATION_NOT_ENABLED' });
  });

  it('are shown only to staff who may see the configuration', async () => {
    expect((await app.get(`${PATH}/integrations`)).status).toBe(401);
  });

  describe('gateway keys', () => {
    it('lead from a callback to its institution, through changes and removal', async () => {
      expect(await keys.institutionOf('card', 'first-card-key')).toBeUndefined();
      await set('CARD_SHARED_GATEWAY_KEY', 'first-card-key');
      expect(await keys.institutionOf('card', 'first-card-key')).toBe(1);
      expect(await keys.institutionOf('bills', 'first-card-key')).toBeUndefined();
      await set('CARD_SHARED_GATEWAY_KEY', 'second-card-key');
      expect([
        await keys.institutionOf('card', 'first-card-key'),
        await keys.institutionOf('card', 'second-card-key'),
      ]).toEqual([undefined, 1]);
      await setWithin(2, 'CARD_SHARED_GATEWAY_KEY', 'key-of-two');
      expect(await keys.institutionOf('card', 'key-of-two')).toBe(2);
      await remove('CARD_SHARED_GATEWAY_KEY');
      expect([
        await keys.institutionOf('card', 'second-card-key'),
        await keys.institutionOf('card', 'key-of-two'),
      ]).toEqual([undefined, 2]);
    });

    it('are not what the directory holds', async () => {
      await set('CARD_SHARED_GATEWAY_KEY', 'a-key-to-look-for');
      const rows = await app.rows<{ key_hash: string }>('SELECT * FROM gateway_key_directory');
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain('a-key-to-look-for');
    });

    it('belong to one institution, and one may use a key for two functions', async () => {
      await setWithin(2, 'CARD_SHARED_GATEWAY_KEY', 'wanted-by-both');
      const refused = await set('CARD_SHARED_GATEWAY_KEY', 'wanted-by-both');
      expect([refused.status, refused.body.data.statusCode]).toEqual([409, 'GATEWAY_KEY_TAKEN']);
      expect(await keys.institutionOf('card', 'wanted-by-both')).toBe(2);
      await setAll({ CARD_SHARED_GATEWAY_KEY: 'one-for-all', BILLS_PAYMENT_SHARED_GATEWAY_KEY: 'one-for-all' });
      expect([
        await keys.institutionOf('card', 'one-for-all'),
        await keys.institutionOf('bills', 'one-for-all'),
      ]).toEqual([1, 1]);
    });

    it('do not count when the directory is behind the configuration', async () => {
      await set('CARD_SHARED_GATEWAY_KEY', 'key-in-force');
      await app.rows(`DELETE FROM institution_setting WHERE institution_id = 1 AND key = 'CARD_SHARED_GATEWAY_KEY'`);
      app.app.get(InstitutionSettings, { strict: false }).forget(1);
      expect(await keys.institutionOf('card', 'key-in-force')).toBeUndefined();
    });
  });
});
