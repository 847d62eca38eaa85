// Prepares every npm command: installs the dependencies of the lock file and builds the present sources.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

const installStamp = path.join(root, 'node_modules', '.corebank-lock-hash');
const siteStamp = path.join(root, 'site', '.corebank-site-hash');
const consoleStamp = path.join(root, 'console', 'dist', '.corebank-console-hash');
// Inside dist, so that deleting dist deletes the stamp too.
const buildStamp = path.join(root, 'dist', '.corebank-build-hash');

/**
 * Installs and builds what is missing or out of date; exits with code 1 where that fails if no `onFailure` is given.
 */
export function prepare(onFailure = () => process.exit(1)) {
  const lockHash = hashOf([path.join(root, 'package-lock.json')]);
  if (readStamp(installStamp) !== lockHash) {
    // The build needs the development dependencies, which npm leaves out when NODE_ENV is production.
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
    if (!run('npm', args, 'installing dependencies')) return onFailure('install');
    writeFileSync(installStamp, lockHash);
  }
  // Contents, not times: a checkout or a switch of branches sets times that mean nothing.
  const sourceHash = hashOf([...buildInputs(), installStamp]);
  if (readStamp(buildStamp) !== sourceHash) {
    const nest = path.join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
    if (!run(process.execPath, [nest, 'build'], 'building')) return onFailure('build');
    writeFileSync(buildStamp, sourceHash);
  }
}

/** Builds the pages of the documentation from `docs/` when they are out of date; a link that leads nowhere fails. */
export function prepareSite(onFailure = () => process.exit(1)) {
  const siteHash = hashOf([...filesBelow('docs'), installStamp]);
  if (readStamp(siteStamp) === siteHash) return;
  const vitepress = path.join(root, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  if (!run(process.execPath, [vitepress, 'build', 'docs'], 'building the documentation')) return onFailure('site');
  writeFileSync(siteStamp, siteHash);
}

/** Builds the staff's console when its sources or the document of the API have changed. */
export function prepareConsole(onFailure = () => process.exit(1)) {
  const sources = filesBelow('console').filter(
    (file) => !/[\\/](dist|node_modules|e2e|test-results)[\\/]|\.gen\./.test(file),
  );
  const consoleHash = hashOf([...sources, path.join(root, 'openapi', 'admin.json'), installStamp]);
  if (readStamp(consoleStamp) === consoleHash) return;
  const build = path.join(root, 'console', 'scripts', 'build.mjs');
  if (!run(process.execPath, [build], 'building the console')) return onFailure('console');
  writeFileSync(consoleStamp, consoleHash);
}

function buildInputs() {
  const configuration = readdirSync(root).filter((name) => /^(tsconfig.*|nest-cli)\.json$/.test(name));
  return [...configuration.map((name) => path.join(root, name)), ...filesBelow('src')].sort();
}

function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * Runs a step and says how long it took. At a terminal its own output is shown only where it fails: npm prints a page
 * of notes that a person who waits for the server does not need.
 */
function run(command, args, purpose) {
  const isTerminal = process.stderr.isTTY && !process.env.CI;
  const startedAt = performance.now();
  process.stderr.write(
    isTerminal
      ? `${styleText('cyan', '…')} ${purpose} `
      : `${purpose}: ${path.basename(command)} ${args.map((arg) => path.basename(arg)).join(' ')}\n`,
  );
  // The standard output belongs to the program that is prepared: `loan:quote` prints nothing there but JSON.
  const stdio = isTerminal ? ['ignore', 'pipe', 'pipe'] : ['ignore', process.stderr, 'inherit'];
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, stdio, encoding: 'utf8' });
  if (!isTerminal) return status === 0;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stderr.write(
    status === 0
      ? `${styleText('green', 'done')} (${seconds} s)\n`
      : `${styleText('red', 'failed')}\n${stdout}${stderr}`,
  );
  return status === 0;
}
