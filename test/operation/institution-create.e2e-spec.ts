import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import request from 'supertest';
import { createEmptyDatabase, type TestDatabase } from '../support/database';
import { ServerProcess } from '../support/server-process';
import { MASTER_KEY } from '../support/test-config';

const ROOT = path.resolve(__dirname, '..', '..');
const TEMPLATES = ['microfinance-bank', 'commercial-bank', 'fintech'];

interface Result {
  code: number | null;
  output: string;
  json: () => Record<string, never> & { ok: boolean };
}

const administrator = (code: string, part: number): Record<string, string> => ({
  staffID: `ADM00${part}`,
  name: `Administrator ${part}`,
  email: `administrator${part}@bank${code}.example`,
});

const fileOf = (code: string, template: string): object => ({
  code,
  name: `Bank ${code}`,
  template,
  publicHolidays: ['2026-12-25', '2026-12-26'],
  headOffice: { branchCode: '001', branchName: 'Head Office', address: '1 Marina, Lagos' },
  administrators: [administrator(code, 1), administrator(code, 2)],
});

/** An operator brings an empty database to institutions that can be used, with the command line alone. */
describe('an empty database', () => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-operator-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database?.drop();
  });

  async function rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      return (await client.query(text, values)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  function corebank(words: string, settings: Record<string, string> = {}): Result {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['-r', './scripts/lib/register-swc.cjs', 'src/cli.ts', ...words.split(' ')],
      {
        cwd: ROOT,
        encoding: 'utf8',
        input: '',
        env: {
          ...process.env,
          NODE_ENV: 'test',
          DATABASE_URL: database.url,
          DATA_DIR: folder,
          COREBANK_MASTER_KEY: MASTER_KEY,
          ...settings,
        },
      },
    );
    return { code: status, output: `${stdout}${stderr}`, json: () => JSON.parse(stdout) as never };
  }

  function create(file: object): Result {
    const name = path.join(folder, 'institution.json');
    writeFileSync(name, JSON.stringify(file));
    return corebank(`institution create --json --file ${name}`);
  }

  it('is refused by a server and by commands that need its schema, with the remedy', async () => {
    await expect(ServerProcess.start(database.url, { MIGRATE_ON_START: 'false' })).rejects.toThrow();
    expect(corebank('institution check --institution 1')).toMatchObject({
      code: 2,
      output: expect.stringContaining('Run `corebank migrate` first'),
    });
  }, 60_000);

  it('gets its schema from migrate, which a dry run shows before and changes nothing', () => {
    const shown = corebank('migrate --dry-run');
    expect(shown).toMatchObject({ code: 0, output: expect.stringContaining('CREATE TABLE "institution"') });
    expect(shown.output).toContain('nothing was changed');
    expect(corebank('migrate --json').json()).toMatchObject({ ok: true, dryRun: false });
    expect(corebank('migrate')).toMatchObject({ code: 0, output: 'The schema is up to date.\n' });
    expect(corebank('migrate --dry-run --json').json()).toMatchObject({ ok: true, migrations: [] });
  }, 120_000);

  it.each(TEMPLATES.map((template, index) => ({ template, code: `5100${index}` })))(
    'gets an institution from the template $template, with two administrators and default policies',
    async ({ template, code }) => {
      const { ok, institutionId, administrators } = create(fileOf(code, template)).json() as unknown as {
        ok: boolean;
        institutionId: number;
        administrators: { staffID: string; code: string }[];
      };
      expect(ok).toBe(true);
      expect(administrators.map(({ staffID }) => staffID)).toEqual(['ADM001', 'ADM002']);
      const holidays = await rows(
        `SELECT value FROM institution_setting WHERE institution_id = $1 AND key = 'PUBLIC_HOLIDAYS'`,
        [institutionId],
      );
      expect(holidays).toEqual([{ value: '2026-12-25, 2026-12-26' }]);
      const counted = await rows<{ ledgers: number; policies: number; products: number }>(
        `SELECT (SELECT count(*)::int FROM gl_account WHERE institution_id = $1) AS ledgers,
                (SELECT count(*)::int FROM approval_policy WHERE institution_id = $1) AS policies,
                (SELECT count(*)::int FROM product WHERE institution_id = $1) AS products`,
        [institutionId],
      );
      expect(counted[0]!.ledgers).toBeGreaterThan(20);
      expect(counted[0]!.policies).toBe(7);
      expect(counted[0]!.products).toBeGreaterThan(1);
    },
    60_000,
  );

  it('keeps an institution as it is when it is created again', () => {
    expect(create(fileOf('51000', 'microfinance-bank'))).toMatchObject({
      code: 2,
      output: expect.stringContaining('There is an institution with the code 51000 already.'),
    });
  }, 60_000);

  it('goes on with an interrupted opening, and refuses another template for it', async () => {
    const file = fileOf('51009', 'fintech');
    const taken = { ...file, administrators: [administrator('51009', 1), { ...administrator('51000', 2) }] };
    expect(create(taken)).toMatchObject({ code: 2, output: expect.stringContaining('e-mail') });
    const begun = await rows<{ institution_id: string }>(
      `SELECT institution_id FROM institution_opening WHERE code = '51009'`,
    );
    expect(await rows(`SELECT 1 FROM institution_directory WHERE code = '51009'`)).toEqual([]);
    expect(create(fileOf('51009', 'commercial-bank'))).toMatchObject({
      code: 2,
      output: expect.stringContaining('was begun with the template fintech'),
    });
    expect(create(file).json()).toMatchObject({ ok: true, institutionId: Number(begun[0]!.institution_id) });
  }, 120_000);

  it('names each wrong field once', () => {
    const wrong = { ...fileOf('51020', 'fintech'), code: '5100' };
    expect(create(wrong).output.match(/code must be/g)).toHaveLength(1);
    // The output is JSON, which writes the end of a line as \n.
    expect(create({ ...wrong, name: '' }).output).toMatch(
      /Correct these fields:\\n {2}code must be 3 digits .*\\n {2}name must be /,
    );
  }, 120_000);

  it.each([
    ['a code of four digits', { code: '5100' }, 'code must be 3 digits'],
    ['an unknown template', { template: 'bureau-de-change' }, 'template'],
    ['an unknown zone', { timeZone: 'Lagos' }, 'timeZone'],
    ['a holiday that is no date', { publicHolidays: ['2026-02-30'] }, 'publicHolidays'],
    ['one administrator', { administrators: [administrator('1', 1)] }, 'administrators'],
    [
      'two administrators with one staff ID',
      { administrators: [administrator('1', 1), { ...administrator('1', 2), staffID: 'ADM001' }] },
      'administrators must have different staff IDs',
    ],
    [
      'two administrators with one address',
      { administrators: [administrator('1', 1), administrator('1', 1)] },
      'e-mail',
    ],
    ['a field that it does not know', { licence: 'unit' }, 'licence'],
  ])(
    'refuses an institution with %s',
    (_, change, message) => {
      expect(create({ ...fileOf('51010', 'fintech'), ...change })).toMatchObject({
        code: 2,
        output: expect.stringContaining(message),
      });
    },
    60_000,
  );

  it('serves the new institution: its administrators set passwords and sign in, and check tells what is missing', async () => {
    const opened = create(fileOf('51020', 'microfinance-bank')).json() as unknown as {
      institutionId: number;
      administrators: { email: string; code: string }[];
    };
    const before = corebank(`institution check --institution ${opened.institutionId} --json`);
    expect(before.code).toBe(1);
    const server = await ServerProcess.start(database.url, { MIGRATE_ON_START: 'false', SANDBOX: 'false' });
    try {
      for (const { email, code } of opened.administrators) {
        const password = 'a passphrase of the administrator';
        const set = await request(server.url)
          .post('/api/admin/v1/password')
          .send({ email, code, newPassword: password });
        expect(set.status).toBe(200);
        const again = await request(server.url)
          .post('/api/admin/v1/password')
          .send({ email, code, newPassword: password });
        expect(again.status).not.toBe(200);
      }
    } finally {
      await server.stop();
    }
    const after = corebank(`institution check --institution ${opened.institutionId}`);
    expect(after.output).toMatch(/^ok +administrators +ADM001, ADM002 can decide changes of rights\.$/m);
    expect(after.output).toMatch(/^missing +second-factors +Without a second factor: ADM001, ADM002/m);
    expect(after.output).toMatch(/^missing +api-clients +None: issue credentials/m);
    expect(after.code).toBe(1);
  }, 120_000);

  it('is judged by doctor, which names a wrong master key and an unreachable database', () => {
    const right = corebank('doctor --json').json() as unknown as { items: { name: string; ok: boolean }[] };
    const wrong = right.items.filter(({ ok }) => !ok).map(({ name }) => name);
    // Databases of tests do not wait for the disk and archive nothing.
    expect(wrong.filter((name) => !['durability', 'archiving', 'tools', 'disk'].includes(name))).toEqual([]);
    const otherKey = corebank('doctor', {
      COREBANK_MASTER_KEY: Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64'),
    });
    expect(otherKey).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^WRONG +start +The master key does not fit/m),
    });
    const away = new URL(database.url);
    away.port = '1';
    expect(corebank('doctor', { DATABASE_URL: away.href })).toMatchObject({
      code: 2,
      output: expect.stringContaining('The database of DATABASE_URL cannot be reached'),
    });
  }, 120_000);

  it('asks for a file where nobody can be asked', () => {
    expect(corebank('institution create')).toMatchObject({
      code: 2,
      output: expect.stringContaining('Name a JSON file with --file'),
    });
    expect(corebank('institution create --file /nowhere.json')).toMatchObject({
      code: 2,
      output: expect.stringContaining('The file /nowhere.json cannot be read (ENOENT).'),
    });
    expect(corebank('institution create --help')).toMatchObject({
      code: 0,
      output: expect.stringContaining('corebank institution create [--file FILE]'),
    });
  }, 60_000);
});
