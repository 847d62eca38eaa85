import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareClusterHome } from '../../src/embedded-postgres/cluster-home';
import { acquireOwnership } from '../../src/embedded-postgres/ownership';
import { defaultServerAccount } from '../../src/embedded-postgres/server-account';
import { createTestDatabase, execute, type TestDatabase } from '../support/database';
import { ServerProcess } from '../support/server-process';
import { MASTER_KEY } from '../support/test-config';

const ROOT = path.resolve(__dirname, '..', '..');

/** The command line as operators use it, beside a server or without one. */
describe('commands for operators', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    // A server numbers the rows of the audit log.
    const server = await ServerProcess.start(database.url);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    await server.stop();
    await execute(
      database.url,
      `INSERT INTO unknown_sign_in VALUES ('102.89.23.4', date_trunc('hour', now()), 12, now())`,
    );
  }, 120_000);
  afterAll(() => database?.drop());

  function corebank(words: string, settings: Record<string, string> = {}): { code: number | null; output: string } {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['-r', './scripts/lib/register-swc.cjs', 'src/cli.ts', ...words.split(' ').filter((word) => word !== '')],
      {
        cwd: ROOT,
        encoding: 'utf8',
        env: {
          ...process.env,
          NODE_ENV: 'test',
          DATABASE_URL: database.url,
          COREBANK_MASTER_KEY: MASTER_KEY,
          ...settings,
        },
      },
    );
    return { code: status, output: `${stdout}${stderr}` };
  }

  it('verify the audit log, and name the first row that does not fit', async () => {
    const intact = corebank('audit verify --institution 1');
    expect(intact.output).toMatch(/Verified rows: \d+; seals: 0/);
    expect(intact).toMatchObject({ code: 0, output: expect.stringContaining('The audit log fits its chain') });
    await execute(
      database.url,
      `UPDATE audit_log SET details = '{"x": 1}' WHERE (institution_id, id) IN (SELECT institution_id, audit_log_id FROM audit_chain WHERE institution_id = 1 AND seq = 2)`,
    );
    const changed = corebank('audit verify --institution 1');
    expect(changed).toMatchObject({
      code: 1,
      output: expect.stringContaining('DOES NOT FIT (row-changed): The row with the number 2 was changed.'),
    });
  }, 120_000);

  it('list attempts to sign in under unknown names', () => {
    const { code, output } = corebank('sign-ins unknown --days 1');
    expect(output).toMatch(/102\.89\.23\.4 {2}12\n/);
    expect(code).toBe(0);
  }, 60_000);

  it('list every host that the program may call', async () => {
    await execute(
      database.url,
      `INSERT INTO institution_setting (institution_id, key, value, updated_by)
       VALUES (1, 'SMS_BASE_URL', 'https://sms.example:8443/v1', 'x'), (1, 'EMAIL_SMTP_HOST', 'mail.example', 'x')`,
    );
    for (const [id, url, status] of [
      [901, `'https://hooks.example/corebank'`, 'Active'],
      [902, `'https://hooks.example/second'`, 'Paused'],
      [903, `'https://gone.example/'`, 'Removed'],
      [904, 'NULL', 'Active'],
    ])
      await execute(
        database.url,
        `INSERT INTO webhook_endpoint (institution_id, id, client_id, url, event_types, status, sealed_secret, created_by, created_at)
         VALUES (1, ${id}, 'x', ${url}, '{}', '${status}', 'x', 'x', now())`,
      );
    await execute(
      database.url,
      `INSERT INTO watch_list_source (institution_id, id, list_id, url, every_hours, set_by, set_at, job_id, next_attempt_at, failures)
       VALUES (1, 905, 906, 'https://publisher.example/list.xml', 24, 'x', now(), 907, now(), 0)`,
    );
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel.example:4318' };
    const { code, output } = corebank('hosts', { DATABASE_REPLICA_URL: '', DATABASE_BACKUP_URL: '', ...settings });
    const { host } = new URL(database.url);
    expect(code).toBe(0);
    for (const line of [
      `${host}  DATABASE_URL`,
      'sms.example:8443  SMS_BASE_URL  institution 1',
      'mail.example  EMAIL_SMTP_HOST  institution 1',
      'hooks.example  webhook endpoint  institution 1',
      'publisher.example  source of a watch-list  institution 1',
      'otel.example:4318  OTEL_EXPORTER_OTLP_ENDPOINT',
    ])
      expect(output.split('\n').filter((printed) => printed === line)).toHaveLength(1);
    expect(output).not.toContain('gone.example');
    expect(output).not.toContain(new URL(database.url).password);
    expect(output).not.toContain('gone.example');
    expect(corebank('hosts --all')).toMatchObject({ code: 2, output: expect.stringContaining("'--all'") });
  }, 60_000);

  it.each([
    ['', 'audit verify --institution ID'],
    ['audit', 'audit verify --institution ID'],
    ['audit verify', 'Missing: --institution'],
    ['audit verify --institution one', 'must be the number of an institution'],
    ['audit verify --institution 99', 'There is no institution 99'],
    ['extract entries --institution 99 --out /tmp/x.csv', 'There is no institution 99'],
    ['ledger export --institution 99 --folder /tmp/x', 'There is no institution 99'],
    ['staff recover --institution 99 --email a@b.example', 'There is no institution 99'],
    ['compare --institution 1 --folder /nowhere', 'has neither balances.csv nor loans.csv'],
    ['export --institution 1 --folder /nowhere/below', 'There is no file or folder /nowhere/below'],
    ['import --institution 1 --folder /nowhere --refused /none/x.csv', 'There is no file or folder /none'],
    ['impot', 'There is no command impot; corebank --help lists all.'],
  ])(
    'explain themselves when called with %p',
    (words, explanation) => {
      expect(corebank(words)).toMatchObject({ code: 2, output: expect.stringContaining(explanation) });
    },
    60_000,
  );

  it('say in one sentence what to do while a server uses the embedded database', () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'corebank-cli-'));
    const home = prepareClusterHome(path.join(dataDir, 'postgres'), defaultServerAccount());
    const release = acquireOwnership(home);
    try {
      const { code, output } = corebank('audit verify --institution 1', { DATABASE_URL: '', DATA_DIR: dataDir });
      expect([code, output.trim().split('\n')]).toEqual([
        2,
        [
          `the embedded PostgreSQL in ${home} is in use by process ${process.pid}; stop that process first, ` +
            'or set DATABASE_URL to share one server',
        ],
      ]);
    } finally {
      release();
      for (const folder of [home, dataDir]) rmSync(folder, { recursive: true, force: true });
    }
  }, 60_000);

  it('are refused with a master key that does not fit', () => {
    expect(
      corebank('audit verify --institution 1', { COREBANK_MASTER_KEY: randomBytes(32).toString('base64') }),
    ).toMatchObject({ code: 2, output: expect.stringMatching(/^The master key does not fit this database/) });
  }, 60_000);
});
