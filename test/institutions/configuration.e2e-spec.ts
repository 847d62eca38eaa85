import type { Response } from 'supertest';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { InstitutionSettings } from '../../src/institutions/settings/institution-settings';
import { SettingCatalogue } from '../../src/institutions/settings/setting-catalogue';
import { addSecondInstitution } from '../auth/second-institution';
import { codeOf, dataOf } from '../support/answers';
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

  const ask = (key: string, value: unknown, as = token): Promise<Response> =>
    app.put(`${PATH}/${key}`, { value }, { token: as });
  const set = (key: string, value: unknown, as = token): Promise<Response> => app.approved(ask(key, value, as));
  const remove = (key: string): Promise<Response> => app.approved(app.delete(`${PATH}/${key}`, { token }));
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
      needsSecondPerson: true,
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
    for (const table of ['institution_setting', 'audit_log', 'request_claim', 'approval']) {
      expect([
        table,
        await app.rows(`SELECT 1 FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`, [SECRET]),
      ]).toStrictEqual([table, []]);
    }
    await set(key, 'another secret');
    await remove(key);
    const entries = await app.rows<{ action: string; details: Record<string, unknown> }>(
      `SELECT action, details FROM audit_log WHERE subject = $1 ORDER BY at, id`,
      [`configuration:${key}`],
    );
    expect(entries.map(({ action, details: { before, after } }) => [action, before, after])).toStrictEqual([
      ['configuration.set', { [key]: null }, { [key]: 'set' }],
      ['configuration.set', { [key]: 'set' }, { [key]: 'changed' }],
      ['configuration.remove', { [key]: 'set' }, { [key]: 'cleared' }],
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

  it('calls a listener in the transaction of a change, and of its trial', async () => {
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
      [1, 'https://bills.example'],
      [1, 'https://refused.example'],
      [1, undefined],
      [1, undefined],
    ]);
  });

  it('declares for every secret where it is sent, and which keys one person may change', () => {
    const definitions = app.app.get(SettingCatalogue, { strict: false }).list();
    expect(definitions.filter(({ secret, sentTo }) => secret && !sentTo).map(({ key }) => key)).toStrictEqual([
      'INWARD_TRANSFER_GATEWAY_KEY',
      'RECEIPT_CODE_SECRET',
      'RECOVERY_PARTNER_WEBHOOK_SECRET',
    ]);
    const keys = definitions.map(({ key }) => key);
    expect(definitions.flatMap(({ sentTo = [] }) => sentTo).filter((key) => !keys.includes(key!))).toStrictEqual([]);
    expect(definitions.filter(({ onePerson }) => onePerson).map(({ key }) => key)).toStrictEqual([
      'EMAIL_FROM',
      'LETTERHEAD_ADDRESS',
      'LETTERHEAD_CONTACT',
      'LETTERHEAD_DEPOSIT_INSURANCE',
      'LETTERHEAD_LICENCE',
      'SMS_SENDER_ID',
    ]);
  });

  describe('with two people', () => {
    const waiting = (answer: Response): number => dataOf<{ approvalId: number }>(answer, 202).approvalId;
    const approve = async (approvalId: number): Promise<Response> =>
      app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token: await app.staff('secondAdministrator') });
    const changeOf = async (approvalId: number): Promise<object> =>
      (await app.get(`/api/admin/v1/approvals/${approvalId}`, {}, { token })).body.data.change;
    const askAll = (changes: object[]): Promise<Response> => app.put(PATH, { changes }, { token });
    const TRANSFER = {
      TRANSFER_BASE_URL: 'https://transfers.example/v1',
      TRANSFER_SHARED_GATEWAY_KEY: SECRET,
      TRANSFER_PROVIDER_PROVIDERH_AUTH_JSON: `{"clientSecret":"${SECRET}"}`,
    };
    beforeEach(() => app.configure(TRANSFER));
    const stored = async (): Promise<(string | undefined)[]> => {
      const values = await settings.getMany(1, Object.keys(TRANSFER));
      return Object.keys(TRANSFER).map((key) => values[key]);
    };

    it.each([
      ['API_BYPASS_APPROVALS', 'true'],
      ['AML_SCREENING_ENABLED', 'false'],
      ['TRANSFER_BASE_URL', 'https://thief.example'],
      ['TRANSFER_FEE_INCOME_LEDGER_CODE', '2070'],
      ['KYC_LIMITS_ENABLED', 'true'],
      ['EMAIL_SMTP_HOST', 'mail.thief.example'],
    ])('%s is not changed by one', async (key, value) => {
      const before = await settings.get(1, key);
      const approvalId = waiting(await ask(key, value));
      expect(codeOf(await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token }))).toStrictEqual([
        403,
        'MAKER_CANNOT_APPROVE',
      ]);
      settings.forget(1);
      expect(await settings.get(1, key)).toBe(before);
      waiting(await app.delete(`${PATH}/TRANSFER_BASE_URL`, { token }));
    });

    it('a text of the letterhead is changed by one, and the same value needs nobody', async () => {
      expect((await ask('LETTERHEAD_ADDRESS', '1 Marina')).body.data).toMatchObject({ value: '1 Marina' });
      expect((await ask('TRANSFER_BASE_URL', TRANSFER.TRANSFER_BASE_URL)).status).toBe(200);
      expect(codeOf(await askAll([{ key: 'LETTERHEAD_ADDRESS', value: null }]))).toStrictEqual([200, undefined]);
      waiting(
        await askAll([
          { key: 'LETTERHEAD_ADDRESS', value: '2 Marina' },
          { key: 'API_BYPASS_APPROVALS', value: 'true' },
        ]),
      );
      expect(await settings.get(1, 'LETTERHEAD_ADDRESS')).toBeUndefined();
    });

    it('another host of a provider clears its secrets, also in parts, but another path does not', async () => {
      const moved = waiting(await ask('TRANSFER_BASE_URL', 'https://thief.example'));
      expect(await changeOf(moved)).toStrictEqual({
        target: 'keys',
        before: {
          TRANSFER_BASE_URL: TRANSFER.TRANSFER_BASE_URL,
          TRANSFER_SHARED_GATEWAY_KEY: 'set',
          TRANSFER_PROVIDER_PROVIDERH_AUTH_JSON: 'set',
        },
        after: {
          TRANSFER_BASE_URL: 'https://thief.example',
          TRANSFER_SHARED_GATEWAY_KEY: 'cleared',
          TRANSFER_PROVIDER_PROVIDERH_AUTH_JSON: 'cleared',
        },
      });
      expect((await approve(moved)).status).toBe(200);
      expect(await stored()).toStrictEqual(['https://thief.example', undefined, undefined]);
      await app.configure(TRANSFER);
      await app.configure({ TRANSFER_BASE_URL: null });
      await app.configure({ TRANSFER_BASE_URL: 'https://thief.example' });
      expect(await stored()).toStrictEqual(['https://thief.example', undefined, undefined]);
      await app.configure(TRANSFER);
      await app.configure({ TRANSFER_BASE_URL: 'https://transfers.example/v2' });
      expect(await stored()).toStrictEqual(['https://transfers.example/v2', ...Object.values(TRANSFER).slice(1)]);
    });

    it('another host keeps the secrets that the same change sets', async () => {
      await app.configure({
        TRANSFER_BASE_URL: 'https://new.example',
        TRANSFER_SHARED_GATEWAY_KEY: 'a new key for the new host',
      });
      expect(await stored()).toStrictEqual(['https://new.example', 'a new key for the new host', undefined]);
    });

    it('a secret that is stored while a new host waits does not go there', async () => {
      await app.configure({ TRANSFER_SHARED_GATEWAY_KEY: null });
      const moved = waiting(await ask('TRANSFER_BASE_URL', 'https://thief.example'));
      await app.configure({ TRANSFER_SHARED_GATEWAY_KEY: SECRET });
      expect(codeOf(await approve(moved))).toStrictEqual([409, 'CHANGE_OUTDATED']);
    });

    it('a secret that was replaced since makes a waiting change outdated', async () => {
      const first = waiting(await ask('TRANSFER_SHARED_GATEWAY_KEY', 'the first of two keys'));
      const second = waiting(await ask('TRANSFER_SHARED_GATEWAY_KEY', 'the second of two keys'));
      expect((await approve(second)).status).toBe(200);
      expect(codeOf(await approve(first))).toStrictEqual([409, 'CHANGE_OUTDATED']);
      expect((await stored())[1]).toBe('the second of two keys');
    });

    it.each([
      ['no change', { changes: [] }],
      [
        'a key twice',
        {
          changes: [
            { key: 'VAT_RATE', value: '0' },
            { key: 'VAT_RATE', value: '1' },
          ],
        },
      ],
      ['a change without a value', { changes: [{ key: 'VAT_RATE' }] }],
      ['too many changes', { changes: Array.from({ length: 51 }, (_, n) => ({ key: `K${n}`, value: '1' })) }],
    ])('%s is refused', async (_, body) => {
      expect(codeOf(await app.put(PATH, body, { token }))).toStrictEqual([400, 'VALIDATION_FAILED']);
    });

    it('one wrong value refuses the whole set', async () => {
      const changes = [
        { key: 'VAT_RATE', value: '0.1' },
        { key: 'STAMP_DUTY_AMOUNT', value: 'much' },
      ];
      expect(codeOf(await askAll(changes))).toStrictEqual([422, 'CONFIGURATION_VALUE_REFUSED']);
    });
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
