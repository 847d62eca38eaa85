import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AppConfig } from '../../common/config/app-config';
import { Keyring } from '../../common/crypto/keyring';
import { UsageError } from '../operator-command';
import type { BooksTotals } from './books-totals';

const MANIFEST_FILE = 'manifest.json';
const FORMAT = 1;

/** One file of a backup, with its path in the backup's folder. */
interface BackedUpFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** The facts about a backup that its restoration needs and is verified with. It holds no secret. */
export interface BackupManifest {
  format: number;
  kind: 'logical' | 'physical';
  /** The instant of the snapshot, ISO 8601. */
  madeAt: string;
  durationMs: number;
  programVersion: string;
  /** Major version of the server. */
  serverMajor: number;
  /** The newest migration of the schema. */
  lastMigration: string;
  /** Ids of the master keys that the program had: one of them must be configured where the backup is restored. */
  masterKeyIds: string[];
  /** Documents by storage; those in S3 are not in the backup. */
  documents: Record<string, number>;
  /** The books at the snapshot; empty in a physical backup, which is restored to any moment. */
  institutions: BooksTotals[];
  files: BackedUpFile[];
}

/** Ids are no secret: they are part of every sealed value. */
export function masterKeyIds({ masterKeys }: Pick<AppConfig, 'masterKeys'>): string[] {
  return new Keyring(masterKeys).deriveAll('backup-manifest').map(({ keyId }) => keyId);
}

/** Writes the manifest of a folder with digests of every file in it. */
export async function writeManifest(
  folder: string,
  facts: Omit<BackupManifest, 'format' | 'files'>,
): Promise<BackupManifest> {
  const files: BackedUpFile[] = [];
  for (const name of filesBelow(folder)) files.push(await described(folder, name));
  const manifest = { format: FORMAT, ...facts, files };
  writeFileSync(path.join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
}

/** @throws UsageError when the folder is no complete backup of a format that this program knows */
export function readManifest(folder: string): BackupManifest {
  const file = path.join(folder, MANIFEST_FILE);
  if (!existsSync(file))
    throw new UsageError(`${folder} is no complete backup: it has no ${MANIFEST_FILE}. Name the folder of one backup.`);
  const manifest = parsed(readFileSync(file, 'utf8'));
  if (manifest?.format !== undefined && manifest.format !== FORMAT)
    throw new UsageError(`The backup has format ${manifest.format}; this program reads format ${FORMAT}.`);
  if (!manifest || !Array.isArray(manifest.files) || !Array.isArray(manifest.institutions))
    throw new UsageError(`The backup is damaged: ${MANIFEST_FILE} was changed or is cut off. Take another backup.`);
  return manifest as BackupManifest;
}

/** Undefined where the text is no JSON object. */
function parsed(text: string): Partial<BackupManifest> | undefined {
  try {
    return (JSON.parse(text) as Partial<BackupManifest> | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Files that are missing, changed or added since the backup was made, one sentence for each. */
export async function fileDifferences(folder: string, { files }: BackupManifest): Promise<string[]> {
  const present = new Set(filesBelow(folder).filter((name) => name !== MANIFEST_FILE));
  const differences: string[] = [];
  for (const expected of files) {
    if (!present.delete(expected.path)) differences.push(`${expected.path} is missing.`);
    else if ((await described(folder, expected.path)).sha256 !== expected.sha256)
      differences.push(`${expected.path} was changed.`);
  }
  return [...differences, ...[...present].map((name) => `${name} is not part of the backup.`)];
}

async function described(folder: string, name: string): Promise<BackedUpFile> {
  const file = path.join(folder, name);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { path: name, bytes: statSync(file).size, sha256: hash.digest('hex') };
}

function filesBelow(folder: string, below = ''): string[] {
  return readdirSync(path.join(folder, below), { withFileTypes: true })
    .flatMap((entry) => {
      const name = path.posix.join(below, entry.name);
      return entry.isDirectory() ? filesBelow(folder, name) : [name];
    })
    .sort();
}
