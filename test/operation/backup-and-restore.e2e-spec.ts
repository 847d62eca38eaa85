import { appendFileSync, copyFileSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { BackupManifest } from '../../src/cli/backup/backup-manifest';
import type { Sandbox } from '../../src/seed/seed-sandbox';
import { describeWithInstalledPostgres, InstalledCluster } from '../support/installed-postgres';
import { type CommandEnd, runCorebank } from '../support/operator-command-line';
import { ServerProcess } from '../support/server-process';
import { prepareTemplate } from '../support/template';
import { TransferLoad } from '../support/transfer-load';

const DEPLOY = path.resolve(__dirname, '..', '..', 'deploy', 'postgresql');
const RESTORED = 'restored';
const POSTED = 'SELECT count(*)::int AS count FROM posting WHERE reference = ANY($1)';

/** Backups of a bank that goes on working, and what is found in them. */
describeWithInstalledPostgres('backup and restore', (binDir) => {
  let cluster: InstalledCluster;
  let sandbox: Sandbox;
  let server: ServerProcess;
  let archive: string;
  let backups: string;
  const copies: InstalledCluster[] = [];
  const roles = readFileSync(path.join(DEPLOY, 'roles.sql'), 'utf8');

  const psql = (database: string, ...statements: string[]): string =>
    cluster.run('psql', ['-X', '-qAt', ...statements.flatMap((text) => ['-c', text]), cluster.url(database)]);
  const giveRoles = (database: string): string =>
    cluster.run('psql', ['-Xq', '-v', 'ON_ERROR_STOP=1', '-f', '-', cluster.url(database)], {}, roles);
  const corebank = (database: string, words: string, settings: Record<string, string> = {}): Promise<CommandEnd> =>
    runCorebank(words.split(' '), {
      DATABASE_URL: cluster.url(database, 'corebank_server'),
      DATABASE_MIGRATION_URL: cluster.url(database, 'corebank_owner'),
      DATABASE_BACKUP_URL: cluster.url(database, 'corebank_backup'),
      PATH: `${binDir}:${process.env.PATH}`,
      ...settings,
    });

  /**
   * Row-level security, rights of the serving role, constraints, indexes and defaults, one a line. PostgreSQL writes
   * the casts in an expression otherwise when it reads its own words back.
   */
  const shapeOf = (database: string): string[] =>
    psql(
      database,
      `SELECT relname, relrowsecurity, relforcerowsecurity FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`,
      `SELECT polrelid::regclass, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)
         FROM pg_policy ORDER BY 1::text`,
      `SELECT table_name, privilege_type FROM information_schema.role_table_grants
        WHERE grantee = 'corebank_app' ORDER BY 1, 2`,
      `SELECT conrelid::regclass, conname, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace ORDER BY 1::text, 2`,
      `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
      `SELECT c.relname, a.attname, pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d
         JOIN pg_class c ON c.oid = d.adrelid
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.adnum ORDER BY 1, 2`,
    )
      .replaceAll(/::(text|character varying)(\[\])?|[()]/g, '')
      .split('\n')
      .sort();

  async function count(url: string, references: string[]): Promise<number> {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ count: number }>(POSTED, [references]);
    await client.end();
    return rows[0]!.count;
  }

  function emptyDatabase(name: string): void {
    psql('postgres', `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, `CREATE DATABASE ${name}`);
    giveRoles(name);
  }

  beforeAll(async () => {
    cluster = await InstalledCluster.create(binDir);
    archive = cluster.subfolder('archive');
    backups = cluster.subfolder('backups');
    await cluster.stop();
    const script = path.join(cluster.folder, 'archive-wal.sh');
    copyFileSync(path.join(DEPLOY, 'archive-wal.sh'), script);
    await cluster.start({
      archive_mode: 'on',
      archive_timeout: '1',
      archive_command: `sh ${script} "%p" "%f" ${archive}`,
    });
    emptyDatabase('corebank');
    sandbox = await prepareTemplate(cluster.url('corebank', 'corebank_owner'));
    giveRoles('corebank');
    server = await ServerProcess.start(cluster.url('corebank', 'corebank_server'), { MIGRATE_ON_START: 'false' });
  }, 180_000);
  afterAll(async () => {
    await server?.stop();
    for (const copy of copies) await copy.remove();
    await cluster?.remove();
  });

  /** A logical backup under load, with the transfers acknowledged before it began and after it had ended. */
  async function backUpUnderLoad(): Promise<{ folder: string; before: string[]; after: string[]; end: CommandEnd }> {
    const load = await TransferLoad.start(sandbox, [server.url]);
    await load.acknowledge(100);
    const before = load.acknowledged.map(({ reference }) => reference);
    const end = await corebank('corebank', `backup --json --to ${backups}`);
    const known = load.acknowledged.length;
    await load.acknowledge(100);
    await load.stop();
    expect(load.failures).toEqual([]);
    const after = load.acknowledged.slice(known + 8).map(({ reference }) => reference);
    return { folder: end.code === 0 ? (end.json().folder as string) : end.output, before, after, end };
  }

  it('restores a backup made under load to the very balances of its moment, and proves it', async () => {
    const { folder, before, after, end } = await backUpUnderLoad();
    expect(end.code).toBe(0);
    emptyDatabase(RESTORED);
    const restored = await corebank(RESTORED, `restore --json --verify --from ${folder}`);
    expect([restored.code, restored.output]).toEqual([0, expect.any(String)]);
    const { items, differences } = restored.json() as unknown as { items: object[]; differences: string[] };
    expect(differences).toEqual([]);
    expect(items.length).toBeGreaterThan(15);
    expect(await count(cluster.url(RESTORED), before)).toBe(before.length);
    expect(await count(cluster.url(RESTORED), after)).toBe(0);
    expect(shapeOf('corebank').length).toBeGreaterThan(500);
    expect(shapeOf(RESTORED)).toEqual(shapeOf('corebank'));
    const copy = await ServerProcess.start(cluster.url(RESTORED, 'corebank_server'), {
      MIGRATE_ON_START: 'false',
      BACKGROUND_WORK: 'false',
    });
    const load = await TransferLoad.start(sandbox, [copy.url], 1);
    await load.acknowledge(5);
    await load.stop();
    expect(await copy.stop()).toBe(0);
  }, 240_000);

  it('names the role in the refusal of a backup that would be empty', async () => {
    const settings = { DATABASE_BACKUP_URL: cluster.url('corebank', 'corebank_owner') };
    expect(await corebank('corebank', `backup --to ${backups}`, settings)).toMatchObject({
      code: 2,
      output: expect.stringMatching(
        /corebank_owner does not see the rows of every institution: set DATABASE_BACKUP_URL/,
      ),
    });
  }, 60_000);

  it('notices a changed file, a missing file, an occupied database and a master key that does not fit', async () => {
    const end = await corebank('corebank', `backup --json --to ${backups}`);
    const folder = end.json().folder as string;
    expect((await corebank('corebank', `restore --from ${folder}`)).output).toMatch(
      /corebank is not empty: restore into/,
    );
    const otherKey = { COREBANK_MASTER_KEY: Buffer.alloc(32, 9).toString('base64') };
    emptyDatabase(RESTORED);
    expect(await corebank(RESTORED, `restore --verify --from ${folder}`, otherKey)).toMatchObject({
      code: 2,
      output: expect.stringMatching(
        /The master key does not fit this backup: it was made with the key [0-9a-f]{8}, and /,
      ),
    });
    expect(psql(RESTORED, "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toBe('0\n');
    const { files } = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as BackupManifest;
    appendFileSync(path.join(folder, files[0]!.path), 'x');
    rmSync(path.join(folder, files[1]!.path));
    emptyDatabase(RESTORED);
    expect(await corebank(RESTORED, `restore --from ${folder}`)).toMatchObject({
      code: 2,
      output: `The backup is damaged: ${files[0]!.path} was changed. ${files[1]!.path} is missing.\n`,
    });
  }, 120_000);

  it('finds a kobo that a restored database lacks, a lost row and a lost institution', async () => {
    const end = await corebank('corebank', `backup --json --to ${backups}`);
    const manifest = path.join(end.json().folder as string, 'manifest.json');
    const text = readFileSync(manifest, 'utf8');
    const facts = JSON.parse(text) as BackupManifest;
    const [books] = facts.institutions;
    const changed = {
      ...books!,
      creditsKobo: String(BigInt(books!.creditsKobo) + 1n),
      rows: { ...books!.rows, posting: books!.rows.posting! + 1 },
    };
    const other = { ...books!, institutionId: 77 };
    rmSync(manifest);
    appendFileSync(manifest, JSON.stringify({ ...facts, institutions: [changed, other] }));
    emptyDatabase(RESTORED);
    const { code, output } = await corebank(RESTORED, `restore --from ${path.dirname(manifest)}`);
    expect(code).toBe(1);
    expect(output).toContain(`creditsKobo ${books!.creditsKobo} instead of ${changed.creditsKobo}.`);
    expect(output).toContain(`posting ${books!.rows.posting} rows instead of ${changed.rows.posting}.`);
    expect(output).toContain('Institution 77 is missing.');
    expect(output).toContain('Wrong: 3. Do not serve this database.');
  }, 120_000);

  it('recovers a physical backup to an instant: what was booked before is there, what came later is not', async () => {
    const load = await TransferLoad.start(sandbox, [server.url]);
    await load.acknowledge(50);
    const physical = await corebank('corebank', `backup --json --physical --to ${backups}`);
    expect(physical).toMatchObject({ code: 0 });
    await load.acknowledge(100);
    const instant = Date.now();
    await load.acknowledge(100);
    await load.stop();
    await server.stop();
    psql('corebank', 'SELECT pg_switch_wal()');
    await sleep(3_000);
    await cluster.stop('SIGKILL');
    const copy = await InstalledCluster.prepare(binDir);
    copies.push(copy);
    const script = copy.subfolder('bin');
    copyFileSync(path.join(DEPLOY, 'restore-to-time.sh'), path.join(script, 'restore.sh'));
    const startedAt = performance.now();
    const folder = physical.json().folder as string;
    cluster.own(folder);
    copy.run('/bin/sh', [
      path.join(script, 'restore.sh'),
      folder,
      archive,
      copy.dataFolder,
      new Date(instant).toISOString(),
    ]);
    await copy.start({ archive_mode: 'off' });
    const recoveredMs = performance.now() - startedAt;
    const before = load.acknowledged.filter(({ at }) => at < instant - 50).map(({ reference }) => reference);
    const after = load.acknowledged.filter(({ at }) => at > instant + 200).map(({ reference }) => reference);
    expect(await count(copy.url('corebank'), before)).toBe(before.length);
    expect(await count(copy.url('corebank'), after)).toBe(0);
    const proven = await runCorebank(['reconcile'], {
      DATABASE_URL: copy.url('corebank', 'corebank_server'),
      DATABASE_MIGRATION_URL: copy.url('corebank', 'corebank_owner'),
    });
    expect(proven).toMatchObject({ code: 0, output: expect.stringContaining('Everything fits.') });
    console.log(`Recovered ${before.length} transfers to an instant in ${Math.round(recoveredMs)} ms.`);
  }, 240_000);
});
