import { JwtService } from '@nestjs/jwt';
import { TOTP } from 'otpauth';
import { Client } from 'pg';
import request from 'supertest';
import { AppModule } from '../../src/app.module';
import { ApprovalDecisions } from '../../src/approvals/approval-decisions';
import { SecondFactors } from '../../src/auth/second-factor/second-factors';
import { Tokens } from '../../src/auth/tokens';
import { Keyring } from '../../src/common/crypto/keyring';
import { SecretBox } from '../../src/common/crypto/secret-box';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { createHttpApp } from '../../src/common/http/http-app';
import { Clock } from '../../src/common/time/clock';
import { ConfigurationChanges } from '../../src/institutions/changes/configuration-changes';
import { GatewayKeys } from '../../src/institutions/integrations/gateway-keys';
import { InstitutionSettings } from '../../src/institutions/settings/institution-settings';
import { SettingCatalogue } from '../../src/institutions/settings/setting-catalogue';
import { Staff } from '../../src/institutions/staff/staff.entity';
import { Message } from '../../src/messaging/message.entity';
import { Messages } from '../../src/messaging/messages';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { testConfig } from '../support/test-config';

const INSTITUTION_ID = 1;
const NEW_KEY = Buffer.alloc(32, 9);
const LATER_KEY = Buffer.alloc(32, 11);
const SESSION_ID = 7_000_000_000_001;
const SESSION = { id: SESSION_ID, expiresAt: new Date(), tokenSince: null };
const FACTOR_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const GATEWAY_KEY = 'CARD_SHARED_GATEWAY_KEY';
const SECRETS = {
  [GATEWAY_KEY]: 'shared-with-the-card-middleware',
  TRANSFER_PROVIDER_PROVIDERH_AUTH_JSON: '{"clientId":"a","clientSecret":"b"}',
};

