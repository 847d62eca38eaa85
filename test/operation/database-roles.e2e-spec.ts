import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { describeWithInstalledPostgres, InstalledCluster } from '../support/installed-postgres';
import { type CommandEnd, runCorebank } from '../support/operator-command-line';
import { ServerProcess } from '../support/server-process';

const ROLES = path.resolve(__dirname, '..', '..', 'deploy', 'postgresql', 'roles.sql');
const NAMES = [
  'owner=live_owner',
  'serving=live-app',
  'login=live_server',
  'backup=live_backup',
  'reports=live_reports',
];
const SECRET = /hash|sealed|secret|password|nonce|fingerprint|bvn|nin$|recovery_code/;

/** The database of an operator, with the roles of deploy/postgresql/roles.sql and of other names. */
describeWithInstalledPostgres('the roles of the database', (binDir) => {
  let cluster: InstalledCluster;
  const asSuperuser = (database: string): string => cluster.url(database);

  beforeAll(async () => {
    // Roles do not depend on what survives a power cut, and five databases are migrated.
    cluster = await InstalledCluster.create(binDir, { fsync: 'off' });
  }, 60_000);
  afterAll(() => cluster?.remove());

  function psql(database: string, ...args: string[]): string {
    return cluster.run('psql', ['-X', '-v', 'ON_ERROR_STOP=1', '-At', ...args, asSuperuser(database)]);
  }

  const giveRoles = (database: string, names: string[] = []): string =>
    cluster.run(
      'psql',
      ['-X', '-v', 'ON_ERROR_STOP=1', ...names.flatMap((name) => ['-v', name]), '-f', '-', asSuperuser(database)],
      {},
      readFileSync(ROLES, 'utf8'),
    );

  const corebank = (database: string, words: string, settings: Record<string, string> = {}): Promise<CommandEnd> =>
    runCorebank(words.split(' '), {
      DATABASE_URL: cluster.url(database, 'corebank_server'),
      DATABASE_MIGRATION_URL: cluster.url(database, 'corebank_owner'),
      ...settings,
    });

  async function query<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      let rows: Row[] = [];
      for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
      return rows;
    } finally {
      await client.end();
    }
  }

  it('are named in the refusal of a migration without them', async () => {
    psql('postgres', '-c', 'CREATE DATABASE bare', '-c', 'CREATE ROLE poor LOGIN');
    const settings = { DATABASE_URL: cluster.url('bare', 'poor'), DATABASE_MIGRATION_URL: cluster.url('bare', 'poor') };
    const refusals: string[] = [];
    for (const grant of [
      'GRANT ALL ON SCHEMA public TO poor',
      'CREATE ROLE corebank_app',
      'GRANT corebank_app TO poor WITH ADMIN OPTION',
    ]) {
      const { code, output } = await corebank('bare', 'migrate', settings);
      expect(code).toBe(2);
      refusals.push(output.trim());
      psql('bare', '-c', grant);
    }
    expect(refusals).toEqual([
      expect.stringMatching(/^The role of the connection may not use or change the schema public: .*roles\.sql/m),
      expect.stringMatching(
        /^The serving role does not exist, and the role that migrates may not create it: run deploy/m,
      ),
      expect.stringMatching(/^The role that migrates may not grant the serving role: .*GRANT "corebank_app" TO/m),
    ]);
    expect(await corebank('bare', 'migrate', settings)).toMatchObject({ code: 0 });
  }, 120_000);

  it('are made by roles.sql, twice with the same result, and carry a production server', async () => {
    psql('postgres', '-c', 'CREATE DATABASE corebank');
    giveRoles('corebank');
    const state = (): string =>
      psql(
        'corebank',
        '-c',
        `SELECT rolname, rolsuper, rolbypassrls, rolreplication, rolcanlogin, rolinherit
        FROM pg_roles WHERE rolname LIKE 'corebank%' ORDER BY 1`,
        '-c',
        'SELECT datacl FROM pg_database',
      );
    const first = state();
    giveRoles('corebank');
    expect(state()).toBe(first);
    expect(first.split('\n').slice(0, 5)).toEqual([
      'corebank_app|f|f|f|f|t',
      'corebank_backup|f|t|t|t|t',
      'corebank_owner|f|f|f|t|t',
      'corebank_reports|f|f|f|t|t',
      'corebank_server|f|f|f|t|f',
    ]);
    expect((await corebank('corebank', 'migrate')).code).toBe(0);
    const server = await ServerProcess.start(cluster.url('corebank', 'corebank_server'), {
      DATABASE_MIGRATION_URL: cluster.url('corebank', 'corebank_owner'),
      MIGRATE_ON_START: 'false',
    });
    expect(await server.stop()).toBe(0);
    const doctor = (await corebank('corebank', 'doctor --json')).json() as unknown as {
      items: { name: string; ok: boolean; message: string }[];
    };
    expect(doctor.items.find(({ name }) => name === 'rights')).toMatchObject({
      ok: true,
      message: 'The serving role corebank_app has every right that migrations grant.',
    });
  }, 120_000);

  it.each([
    [
      'a login that may not take the serving role',
      'REVOKE corebank_app FROM corebank_server',
      'GRANT corebank_app TO corebank_server',
      /The login of DATABASE_URL may not take the serving role: as a superuser run GRANT "corebank_app" TO that login/,
    ],
    [
      'a right on a table',
      'REVOKE INSERT, UPDATE ON posting FROM corebank_app',
      'GRANT INSERT, UPDATE ON posting TO corebank_app',
      /As the owner of the schema run: GRANT INSERT, UPDATE ON "posting" TO "corebank_app";/,
    ],
    [
      'the right on the sequence of identifiers',
      'REVOKE USAGE ON SEQUENCE corebank_id_seq FROM corebank_app',
      'GRANT USAGE ON SEQUENCE corebank_id_seq TO corebank_app',
      /run: GRANT USAGE ON SEQUENCE corebank_id_seq TO "corebank_app";/,
    ],
    [
      'the right on the schema',
      'REVOKE USAGE ON SCHEMA public FROM corebank_app, PUBLIC',
      'GRANT USAGE ON SCHEMA public TO corebank_app, PUBLIC',
      /run: GRANT USAGE ON SCHEMA public TO "corebank_app";/,
    ],
    [
      'the right to connect',
      'REVOKE CONNECT ON DATABASE corebank FROM corebank_server, corebank_app',
      'GRANT CONNECT ON DATABASE corebank TO corebank_server, corebank_app',
      /may not connect to the database corebank.*GRANT CONNECT ON DATABASE "corebank"/,
    ],
  ])(
    'stop the start of a server that lacks %s, with the grant that it needs',
    async (_, take, give, remedy) => {
      psql('corebank', '-c', take);
      try {
        const { code, output } = await corebank('corebank', 'institution check --institution 1');
        expect([code, output]).toEqual([2, expect.stringMatching(remedy)]);
        expect(output).not.toMatch(/\n\s+at /);
      } finally {
        psql('corebank', '-c', give);
      }
      expect((await corebank('corebank', 'institution check --institution 1')).output).toMatch(/no institution 1/);
    },
    120_000,
  );

  it('stop the start of a server whose serving role does not exist', async () => {
    const settings = { DATABASE_ROLE: 'nobody_app' };
    expect((await corebank('corebank', 'institution check --institution 1', settings)).output).toMatch(
      /The database has no role "nobody_app": run deploy\/postgresql\/roles\.sql/,
    );
    expect((await corebank('corebank', 'doctor', settings)).output).toMatch(
      /WRONG +rights +There is no role nobody_app/,
    );
  }, 60_000);

  it('let the backup role read every institution, which the owner and others may not, and change nothing', async () => {
    await query(
      asSuperuser('corebank'),
      `INSERT INTO institution (institution_id, name, code, business_date)
       VALUES (1, 'One', '51001', '2026-01-05'), (2, 'Two', '51002', '2026-01-05')`,
    );
    const count = 'SELECT count(*)::int AS count FROM institution';
    const seenBy = async (user: string): Promise<unknown> => (await query(cluster.url('corebank', user), count))[0];
    expect(await seenBy('corebank_backup')).toEqual({ count: 2 });
    expect(await seenBy('corebank_owner')).toEqual({ count: 0 });
    const backup = cluster.url('corebank', 'corebank_backup');
    await expect(query(backup, 'SET default_transaction_read_only = off', 'DELETE FROM institution')).rejects.toThrow(
      /permission denied/,
    );
    const dump = (user: string): string =>
      cluster.run('pg_dump', ['--data-only', '--table=institution', cluster.url('corebank', user)]);
    expect(dump('corebank_backup')).toContain('51002');
    expect(() => dump('corebank_owner')).toThrow(/would be affected by row-level security/);
  });

  it('let reports read the books of one institution at a time, no secret, and change nothing', async () => {
    const reports = cluster.url('corebank', 'corebank_reports');
    psql('corebank', '-c', 'REVOKE SELECT ON institution FROM corebank_reports');
    giveRoles('corebank');
    expect(await query(reports, 'SELECT code FROM institution')).toEqual([]);
    const own = await query(reports, 'SET app.institution_id = 2', 'SELECT code FROM institution');
    expect(own).toEqual([{ code: '51002' }]);
    for (const table of ['customer', 'staff', 'api_client', 'institution_setting', 'request_claim', 'message'])
      await expect(query(reports, `SELECT 1 FROM ${table}`)).rejects.toThrow(`permission denied for table ${table}`);
    // The API shows who froze an account, and why, to those only who see what AML does.
    for (const column of ['reason', 'actor', 'checker', 'ends_id', '*'])
      await expect(query(reports, `SELECT ${column} FROM account_status_change`)).rejects.toThrow(
        'permission denied for table account_status_change',
      );
    expect(await query(reports, 'SELECT account_number, to_status, at FROM account_status_change')).toEqual([]);
    await expect(query(reports, 'SET default_transaction_read_only = off', 'DELETE FROM till')).rejects.toThrow(
      /permission denied/,
    );
    const readable = await query<{ name: string }>(
      asSuperuser('corebank'),
      `SELECT a.attname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
          AND has_table_privilege('corebank_reports', c.oid, 'SELECT')`,
    );
    expect(readable.length).toBeGreaterThan(100);
    expect(readable.map(({ name }) => name).filter((name) => SECRET.test(name))).toEqual([]);
  });

  it('may have other names, for which migrations grant every right', async () => {
    psql('postgres', '-c', 'CREATE DATABASE live');
    giveRoles('live', NAMES);
    const settings = {
      DATABASE_URL: cluster.url('live', 'live_server'),
      DATABASE_MIGRATION_URL: cluster.url('live', 'live_owner'),
      DATABASE_ROLE: 'live-app',
    };
    const shown = await corebank('live', 'migrate --dry-run', settings);
    expect(shown.output).toContain('GRANT SELECT, INSERT ON "posting_entry" TO "live-app"');
    expect(shown.output).not.toContain('corebank_app');
    expect((await corebank('live', 'migrate', settings)).code).toBe(0);
    const grantees = await query<{ grantee: string }>(
      asSuperuser('live'),
      `SELECT DISTINCT grantee FROM information_schema.role_table_grants
        WHERE table_schema = 'public' AND grantee NOT IN ('live_owner', 'live_reports') ORDER BY 1`,
    );
    expect(grantees).toEqual([{ grantee: 'live-app' }]);
    expect((await corebank('live', 'doctor', settings)).output).toMatch(
      /ok +rights +The serving role live-app has every right/,
    );
    const behindPooler = { ...settings, DATABASE_ROLE: '', DATABASE_URL: cluster.url('live', 'live-app') };
    psql('live', '-c', 'ALTER ROLE "live-app" LOGIN');
    expect((await corebank('live', 'institution check --institution 1', behindPooler)).output).toMatch(
      /no institution 1/,
    );
    expect((await corebank('live', 'migrate', { ...settings, DATABASE_ROLE: 'Live App' })).output).toMatch(
      /DATABASE_ROLE must be the name of a role in lower case/,
    );
  }, 120_000);
});
