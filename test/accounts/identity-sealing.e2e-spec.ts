import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Client } from 'pg';
import request, { type Response } from 'supertest';
import { numberCondition } from '../../src/accounts/customers/unique-numbers';
import { AppModule } from '../../src/app.module';
import { Keyring } from '../../src/common/crypto/keyring';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { createHttpApp } from '../../src/common/http/http-app';
import { fingerprintOf } from '../../src/common/idempotency/claims';
import { IdentityNumbers } from '../../src/common/identity/identity-numbers';
import { IdentitySealer } from '../../src/common/identity/identity-sealer';
import { type Sandbox, seedSandbox } from '../../src/seed/seed-sandbox';
import { freshReference } from '../support/app';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { testConfig } from '../support/test-config';
import { CREATE_CUSTOMER_ACCOUNT, SEARCH_ACCOUNT, SEARCH_INDIVIDUALS } from './sandbox-accounts';

const NEW_KEY = Buffer.alloc(32, 9);
const PLACES = [
  'customer',
  'due_diligence',
  'entity_metadata',
  'name_enquiry',
  'payout',
  'posting',
  'request_claim',
  'virtual_account',
  'watch_list_entry',
];
const PLAIN_PEOPLE = 450;

/** A process of the application with its own keys. */
interface Process {
  app: NestFastifyApplication;
  get(path: string, query?: Record<string, string>): Promise<Response>;
  create(numbers: Record<string, string>, reference?: string): Promise<Response>;
  /** The body that `create` sends. */
  bodyOf(numbers: Record<string, string>): object;
  /** Runs the background work to its end. */
  seal(): Promise<void>;
}

