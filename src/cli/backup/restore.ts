import * as path from 'node:path';
import { Client } from 'pg';
import { migrationsKnown } from '../../common/database/pending-migrations';
import { missingServingRights } from '../../common/database/serving-rights';
import { servingRoleOf } from '../../common/database/serving-role';
import { linesOfChecks } from '../../common/health/check-item';
import { PROGRAM_VERSION } from '../../common/program-version';
import {
  missingOptions,
  type OperatorCommand,
  type OperatorContext,
  parsedOptions,
  UsageError,
} from '../operator-command';
import { type BackupManifest, fileDifferences, masterKeyIds, readManifest } from './backup-manifest';
import { booksTotals, differencesOf } from './books-totals';
import { assertToolFits, runTool } from './postgres-tools';
import { reconcileInstitution } from './reconcile-institutions';

const PARALLEL_JOBS = '2';

/** `corebank restore`: a logical backup in an empty database, compared with the figures that were taken with it. */
export const restore: OperatorCommand = {
  name: 'restore',
  options: '--from FOLDER [--verify]',
  summary:
    'Restores a logical backup into the empty database of DATABASE_MIGRATION_URL and compares balances and rows; ' +
    'with --verify also proves ledger, audit chain and documents',
  async run(context, args) {
    const { from, verify } = parsedOptions(args, { from: 'string', verify: 'boolean' });
    if (from === undefined) throw missingOptions(['from']);
    const startedAt = performance.now();
    const folder = path.resolve(from);
    const manifest = readManifest(folder);
    await assertUsable(folder, manifest);
    if (verify === true) assertKeyKnown(manifest, masterKeyIds(context.config));
    const url = context.config.migrationUrl;
    if (url === undefined) throw new UsageError('Set DATABASE_MIGRATION_URL to the owner of an empty database.');
    const differences = await restoreInto(url, folder, manifest, servingRoleOf(context.config));
    const restoredMs = Math.round(performance.now() - startedAt);
    const items = verify === true && differences.length === 0 ? await provenItems(context, manifest) : [];
    const wrong = differences.length + items.filter(({ ok }) => !ok).length;
    const durationMs = Math.round(performance.now() - startedAt);
    return {
      ok: wrong === 0,
      text: [
        `Restored in ${(restoredMs / 1000).toFixed(1)} s, as of ${manifest.madeAt}.`,
        ...differences,
        ...linesOfChecks(items, 'WRONG'),
        wrong === 0
          ? `Balances and rows are those of the backup; institutions: ${manifest.institutions.length}.`
          : `Wrong: ${wrong}. Do not serve this database.`,
      ],
      data: { madeAt: manifest.madeAt, restoredMs, durationMs, differences, items },
    };
  },
};

/** @throws UsageError for a backup that is damaged, physical, or of a newer program */
async function assertUsable(folder: string, manifest: BackupManifest): Promise<void> {
  if (manifest.kind === 'physical')
    throw new UsageError(
      'A physical backup is restored by PostgreSQL itself: deploy/postgresql/restore-to-time.sh (docs/backup.md).',
    );
  const damages = await fileDifferences(folder, manifest);
  if (damages.length > 0) throw new UsageError(`The backup is damaged: ${damages.join(' ')}`);
  if (migrationsKnown().includes(manifest.lastMigration)) return;
  throw new UsageError(
    `The backup has the migration ${manifest.lastMigration}, which this program (${PROGRAM_VERSION}) does not know: ` +
      `use version ${manifest.programVersion} or newer.`,
  );
}

/** The services that prove the copy open sealed values. @throws UsageError before anything is restored */
function assertKeyKnown(manifest: BackupManifest, configured: string[]): void {
  if (manifest.masterKeyIds.some((id) => configured.includes(id))) return;
  throw new UsageError(
    `The master key does not fit this backup: it was made with the key ${manifest.masterKeyIds.join(' or ')}, and ` +
      `${configured.join(', ')} is configured. Set COREBANK_MASTER_KEY, or the file that COREBANK_MASTER_KEY_FILE ` +
      'names, to the key of the backup, or restore without --verify.',
  );
}

/** @returns the differences between the restored books and those of the backup */
async function restoreInto(url: string, folder: string, manifest: BackupManifest, role: string): Promise<string[]> {
  await withClient(url, (client) => assertEmpty(client, manifest.serverMajor, role));
  assertToolFits('pg_restore', manifest.serverMajor);
  // Rights are given for the configured serving role, which may have another name than where the backup was made.
  const options = ['--exit-on-error', '--no-owner', '--no-privileges', `--jobs=${PARALLEL_JOBS}`];
  await runTool('pg_restore', [...options, '--no-password', path.join(folder, 'database')], url);
  return withClient(url, async (client) => {
    const ask = async <Row>(text: string, values: unknown[]): Promise<Row[]> =>
      (await client.query<Row & object>(text, values)).rows;
    // The schema of the backup may be older than this program, and has other tables then.
    for (const grant of await missingServingRights(ask, role)) await client.query(grant);
    await client.query('ANALYZE');
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return differencesOf(manifest.institutions, await booksTotals(client));
  });
}

/** @throws UsageError when the database has tables, is too old, or lacks the serving role */
async function assertEmpty(client: Client, serverMajor: number, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string; tables: number; major: number; hasRole: boolean }>(
    `SELECT current_database() AS name, current_setting('server_version_num')::int / 10000 AS major,
            to_regrole(quote_ident($1)) IS NOT NULL AS "hasRole",
            (SELECT count(*)::int FROM pg_class WHERE relnamespace = 'public'::regnamespace) AS tables`,
    [role],
  );
  const { name, tables, major, hasRole } = rows[0]!;
  if (tables > 0)
    throw new UsageError(`The database ${name} is not empty: restore into a new one, so that nothing is lost.`);
  if (!hasRole)
    throw new UsageError(`There is no role ${role}: run deploy/postgresql/roles.sql in the database ${name} first.`);
  if (major < serverMajor)
    throw new UsageError(`The backup is of PostgreSQL ${serverMajor}, but this server is PostgreSQL ${major}.`);
}

/** The proofs of every institution; building the services also shows that role, rights and master key fit. */
async function provenItems(
  { services }: OperatorContext,
  { institutions }: BackupManifest,
): Promise<Awaited<ReturnType<typeof reconcileInstitution>>> {
  const app = await services();
  const items = [];
  for (const { institutionId } of institutions)
    for (const item of await reconcileInstitution(app, institutionId))
      items.push({ ...item, name: `${institutionId} ${item.name}` });
  return items;
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