describe('rotation of the master key', () => {
  let database: TestDatabase;
  let owner: Client;
  let previousKey: Buffer;
  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new Client({ connectionString: database.url });
    await owner.connect();
    previousKey = testConfig(database.url).masterKeys[0]!;
  });
  afterAll(async () => {
    await owner.end();
    await database.drop();
  });

  /** Runs a process with these keys, the current one first. */
  async function withKeys<T>(
    masterKeys: Buffer[],
    work: (app: Awaited<ReturnType<typeof createHttpApp>>) => Promise<T>,
  ): Promise<T> {
    const config = { ...testConfig(database.url), masterKeys };
    const app = await createHttpApp(AppModule.forRoot(config), config);
    try {
      await app.listen(0, '127.0.0.1');
      return await work(app);
    } finally {
      await app.close();
    }
  }
  const keyIdOf = (masterKey: Buffer): string => new Keyring([masterKey]).deriveAll('any')[0]!.keyId;
  const sealedWith = async (): Promise<string[]> =>
    (
      await owner.query(
        `SELECT split_part(value, '.', 2) AS key_id FROM institution_setting WHERE key = ANY ($1) ORDER BY key`,
        [Object.keys(SECRETS)],
      )
    ).rows.map(({ key_id }) => key_id as string);
  const hashes = async (): Promise<string[]> =>
    (await owner.query(`SELECT key_hash FROM gateway_key_directory WHERE integration = 'card'`)).rows.map(
      ({ key_hash }) => key_hash as string,
    );

  /** Stores the secrets as a process with the previous key did. */
  async function storeSecrets(masterKey = previousKey): Promise<void> {
    await withKeys([masterKey], async (app) => {
      const settings = app.get(InstitutionSettings, { strict: false });
      await app.get(UnitOfWork).run(INSTITUTION_ID, async (tx) => {
        for (const [key, value] of Object.entries(SECRETS))
          await settings.set(tx, INSTITUTION_ID, key, value, 'staff:KEYS');
      });
    });
  }

  /** A session of STF002, for tokens that no process has issued. */
  async function beginSession(): Promise<void> {
    await owner.query(
      `INSERT INTO staff_session (institution_id, id, staff_id, created_at, last_seen_at, expires_at, address, network,
         user_agent, assurance)
       SELECT institution_id, $1, id, now(), now(), now() + interval '1 hour', '127.0.0.1', '127.0.0.1', '', 'password'
         FROM staff WHERE staff_code = 'STF002'`,
      [SESSION_ID],
    );
  }

  /** The second factor of STF003, as a process with the previous key stored it. */
  async function storeSecondFactor(): Promise<void> {
    const [row] = (await owner.query(`SELECT id FROM staff WHERE staff_code = 'STF003'`)).rows as { id: string }[];
    const sealed = new SecretBox(new Keyring([previousKey]), 'second-factors').seal(
      FACTOR_SECRET,
      `${INSTITUTION_ID}|${row!.id}`,
    );
    await owner.query(
      `INSERT INTO staff_second_factor (institution_id, id, staff_id, sealed_secret, created_at, confirmed_at)
       VALUES ($1, $2, $3, $4, now(), now())`,
      [INSTITUTION_ID, SESSION_ID, row!.id, sealed],
    );
  }
  const factorKeyId = async (): Promise<string> =>
    (await owner.query(`SELECT split_part(sealed_secret, '.', 2) AS key_id FROM staff_second_factor`)).rows[0].key_id;

  it('keeps tokens, stored secrets and gateway keys working, and moves them to the new key', async () => {
    await storeSecrets();
    const [oldHash] = await hashes();
    expect(await sealedWith()).toStrictEqual([keyIdOf(previousKey), keyIdOf(previousKey)]);
    const tokens = (masterKey: Buffer): Tokens =>
      new Tokens(new Keyring([masterKey]), new JwtService({}), new Clock(), testConfig(database.url));

    const token = async (masterKey: Buffer): Promise<string> =>
      (await tokens(masterKey).issue('staff', 'STF002', INSTITUTION_ID, new Date(), SESSION)).accessToken;
    await beginSession();
    await storeSecondFactor();

    await withKeys([NEW_KEY, previousKey], async (app) => {
      const url = await app.getUrl();
      const me = async (bearer: string): Promise<number> =>
        (await request(url).get('/api/admin/v1/me').auth(bearer, { type: 'bearer' })).status;
      expect([
        await me(await token(previousKey)),
        await me(await token(NEW_KEY)),
        await me(await token(Buffer.alloc(32, 8))),
      ]).toStrictEqual([200, 200, 401]);
      const [header] = (
        await app.get(Tokens, { strict: false }).issue('staff', 'STF002', INSTITUTION_ID, new Date(), SESSION)
      ).accessToken.split('.');
      expect(JSON.parse(Buffer.from(header!, 'base64url').toString()).kid).toBe(keyIdOf(NEW_KEY));
      await eventually(async () => expect(await sealedWith()).toStrictEqual([keyIdOf(NEW_KEY), keyIdOf(NEW_KEY)]));
      await eventually(async () => expect(await factorKeyId()).toBe(keyIdOf(NEW_KEY)));
      await expectSecrets(app);
      const { rows } = await owner.query(`SELECT DISTINCT updated_by FROM institution_setting WHERE key = ANY ($1)`, [
        Object.keys(SECRETS),
      ]);
      expect(rows).toStrictEqual([{ updated_by: 'staff:KEYS' }]);
    });

    await withKeys([NEW_KEY], async (app) => {
      await expectSecrets(app);
      const member = await app
        .get(UnitOfWork)
        .read(INSTITUTION_ID, (tx) => tx.findOneByOrFail(Staff, { institutionId: INSTITUTION_ID, staffID: 'STF003' }));
      const code = new TOTP({ secret: FACTOR_SECRET }).generate();
      const check = (text: string): Promise<string> =>
        app
          .get(UnitOfWork)
          .run(INSTITUTION_ID, (tx) => app.get(SecondFactors, { strict: false }).check(tx, member, text));
      expect([await check('000000'), await check(code), await check(code)]).toStrictEqual(['wrong', 'right', 'wrong']);
      const me = (bearer: string): request.Test =>
        request(app.getHttpServer()).get('/api/admin/v1/me').auth(bearer, { type: 'bearer' });
      expect([(await me(await token(NEW_KEY))).status, (await me(await token(previousKey))).status]).toStrictEqual([
        200, 401,
      ]);
    });
    expect(await hashes()).not.toContain(oldHash);
  });

  async function expectSecrets(app: Awaited<ReturnType<typeof createHttpApp>>): Promise<void> {
    const settings = app.get(InstitutionSettings, { strict: false });
    expect(await settings.getMany(INSTITUTION_ID, Object.keys(SECRETS))).toStrictEqual(SECRETS);
    expect(await app.get(GatewayKeys, { strict: false }).institutionOf('card', SECRETS[GATEWAY_KEY])).toBe(
      INSTITUTION_ID,
    );
  }

  it('skips secrets of a lost key and re-encrypts the rest', async () => {
    const [lost, kept] = [Buffer.alloc(32, 3), Buffer.alloc(32, 4)];
    const sealed = (masterKey: Buffer, institutionId: number): string =>
      new SecretBox(new Keyring([masterKey]), 'institution-settings').seal('x', `${institutionId}|${GATEWAY_KEY}`);
    await owner.query('DELETE FROM institution_setting; DELETE FROM gateway_key_directory');
    await owner.query(`INSERT INTO institution_directory (institution_id, code) VALUES (2, '90002')`);
    for (const [institutionId, key] of [
      [1, lost],
      [2, kept],
    ] as const) {
      await owner.query(
        `INSERT INTO institution_setting (institution_id, key, value, sealed, updated_by) VALUES ($1, $2, $3, true, 'x')`,
        [institutionId, GATEWAY_KEY, sealed(key, institutionId)],
      );
    }
    const keyIds = async (): Promise<unknown[]> =>
      (
        await owner.query(`SELECT split_part(value, '.', 2) AS key_id FROM institution_setting ORDER BY institution_id`)
      ).rows.map(({ key_id }) => key_id as string);
    await withKeys([NEW_KEY, kept], () =>
      eventually(async () => expect(await keyIds()).toStrictEqual([keyIdOf(lost), keyIdOf(NEW_KEY)])),
    );
  });

  it('covers every stored secret of the catalogue', async () => {
    await withKeys([NEW_KEY], async (app) => {
      const secrets = app
        .get(SettingCatalogue, { strict: false })
        .list()
        .filter(({ secret }) => secret)
        .map(({ key }) => key);
      expect(secrets).toEqual(expect.arrayContaining(Object.keys(SECRETS)));
      const unmarked = app
        .get(SettingCatalogue, { strict: false })
        .list()
        .filter(({ secret, type }) => !secret && type !== 'boolean')
        .filter(({ key }) => /(SECRET|PASSWORD|AUTH_JSON|_KEY|TOKEN|HEADERS?_JSON)/.test(key));
      expect(unmarked.map(({ key }) => key)).toEqual([]);
    });
  });

  it('moves secrets that wait: in messages that are not sent and in changes for a second person', async () => {
    const key = 'TRANSFER_PROVIDER_PROVIDERH_AUTH_JSON';
    const secret = '{"clientId":"c","clientSecret":"d"}';
    const messageId = 7_000_000_000_002;
    const sealedMessage = new SecretBox(new Keyring([NEW_KEY]), 'messages').seal('123456', `1|${messageId}`);
    await owner.query('DELETE FROM institution_setting; DELETE FROM gateway_key_directory');
    await storeSecrets(NEW_KEY);
    await owner.query(
      `INSERT INTO message (institution_id, id, channel, status, recipient, body, sealed, is_html, attachments,
         requested_by, attempts, created_at)
       VALUES (1, $1, 'sms', 'Queued', '+2348012345678', $2, true, false, '[]', 'staff:KEYS', 0, now())`,
      [messageId, sealedMessage],
    );
    const asked = await withKeys([NEW_KEY], (app) =>
      app.get(UnitOfWork).run(INSTITUTION_ID, async (tx) => {
        const write = {
          institutionId: INSTITUTION_ID,
          actor: 'staff:STF001',
          endpoint: 'PUT /x',
          requestReference: undefined,
        };
        const { data } = await app.get(ConfigurationChanges, { strict: false }).ask(tx, write, {
          operation: 'change-configuration',
          target: 'keys',
          after: {
            [key]: { secret: app.get(InstitutionSettings, { strict: false }).seal(INSTITUTION_ID, key, secret) },
          },
        });
        return (data as { approvalId: number }).approvalId;
      }),
    );
    const keyIds = async (): Promise<unknown> =>
      (
        await owner.query(
          `SELECT split_part(m.body, '.', 2) AS message, split_part(a.details -> 'after' -> $2 ->> 'secret', '.', 2) AS change
             FROM message m, approval a WHERE m.id = $1 AND a.id = $3`,
          [messageId, key, asked],
        )
      ).rows[0];
    const [before, after] = [keyIdOf(NEW_KEY), keyIdOf(LATER_KEY)];
    expect(await keyIds()).toEqual({ message: before, change: before });
    await withKeys([LATER_KEY, NEW_KEY], () =>
      eventually(async () => {
        expect(await keyIds()).toEqual({ message: after, change: after });
        expect(await sealedWith()).toStrictEqual([after, after]);
      }),
    );
    await withKeys([LATER_KEY], async (app) => {
      const decide = app.get(UnitOfWork).run(INSTITUTION_ID, (tx) =>
        app.get(ApprovalDecisions, { strict: false }).decide(tx, {
          institutionId: INSTITUTION_ID,
          approvalId: asked,
          staff: {
            kind: 'staff',
            institutionId: INSTITUTION_ID,
            id: 'STF002',
            permissions: new Set(['manage-configuration', 'view-approvals']),
          },
          verdict: 'Approved',
        }),
      );
      expect((await decide).approval.status).toBe('Approved');
      const settings = app.get(InstitutionSettings, { strict: false });
      settings.forget(INSTITUTION_ID);
      expect(await settings.getMany(INSTITUTION_ID, [key])).toEqual({ [key]: secret });
      const message = await app
        .get(UnitOfWork)
        .read(INSTITUTION_ID, (tx) => tx.findOneByOrFail(Message, { institutionId: INSTITUTION_ID, id: messageId }));
      expect(app.get(Messages, { strict: false }).bodyOf(message)).toBe('123456');
    });
  });
});