describe('identity numbers of existing rows', () => {
  let database: TestDatabase;
  let owner: Client;
  let oldKey: Buffer;
  let sandbox: Sandbox;
  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new Client({ connectionString: database.url });
    await owner.connect();
    oldKey = testConfig(database.url).masterKeys[0]!;
  });
  afterAll(async () => {
    await owner.end();
    await database.drop();
  });

  /** Runs a process with these keys, the current one first. */
  async function withKeys<T>(masterKeys: Buffer[], work: (process: Process) => Promise<T>): Promise<T> {
    const config = { ...testConfig(database.url), masterKeys };
    const app = await createHttpApp(AppModule.forRoot(config), config);
    try {
      await app.init();
      sandbox ??= await seedSandbox(app);
      await app.listen(0, '127.0.0.1');
      return await work(await processOf(app));
    } finally {
      await app.close();
    }
  }

  async function processOf(app: NestFastifyApplication): Promise<Process> {
    const url = await app.getUrl();
    const { clientId, clientSecret } = sandbox.client;
    const signedIn = await request(url).post('/api/auth/v1/authenticate').send({ clientId, clientSecret });
    const { accessToken } = signedIn.body.data as { accessToken: string };
    const { branchCode, productCode, accountOfficerStaffID } = sandbox;
    const terms = { branchCode, productCode, accountOfficerStaffID };
    const person = { lastName: 'Okonkwo', firstName: 'Ifeoma', accountName: 'Ifeoma Okonkwo' };
    const bodyOf = (numbers: Record<string, string>): object => ({ ...person, ...terms, ...numbers });
    return {
      app,
      bodyOf,
      get: async (path, query = {}) => request(url).get(path).query(query).auth(accessToken, { type: 'bearer' }),
      create: async (numbers, reference = freshReference()) =>
        request(url)
          .post(CREATE_CUSTOMER_ACCOUNT)
          .set('request-reference', reference)
          .auth(accessToken, { type: 'bearer' })
          .send(bodyOf(numbers)),
      seal: async () => {
        const sealer = app.get(IdentitySealer, { strict: false });
        await sealer.run();
        await sealer.run();
      },
    };
  }

  const rows = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await owner.query(sql, values)).rows as Row[];
  const count = async (sql: string): Promise<number> =>
    (await rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`))[0]!.count;
  const keyId = (masterKey: Buffer): string => new Keyring([masterKey]).deriveAll('any')[0]!.keyId;
  const recordCount = async ({ get }: Process, path: string, query: Record<string, string>): Promise<number> =>
    ((await get(path, query)).body.data as { recordCount: number }).recordCount;
  const refusal = ({ status, body }: Response): [number, string | undefined] => [status, body.data.statusCode];

  /** Rows as the program stored them before numbers were sealed. */
  async function storePlainRows(): Promise<void> {
    const columns = (
      await rows<{ column_name: string }>(
        `SELECT column_name FROM information_schema.columns WHERE table_name = 'customer' AND column_name NOT IN
           ('id', 'record_id', 'customer_number', 'bvn', 'nin', 'tin', 'identification_number', 'customer_type')`,
      )
    ).map(({ column_name }) => `"${column_name}"`);
    await owner.query(
      `INSERT INTO customer (id, record_id, customer_number, customer_type, bvn, nin, tin, identification_number, ${columns.join()})
       SELECT 8000000000000 + n, gen_random_uuid(), (70000000 + n)::text, 'Individual', (22600000000 + n)::text,
              (70600000000 + n)::text, '12345678-' || n, 'A' || (80000000 + n), ${columns.join()}
         FROM generate_series(1, ${PLAIN_PEOPLE}) n
        CROSS JOIN (SELECT * FROM customer WHERE sealed_bvn IS NULL AND bvn IS NULL LIMIT 1) c`,
    );
    await owner.query(
      `UPDATE virtual_account SET bvn = '22700000001', proxy_payment_details = '{"bvn": "22700000002"}'`,
    );
    await owner.query(
      `INSERT INTO name_enquiry (institution_id, id, reference, provider, destination_institution_code, bank_name,
         account_number, account_name, bank_verification_number, requested_by, created_at)
       VALUES (1, 8100000000001, 'REF', 'providerh', '000013', 'GTB', '0123456789', 'ADA', '22700000003', 'x', now())`,
    );
    await owner.query(
      `INSERT INTO entity_metadata (institution_id, id, entity_type, content, updated_by, updated_at)
       VALUES (1, 8000000000001, 'customer', '{"bvn":"22700000004","a":1}', 'x', now()),
              (1, 8000000000002, 'customer', '{"a": 1}', 'x', now())`,
    );
    await owner.query(
      `UPDATE posting SET additional_metadata = '{"a": 1, "originator_bvn": "22700000005", "beneficiary_bvn": null}'
        WHERE id = (SELECT min(id) FROM posting)`,
    );
    await owner.query(
      `INSERT INTO request_claim (institution_id, reference, hold_id, actor, endpoint, fingerprint, http_status, response,
         sealed)
       VALUES (1, 'OLD', 0, 'x', 'x', '\\x00', 200, '{"status":true,"message":"m","data":{"bvn":"22700000006"}}', false),
              (1, 'OLDER', 0, 'x', 'x', '\\x00', 200, '{"status":true,"message":"m","data":{"id":1}}', false)`,
    );
    await owner.query(
      `INSERT INTO payout (institution_id, id, kind, reference, status, account_number, amount_kobo, fee_kobo, vat_kobo,
         stamp_duty_kobo, provider, session_id, posting_id, details, job_id, created_by, created_at, next_action_at)
       VALUES (1, 8200000000001, 'outward-transfer', 'OLD', 'Processed', '1', 1, 0, 0, 0, 'providerh', 'S1', 1,
         '{"beneficiaryBvn": "22700000007", "originatorBvn": null}', 1, 'x', now(), NULL)`,
    );
    await owner.query('DELETE FROM identity_sealing');
  }

  const plainRows = async (): Promise<number[]> => {
    const counts: number[] = [];
    for (const plain of [
      'customer WHERE coalesce(bvn, nin, tin, identification_number) IS NOT NULL',
      `virtual_account WHERE bvn IS NOT NULL OR proxy_payment_details::text LIKE '%22700000002%'`,
      'name_enquiry WHERE bank_verification_number IS NOT NULL',
      `entity_metadata WHERE content::text LIKE '%22700000004%'`,
      `posting WHERE additional_metadata::text LIKE '%22700000005%'`,
      `request_claim WHERE response LIKE '%22700000006%'`,
      `payout WHERE details::text LIKE '%22700000007%'`,
    ])
      counts.push(await count(plain));
    return counts;
  };

  it('are found, kept unique and sealed by the background work, while their rows are served', async () => {
    await withKeys([oldKey], async (process) => {
      await storePlainRows();
      expect(await plainRows()).toEqual([PLAIN_PEOPLE, 1, 1, 1, 1, 1, 1]);
      const one = { BVN: '22600000007' };
      const person = { bvn: '22600000007', nin: '70600000007', tin: '12345678-7', identificationNumber: 'A80000007' };
      const look = async (): Promise<unknown> => (await process.get(SEARCH_INDIVIDUALS, one)).body.data.data;
      expect(await look()).toMatchObject([person]);
      expect(refusal(await process.create({ bvn: '22600000007' }))).toEqual([409, 'DUPLICATE_BVN']);
      expect(refusal(await process.create({ nin: '70600000008' }))).toEqual([409, 'DUPLICATE_NIN']);

      await process.seal();
      expect(await plainRows()).toEqual([0, 0, 0, 0, 0, 0, 0]);
      expect(await look()).toMatchObject([person]);
      expect(refusal(await process.create({ bvn: '22600000007' }))).toEqual([409, 'DUPLICATE_BVN']);
      expect(refusal(await process.create({ nin: '70600000008' }))).toEqual([409, 'DUPLICATE_NIN']);
      expect(await recordCount(process, SEARCH_INDIVIDUALS, { NIN: '70600000008' })).toBe(1);
      expect(await rows(`SELECT additional_metadata FROM posting ORDER BY id LIMIT 1`)).toEqual([
        { additional_metadata: { a: 1, originator_bvn: '*******0005', beneficiary_bvn: null } },
      ]);
      expect(await rows(`SELECT content FROM entity_metadata WHERE id = 8000000000002`)).toEqual([
        { content: { a: 1 } },
      ]);
      expect(await rows(`SELECT sealed FROM request_claim WHERE reference LIKE 'OLD%' ORDER BY reference`)).toEqual([
        { sealed: true },
        { sealed: false },
      ]);
      const virtual = (await process.get(SEARCH_ACCOUNT, { AccountNumber: await virtualNumber() })).body.data.data;
      expect(virtual).toMatchObject([
        { bvn: '22700000001', enhancedVirutalProxyPaymentDetails: { bvn: '22700000002' }, email: expect.any(String) },
      ]);
    });
  });

  const virtualNumber = async (): Promise<string> =>
    (await rows<{ account_number: string }>('SELECT account_number FROM virtual_account'))[0]!.account_number;

  it('are not looked at again once they are sealed, and staff see that', async () => {
    const before = await rows('SELECT * FROM identity_sealing ORDER BY place');
    expect(before).toMatchObject(PLACES.map((place) => ({ place, key_id: keyId(oldKey), failed_rows: 0 })));
    await withKeys([oldKey], async (process) => {
      await process.seal();
      expect(await rows('SELECT * FROM identity_sealing ORDER BY place')).toEqual(before);
      const url = await process.app.getUrl();
      const { email, password } = sandbox.staff.administrator;
      const signedIn = await request(url).post('/api/admin/v1/login').send({ email, password });
      const { accessToken } = signedIn.body as { accessToken: string };
      const seen = await request(url).get('/api/admin/v1/identity-sealing').auth(accessToken, { type: 'bearer' });
      expect(seen.body.data.data).toEqual(
        PLACES.map((place) => ({
          place,
          status: 'Finished',
          // Nobody has recorded due diligence or imported a list.
          sealedRows: { customer: PLAIN_PEOPLE, due_diligence: 0, watch_list_entry: 0 }[place] ?? 1,
          failedRows: 0,
          startedAt: expect.any(String),
          finishedAt: expect.any(String),
        })),
      );
    });
  });

  it('go on from the row where the work was stopped', async () => {
    await withKeys([oldKey], async (process) => {
      await owner.query(
        `UPDATE customer SET bvn = (22600000000 + id - 8000000000000)::text,
           sealed_bvn = NULL WHERE id IN (8000000000010, 8000000000400)`,
      );
      await owner.query(
        `UPDATE identity_sealing SET position = '8000000000200', finished_at = NULL WHERE place = 'customer'`,
      );
      await process.seal();
      expect(await rows('SELECT id FROM customer WHERE bvn IS NOT NULL')).toEqual([{ id: '8000000000010' }]);
      await owner.query(`DELETE FROM identity_sealing WHERE place = 'customer'`);
      await process.seal();
      expect(await count('customer WHERE bvn IS NOT NULL')).toBe(0);
    });
  });

  it('move to a new master key, and stay unique while processes seal with different keys', async () => {
    const indexOf = async (id: number): Promise<string> =>
      (await rows<{ hex: string }>(`SELECT encode(bvn_index, 'hex') AS hex FROM customer WHERE id = $1`, [id]))[0]!.hex;
    const before = await indexOf(8_000_000_000_001);
    const passesAreOlder = (minutes: number): Promise<unknown> =>
      owner.query(
        `UPDATE identity_sealing SET started_at = started_at - make_interval(mins => $1),
           finished_at = finished_at - make_interval(mins => $1)`,
        [minutes],
      );
    await withKeys([oldKey, NEW_KEY], (first) =>
      withKeys([NEW_KEY, oldKey], async (second) => {
        await second.seal();
        expect(await indexOf(8_000_000_000_001)).toBe(before);
        await passesAreOlder(11);
        await second.seal();
        await first.seal();
        expect(await indexOf(8_000_000_000_001)).not.toBe(before);
        for (let n = 0; n < 8; n += 1) {
          const answers = await Promise.all(
            [first, second, first, second].map((process) =>
              process.create({ bvn: `2280000000${n}`, nin: `7080000000${n}` }),
            ),
          );
          expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
          expect(await recordCount(first, SEARCH_INDIVIDUALS, { BVN: `2280000000${n}` })).toBe(1);
          expect(await recordCount(second, SEARCH_INDIVIDUALS, { NIN: `7080000000${n}` })).toBe(1);
        }
        expect(refusal(await first.create({ bvn: '22600000001' }))).toEqual([409, 'DUPLICATE_BVN']);
        // Some of the new rows have the previous key: the pass that finds them comes an hour after the last one.
        await passesAreOlder(61);
        await second.seal();
      }),
    );
    expect(await indexOf(8_000_000_000_001)).not.toBe(before);
    for (const column of ['sealed_bvn', 'sealed_nin', 'sealed_tin', 'sealed_identification_number'])
      expect(await count(`customer WHERE ${column} LIKE '%|v1.${keyId(oldKey)}.%'`)).toBe(0);
    for (const place of [
      `virtual_account WHERE proxy_payment_details::text`,
      `name_enquiry WHERE sealed_bvn`,
      `payout WHERE details::text`,
      `entity_metadata WHERE content::text`,
    ]) {
      expect(await count(`${place} LIKE '%v1.${keyId(oldKey)}.%'`)).toBe(0);
      expect(await count(`${place} LIKE '%v1.${keyId(NEW_KEY)}.%'`)).toBe(1);
    }
    await withKeys([NEW_KEY], async (process) => {
      expect((await process.get(SEARCH_INDIVIDUALS, { BVN: '22600000001' })).body.data.data).toMatchObject([
        { bvn: '22600000001', nin: '70600000001' },
      ]);
      expect(refusal(await process.create({ bvn: '22600000001' }))).toEqual([409, 'DUPLICATE_BVN']);
    });
  }, 60_000);

  it('do not keep a repeated request from its first answer after a rotation or an upgrade', async () => {
    const [rotated, upgraded] = [freshReference('ROTATED'), freshReference('UPGRADED')];
    const numbers = { bvn: '22850000001', tin: '12345678-0001' };
    const accountOf = ({ body, headers }: Response): unknown[] => [
      body.data.accountNumber,
      headers['idempotent-replayed'],
    ];
    const first = await withKeys([oldKey, NEW_KEY], ({ create }) => create(numbers, rotated));
    await withKeys([NEW_KEY, oldKey], async ({ create, bodyOf }) => {
      expect(accountOf(await create(numbers, rotated))).toEqual([first.body.data.accountNumber, 'true']);
      expect(refusal(await create({ ...numbers, tin: '12345678-0002' }, rotated))).toEqual([
        409,
        'DUPLICATE_REFERENCE',
      ]);
      const second = await create({ bvn: '22850000002' }, upgraded);
      const unkeyed = fingerprintOf(`POST ${CREATE_CUSTOMER_ACCOUNT}`, bodyOf({ bvn: '22850000002' }));
      const stored = await rows<{ fingerprint: Buffer }>('SELECT fingerprint FROM request_claim WHERE reference = $1', [
        upgraded,
      ]);
      expect(stored[0]!.fingerprint.toString('hex')).not.toBe(unkeyed);
      await owner.query('UPDATE request_claim SET fingerprint = $2 WHERE reference = $1', [
        upgraded,
        Buffer.from(unkeyed, 'hex'),
      ]);
      expect(accountOf(await create({ bvn: '22850000002' }, upgraded))).toEqual([
        second.body.data.accountNumber,
        'true',
      ]);
      expect(refusal(await create({ bvn: '22850000003' }, upgraded))).toEqual([409, 'DUPLICATE_REFERENCE']);
    });
  });

  it('are searched by the index of each key and of plain rows, under row-level security', async () => {
    await owner.query('ANALYZE customer');
    const plan = await withKeys([NEW_KEY, oldKey], ({ app }) =>
      app.get(UnitOfWork).run(1, async (tx) => {
        await tx.query('SET LOCAL enable_seqscan = off');
        const values: unknown[] = [1];
        const match = app.get(IdentityNumbers, { strict: false }).match(1, 'bvn', '22600000001');
        const condition = numberCondition('bvn', match, values);
        const lines = await tx.query<{ 'QUERY PLAN': string }[]>(
          `EXPLAIN SELECT 1 FROM customer c WHERE c.institution_id = $1 AND ${condition}`,
          values,
        );
        return lines.map((line) => line['QUERY PLAN']).join('\n');
      }),
    );
    const scans = [...plan.matchAll(/Bitmap Index Scan on (\w+)/g)].map(([, index]) => index).sort();
    expect(scans).toEqual(['uq_customer_bvn', 'uq_customer_bvn_index', 'uq_customer_bvn_index']);
  });

  it('of a lost key are counted and left, and the rows after them are sealed', async () => {
    await owner.query(
      `UPDATE customer SET sealed_tin = '***|v1.00000000.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA'
        WHERE id = 8000000000001`,
    );
    await owner.query(`UPDATE customer SET bvn = '22900000001', sealed_bvn = NULL WHERE id = 8000000000002`);
    await owner.query('DELETE FROM identity_sealing');
    await withKeys([NEW_KEY, oldKey], async (process) => {
      await process.seal();
      await eventually(async () =>
        expect(
          await rows(
            `SELECT failed_rows, finished_at IS NOT NULL AS done FROM identity_sealing WHERE place = 'customer'`,
          ),
        ).toEqual([{ failed_rows: 1, done: true }]),
      );
      expect(await count('customer WHERE bvn IS NOT NULL')).toBe(0);
    });
  });
});
