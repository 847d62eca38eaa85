import request, { type Response } from 'supertest';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { InstitutionSettings } from '../../src/institutions/settings/institution-settings';
import { addSecondInstitution } from '../auth/second-institution';
import { TestApp } from '../support/app';

const PATH = '/api/admin/v1/configuration';
const SECRET = 'marker-of-a-secret-value';

describe('configuration', () => {
  let app: TestApp;
  let token: string;
  let settings: InstitutionSettings;
  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('administrator');
    settings = app.app.get(InstitutionSettings, { strict: false });
  });
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  const set = (key: string, value: unknown, as = token): Promise<Response> =>
    app.put(`${PATH}/${key}`, { value }, { token: as });
  const remove = (key: string): Promise<Response> =>
    Promise.resolve(request(app.url).delete(`${PATH}/${key}`).auth(token, { type: 'bearer' }));
  const shown = async (key: string): Promise<object | undefined> =>
    (await app.get(PATH, {}, { token })).body.data.data.find((row: { key: string }) => row.key === key);

  it('shows every key with its default', async () => {
    const { body } = await app.get(PATH, {}, { token });
    expect(body.data.recordCount).toBe(body.data.data.length);
    expect(body.data.recordCount).toBeGreaterThan(65);
    expect(await shown('TRANSFER_DEFAULT_PROVIDER')).toStrictEqual({
      key: 'TRANSFER_DEFAULT_PROVIDER',
      type: 'provider',
      description: 'Provider of requests that name none.',
      secret: false,
      isSet: false,
      value: null,
      default: null,
      allowed: ['providerh', 'providera'],
      updatedBy: null,
      updatedAt: null,
    });
    expect(await shown('API_BYPASS_APPROVALS')).toMatchObject({ isSet: false, value: 'false', default: 'false' });
  });

  it('sets a value, effective at once, and removes it', async () => {
    expect(await settings.getBoolean(1, 'TRANSFER_ENABLED')).toBe(false);
    const answer = await set('TRANSFER_ENABLED', 'true');
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { key: 'TRANSFER_ENABLED', isSet: true, value: 'true', updatedBy: 'staff:STF005' },
    ]);
    expect(await settings.getBoolean(1, 'TRANSFER_ENABLED')).toBe(true);
    expect((await set('TRANSFER_ENABLED', 'false')).body.data.value).toBe('false');
    expect(await settings.getBoolean(1, 'TRANSFER_ENABLED')).toBe(false);
    await set('TRANSFER_ENABLED', 'true');
    expect((await remove('TRANSFER_ENABLED')).body.data).toMatchObject({
      isSet: false,
      value: 'false',
      updatedBy: null,
    });
    expect(await settings.getMany(1, ['TRANSFER_ENABLED', 'VAT_RATE', 'TRANSFER_BASE_URL'])).toStrictEqual({
      TRANSFER_ENABLED: 'false',
      VAT_RATE: '0.075',
      TRANSFER_BASE_URL: undefined,
    });
  });

  it('encrypts and masks a secret, and keeps it out of claims and the audit log', async () => {
    const key = 'TRANSFER_SHARED_GATEWAY_KEY';
    expect((await set(key, SECRET)).body.data).toMatchObject({ secret: true, isSet: true, value: '********' });
    expect(await shown(key)).toMatchObject({ value: '********' });
    expect(await settings.get(1, key)).toBe(SECRET);
    const inTransaction = await app.app.get(UnitOfWork).read(1, (tx) => settings.getWithin(tx, 1, key));
    expect(inTransaction).toBe(SECRET);
    for (const table of ['institution_setting', 'audit_log', 'request_claim']) {
      expect([
        table,
        await app.rows(`SELECT 1 FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`, [SECRET]),
      ]).toStrictEqual([table, []]);
    }
    expect(await app.rows(`SELECT details FROM audit_log WHERE subject = $1`, [`configuration:${key}`])).toStrictEqual([
      { details: {} },
    ]);
  });

  it('cannot open a secret that was copied to another institution or key', async () => {
    const second = await addSecondInstitution(app);
    await set('CARD_SHARED_GATEWAY_KEY', SECRET);
    await app.database.query(
      `INSERT INTO institution_setting (institution_id, key, value, sealed, updated_by) SELECT $1, key, value, sealed, 'thief' FROM institution_setting WHERE key = 'CARD_SHARED_GATEWAY_KEY'`,
      [second.institutionId],
    );
    await expect(settings.get(second.institutionId, 'CARD_SHARED_GATEWAY_KEY')).rejects.toThrow('another context');
    await app.database.query(
      `INSERT INTO institution_setting (institution_id, key, value, sealed, updated_by) SELECT institution_id, 'BILLS_PAYMENT_SHARED_GATEWAY_KEY', value, sealed, 'thief' FROM institution_setting WHERE institution_id = 1 AND key = 'CARD_SHARED_GATEWAY_KEY'`,
    );
    settings.forget(1);
    await expect(settings.get(1, 'BILLS_PAYMENT_SHARED_GATEWAY_KEY')).rejects.toThrow('another context');
    await app.database.query(`DELETE FROM institution_setting WHERE updated_by = 'thief'`);
  });

  it('sees what another process has set within five seconds', async () => {
    expect(await settings.get(1, 'STAMP_DUTY_AMOUNT')).toBe('50');
    await app.database.query(
      `INSERT INTO institution_setting (institution_id, key, value, updated_by) VALUES (1, 'STAMP_DUTY_AMOUNT', '75', 'another process')`,
    );
    // The cache looks at the time at most once a millisecond.
    await new Promise((resolve) => setTimeout(resolve, 10));
    const realNow = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => realNow() + 5_001);
    expect(await settings.get(1, 'STAMP_DUTY_AMOUNT')).toBe('75');
  });

  it('calls a listener in the transaction of a change', async () => {
    const told: unknown[] = [];
    settings.onChange('BILLS_PAYMENT_BASE_URL', async (tx, institutionId, value) => {
      told.push([institutionId, value]);
      if (value === 'https://refused.example') throw new Error('no');
      await tx.query('SELECT 1');
    });
    await set('BILLS_PAYMENT_BASE_URL', 'https://bills.example');
    expect((await set('BILLS_PAYMENT_BASE_URL', 'https://refused.example')).status).toBe(500);
    expect(await settings.get(1, 'BILLS_PAYMENT_BASE_URL')).toBe('https://bills.example');
    await remove('BILLS_PAYMENT_BASE_URL');
    expect(told).toStrictEqual([
      [1, 'https://bills.example'],
      [1, 'https://refused.example'],
      [1, undefined],
    ]);
  });

  it.each([
    ['an unknown key', 'TRANSFER_NABLED', 'true', 404, 'UNKNOWN_CONFIGURATION_KEY'],
    ['a key of another case', 'transfer_enabled', 'true', 404, 'UNKNOWN_CONFIGURATION_KEY'],
    ['a value of another type', 'TRANSFER_ENABLED', 'yes', 422, 'CONFIGURATION_VALUE_REFUSED'],
    ['a boolean instead of text', 'TRANSFER_ENABLED', true, 400, 'VALIDATION_FAILED'],
    ['an empty value', 'TRANSFER_BASE_URL', '', 400, 'VALIDATION_FAILED'],
  ])('refuses %s', async (_, key, value, status, code) => {
    const answer = await set(key, value);
    expect([answer.status, answer.body.data.statusCode]).toStrictEqual([status, code]);
    if (status === 404) expect((await remove(key)).body.data.statusCode).toBe(code);
  });

  it('requires its own permission', async () => {
    expect((await set('TRANSFER_ENABLED', 'true', await app.staff('maker'))).status).toBe(403);
  });
});
