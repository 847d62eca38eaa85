import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ListSealingProgress } from '../accounts/customers/queries/list-sealing-progress';
import type { AppConfig } from '../common/config/app-config';
import { IdentitySealer } from '../common/identity/identity-sealer';
import { Clock } from '../common/time/clock';
import { SecretRotation } from '../institutions/settings/secret-rotation';
import { masterKeyIds } from './backup/backup-manifest';
import { institutionIds } from './backup/reconcile-institutions';
import { type CommandResult, type OperatorCommand, parsedOptions, UsageError } from './operator-command';

const STEPS = ['add', 'switch', 'seal', 'finish'] as const;
type Step = (typeof STEPS)[number];

const KEY_BYTES = 32;
/** Stored answers and references of holds that were sealed with the old key are needed for so long. */
const OLD_KEY_DAYS = 30;
const DAY_MS = 86_400_000;

/** `corebank keys rotate`: changes the file of the master keys step by step (docs/security.md#runbooks). */
export const keysRotate: OperatorCommand = {
  name: 'keys rotate',
  options: `--step ${STEPS.join('|')} [--now]`,
  summary:
    'Changes the master key in the file of COREBANK_MASTER_KEY_FILE: add a new key, switch to it, seal what is ' +
    'stored with it, finish by removing the old one after 30 days (--now: at once); restart the servers after each',
  async run({ config, services }, args) {
    const { step, now } = parsedOptions(args, { step: 'string', now: 'boolean' });
    if (!STEPS.includes(step as Step)) throw new UsageError(`--step must be one of ${STEPS.join(', ')}.`);
    if (step === 'add') return added(config);
    if (step === 'switch') return switched(config);
    assertSwitched(config);
    const left = await sealAll(await services());
    if (step === 'seal' || left.length > 0) return sealed(left);
    return finished(config, now === true);
  },
};

function added(config: AppConfig): CommandResult {
  const file = keyFile(config);
  if (config.masterKeys.length !== 1)
    throw new UsageError('There are several master keys already: end that rotation first.');
  writeFileSync(markOf(file), idOf(config.masterKeys[0]!), { flush: true });
  writeKeys(file, [...config.masterKeys, randomBytes(KEY_BYTES)]);
  return done('add', 'A new key was added behind the current one. Restart every server, then run --step switch.');
}

function switched(config: AppConfig): CommandResult {
  const file = keyFile(config);
  const [old, fresh] = config.masterKeys;
  if (config.masterKeys.length !== 2) throw new UsageError('There must be two master keys: run --step add first.');
  // A second switch would make the old key the first again, and its finish would remove the new one.
  if (oldKeyId(file) === idOf(fresh!))
    throw new UsageError('The new key is the first already: restart every server, then run --step seal.');
  writeKeys(file, [fresh!, old!]);
  return done('switch', 'The new key is now the first. Restart every server, then run --step seal.');
}

/** @throws UsageError while the old key is the first: everything would be sealed with it, and the new one removed. */
function assertSwitched({ masterKeyFile, masterKeys }: AppConfig): void {
  if (masterKeyFile === undefined || masterKeys.length < 2) return;
  if (oldKeyId(masterKeyFile) === idOf(masterKeys[0]!))
    throw new UsageError('The old key is still the first: run --step switch and restart every server before.');
}

function sealed(left: string[]): CommandResult {
  const text =
    left.length === 0
      ? [`Everything stored is sealed with the first key. After ${OLD_KEY_DAYS} days run --step finish.`]
      : [
          ...left,
          'The old key is still needed. What is Waiting or Running is looked at again after ten minutes: repeat this step.',
        ];
  return { ok: left.length === 0, text, data: { step: 'seal', left } };
}

function finished(config: AppConfig, isForced: boolean): CommandResult {
  const file = keyFile(config);
  if (config.masterKeys.length < 2) throw new UsageError('There is one master key only: nothing is to be finished.');
  const ageDays = Math.floor((new Clock().now().getTime() - statSync(file).mtimeMs) / DAY_MS);
  if (ageDays < OLD_KEY_DAYS && !isForced)
    throw new UsageError(
      `The keys were switched ${ageDays} days ago. Stored answers to repeated requests and references of AML holds need ` +
        `the old key for ${OLD_KEY_DAYS} days; --now removes it all the same.`,
    );
  writeKeys(file, config.masterKeys.slice(0, 1));
  rmSync(markOf(file), { force: true });
  return done('finish', 'The old key was removed. Restart every server, and keep the old key for older backups.');
}

/** Seals everything with the first key. @returns what is still sealed with another, as sentences */
async function sealAll(app: INestApplicationContext): Promise<string[]> {
  const totals = await app.get(SecretRotation, { strict: false }).rotate();
  await app.get(IdentitySealer, { strict: false }).run();
  const left: string[] = [];
  if (totals === undefined) left.push('The database failed: see its log, then repeat this step.');
  else if (totals.failedInstitutions > 0)
    left.push(`Secrets of ${totals.failedInstitutions} institutions could not be sealed: see the log.`);
  for (const institutionId of await institutionIds(app)) {
    const { data } = await app.get(QueryBus, { strict: false }).execute(new ListSealingProgress(institutionId));
    for (const { place, status, failedRows } of data) {
      if (status !== 'Finished') left.push(`Institution ${institutionId}: identity numbers in ${place} are ${status}.`);
      else if (failedRows > 0) left.push(`Institution ${institutionId}: no key opens ${failedRows} rows of ${place}.`);
    }
  }
  return left;
}

function keyFile({ masterKeyFile }: AppConfig): string {
  if (masterKeyFile !== undefined) return masterKeyFile;
  throw new UsageError(
    'Keep the keys in a file that COREBANK_MASTER_KEY_FILE names; with COREBANK_MASTER_KEY change the variable by hand ' +
      '(docs/security.md).',
  );
}

/** The file beside that of the keys with the id of the key that a rotation replaces. An id is no secret. */
function markOf(file: string): string {
  return `${file}.replaces`;
}

/** The id of the key that the rotation replaces; undefined for one that an earlier version began. */
function oldKeyId(file: string): string | undefined {
  return existsSync(markOf(file)) ? readFileSync(markOf(file), 'utf8').trim() : undefined;
}

function idOf(key: Buffer): string {
  return masterKeyIds({ masterKeys: [key] })[0]!;
}

/** Replaces the file as a whole, so that a server that starts meanwhile reads the old or the new keys. */
function writeKeys(file: string, keys: readonly Buffer[]): void {
  const { mode, uid, gid } = statSync(file);
  const draft = `${file}.new`;
  writeFileSync(draft, keys.map((key) => key.toString('base64')).join(','), { mode: mode & 0o777, flush: true });
  chownSync(draft, uid, gid);
  renameSync(draft, file);
}

function done(step: Step, text: string): CommandResult {
  return { ok: true, text: [text], data: { step } };
}
