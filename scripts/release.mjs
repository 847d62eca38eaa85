// `npm run release [-- --folder FOLDER] [-- --installed]`: the files of a release in `release/corebank-VERSION/`, with
// a CycloneDX bill of materials, and beside it the same as an archive. `npm run serve` in the unpacked archive is the
// server. `--folder` writes the files there and makes no archive; `--installed` installs the production dependencies in
// them too, as in the container image.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, prepareConsole, prepareSite, root } from './lib/prepare.mjs';
import { PRODUCTION_INSTALL } from './lib/production-install.mjs';

/** What a release consists of beside `package.json`; nothing else of a working copy is in it. */
const CONTENT = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'console/dist',
  'deploy',
  'dist',
  'docs',
  'openapi',
  'site',
  'package-lock.json',
  'scripts/health.mjs',
  'scripts/serve.mjs',
  'scripts/lib/assert-node-version.mjs',
  'scripts/lib/become-server.mjs',
  'scripts/lib/production-install.mjs',
];
/** The npm commands that work in a release. */
const COMMANDS = ['serve', 'corebank'];
/** Overrides of packages that no release installs; npm refuses those that refer to a missing dependency. */
const FOR_DEVELOPMENT_ONLY = new Set(['openapi-typescript', 'react', 'react-dom', '@types/react']);
const BILL_OF_MATERIALS = 'sbom.cdx.json';
const FOR_DEVELOPERS = /\.(map|d\.[cm]?ts|md|markdown|flow)$/i;
const LICENCE = /licen[cs]e|notice|copying/i;
/** The font comes in eighteen styles; documents are set in two of them (src/common/files/pdf-fonts.ts). */
const UNUSED_FONT = /^NotoSans_(?!400Regular\.|700Bold\.)\w+\.ttf$/;
/** Builds of packages for browsers and their sources, beside the build that Node.js loads. */
const UNREAD_FOLDERS = ['rxjs/dist/bundles', 'rxjs/dist/esm5', 'rxjs/src', 'typeorm/browser'];

const { values } = parseArgs({ options: { folder: { type: 'string' }, installed: { type: 'boolean' } } });
prepare();
prepareSite();
prepareConsole();
const description = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const name = `corebank-${description.version}`;
const folder = path.resolve(values.folder ?? path.join(root, 'release', name));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const file of CONTENT) cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
/** Seconds; 0 in an image, whose build knows no history. */
const commitTime = Number(output('git', ['log', '-1', '--format=%ct'], root) || 0);
describe();
writeFileSync(path.join(folder, BILL_OF_MATERIALS), billOfMaterials());
if (values.installed) {
  run('npm', PRODUCTION_INSTALL, folder);
  removeWhatNoProgramReads();
}
console.error(`release: ${path.relative(process.cwd(), folder) || folder}`);
if (values.folder === undefined) archive();

/** A `package.json` and a lock file that know no development dependency, so that npm can install none. */
function describe() {
  const scripts = Object.fromEntries(COMMANDS.map((command) => [command, description.scripts[command]]));
  // The console is built: neither its workspace nor the versions that only development asks for are in a release.
  const overrides = Object.fromEntries(
    Object.entries(description.overrides).filter(([name]) => !FOR_DEVELOPMENT_ONLY.has(name)),
  );
  // JSON leaves out what is undefined.
  const left = { workspaces: undefined, devDependencies: undefined, allowScripts: undefined };
  const kept = { ...description, scripts, overrides, ...left };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`);
  run('npm', ['install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
}

/** The dependencies of the lock file, with their licences and checksums, the same for the same commit. */
function billOfMaterials() {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const bill = JSON.parse(output('npm', args, folder));
  bill.serialNumber = undefined;
  bill.metadata.timestamp = commitTime > 0 ? new Date(commitTime * 1000).toISOString() : undefined;
  bill.metadata.component.name = description.name;
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** Types, source maps and readme files are half of what npm installs, and no program reads them. Licences stay. */
function removeWhatNoProgramReads() {
  const modules = path.join(folder, 'node_modules');
  for (const unread of UNREAD_FOLDERS) rmSync(path.join(modules, unread), { recursive: true, force: true });
  const isUnread = (name) => UNUSED_FONT.test(name) || (FOR_DEVELOPERS.test(name) && !LICENCE.test(name));
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && isUnread(entry.name)) rmSync(path.join(entry.parentPath ?? entry.path, entry.name));
}

/** The same files in the same order with the same times, so that the same commit gives the same archive. */
function archive() {
  const file = `${folder}.tar.gz`;
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${commitTime}`];
  const contents = ['-cf', file, '-C', path.dirname(folder), name];
  run('tar', [...order, '--mode=u=rwX,go=rX', '--use-compress-program=gzip -n', ...contents], root);
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  writeFileSync(`${file}.sha256`, `${digest}  ${path.basename(file)}\n`);
  console.error(`release: ${path.relative(process.cwd(), file)}, SHA-256 ${digest}`);
}

/** What a program prints; nothing where it fails. */
function output(command, args, cwd) {
  const { stdout } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return stdout ?? '';
}

/** Runs a program; ends this one where it fails. */
function run(command, args, cwd) {
  // The standard output belongs to whoever reads what this program prints.
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', process.stderr, 'inherit'] });
  if (status === 0) return;
  console.error(`release: ${command} ${args[0]} failed in ${cwd}`);
  process.exit(1);
}
