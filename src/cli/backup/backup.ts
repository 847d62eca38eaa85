import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import * as path from 'node:path';
import { Client } from 'pg';
import { PROGRAM_VERSION } from '../../common/program-version';
import { Clock } from '../../common/time/clock';
import {
  type CommandResult,
  missingOptions,
  type OperatorCommand,
  parsedOptions,
  UsageError,
} from '../operator-command';
import { type BackupManifest, masterKeyIds, writeManifest } from './backup-manifest';
import { booksTotals } from './books-totals';
import { assertToolFits, runTool } from './postgres-tools';

const PARALLEL_JOBS = '2';
const BYTES_OF_GIB = 1_073_741_824;

type DatabaseFacts = Pick<BackupManifest, 'madeAt' | 'serverMajor' | 'lastMigration' | 'documents' | 'institutions'>;

/** `corebank backup`: a copy of the database with the figures that its restoration is compared with. */
export const backup: OperatorCommand = {
  name: 'backup',
  options: '--to FOLDER [--physical]',
  summary:
    'Copies the database of every institution into a new folder below FOLDER, as the role of DATABASE_BACKUP_URL',
  async run({ config }, args) {
    const { to, physical } = parsedOptions(args, { to: 'string', physical: 'boolean' });
    if (to === undefined) throw missingOptions(['to']);
    const startedAt = performance.now();
    const url = config.backupUrl ?? config.migrationUrl;
    if (url === undefined) throw new UsageError('Set DATABASE_BACKUP_URL to the backup role of this database.');
    const target = newFolder(path.resolve(to));
    try {
      const facts = await (physical === true ? copyFiles(url, target.draft) : dump(url, target.draft));
      const manifest = await writeManifest(target.draft, {
        kind: physical === true ? 'physical' : 'logical',
        programVersion: PROGRAM_VERSION,
        masterKeyIds: masterKeyIds(config),
        durationMs: Math.round(performance.now() - startedAt),
        ...facts,
      });
      renameSync(target.draft, target.folder);
      return resultOf(target.folder, manifest);
    } catch (error) {
      rmSync(target.draft, { recursive: true, force: true });
      throw error;
    }
  },
};

/** A folder that is named when the backup is complete, so that nobody takes half a backup for a whole one. */
function newFolder(parent: string): { draft: string; folder: string } {
  const name = `corebank-${new Clock()
    .now()
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')}`;
  const [draft, folder] = [path.join(parent, `${name}.partial`), path.join(parent, name)];
  if (existsSync(folder) || existsSync(draft)) throw new UsageError(`${folder} is there already: try again.`);
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  chmodSync(draft, 0o700);
  return { draft, folder };
}

/** A logical backup: `pg_dump` of one snapshot, and the books as that snapshot shows them. */
async function dump(url: string, folder: string): Promise<DatabaseFacts> {
  return inSnapshot(url, async (client, snapshot) => {
    const facts = await factsOf(client);
    assertToolFits('pg_dump', facts.serverMajor);
    const institutions = await booksTotals(client);
    const options = ['--format=directory', `--jobs=${PARALLEL_JOBS}`, '--no-password', `--snapshot=${snapshot}`];
    await runTool('pg_dump', [...options, '--file', path.join(folder, 'database')], url);
    return { ...facts, institutions };
  });
}

/** A physical backup: the server's files with the log of the time it took, verified against their own checksums. */
async function copyFiles(url: string, folder: string): Promise<DatabaseFacts> {
  const facts = await inSnapshot(url, (client) => factsOf(client));
  for (const tool of ['pg_basebackup', 'pg_verifybackup'] as const) assertToolFits(tool, facts.serverMajor);
  const data = path.join(folder, 'data');
  const options = ['--format=plain', '--wal-method=stream', '--checkpoint=fast', '--manifest-checksums=SHA256'];
  await runTool('pg_basebackup', [...options, '--no-password', '--pgdata', data], url);
  await runTool('pg_verifybackup', ['--quiet', data]);
  return { ...facts, institutions: [] };
}

/** Runs `work` in one snapshot that other sessions can share. The role must see the rows of every institution. */
async function inSnapshot<T>(url: string, work: (client: Client, snapshot: string) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ name: string; seesAll: boolean; snapshot: string }>(
      `SELECT current_user AS name, rolsuper OR rolbypassrls AS "seesAll", pg_export_snapshot() AS snapshot
         FROM pg_roles WHERE rolname = current_user`,
    );
    const { name, seesAll, snapshot } = rows[0]!;
    if (!seesAll)
      throw new UsageError(
        `The role ${name} does not see the rows of every institution: set DATABASE_BACKUP_URL to the backup role of ` +
          'deploy/postgresql/roles.sql, which has BYPASSRLS (docs/database-roles.md).',
      );
    return await work(client, snapshot);
  } finally {
    await client.end();
  }
}

async function factsOf(client: Client): Promise<Omit<DatabaseFacts, 'institutions'>> {
  const { rows } = await client.query<{ madeAt: Date; serverMajor: number; lastMigration: string }>(
    `SELECT now() AS "madeAt", current_setting('server_version_num')::int / 10000 AS "serverMajor",
            (SELECT name FROM migrations ORDER BY timestamp DESC LIMIT 1) AS "lastMigration"`,
  );
  const { rows: documents } = await client.query<{ storage: string; count: string }>(
    'SELECT storage, count(*) AS count FROM document WHERE content_erased_at IS NULL GROUP BY 1 ORDER BY 1',
  );
  const { madeAt, serverMajor, lastMigration } = rows[0]!;
  return {
    madeAt: madeAt.toISOString(),
    serverMajor,
    lastMigration,
    documents: Object.fromEntries(documents.map(({ storage, count }) => [storage, Number(count)])),
  };
}

function resultOf(folder: string, manifest: BackupManifest): CommandResult {
  const { files, durationMs, institutions, documents, kind, masterKeyIds: keyIds } = manifest;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return {
    ok: true,
    text: [
      `Complete ${kind} backup: ${folder}`,
      `${files.length} files, ${(bytes / BYTES_OF_GIB).toFixed(3)} GiB, ${(durationMs / 1000).toFixed(1)} s.`,
      ...institutions.map(
        ({ institutionId, code, businessDate, rows }) =>
          `Institution ${institutionId} (${code}): business date ${businessDate}, ${rows.posting ?? 0} postings.`,
      ),
      `Keep apart from it: the master key (id ${keyIds.join(', ')}) and the audit signing key.`,
      ...(documents.s3 === undefined ? [] : [`Back up the bucket too: ${documents.s3} documents are in S3.`]),
    ],
    data: { folder, bytes, durationMs, kind, masterKeyIds: keyIds, documents, institutions },
  };
}
