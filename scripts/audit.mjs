// `npm run audit [-- <package-lock.json>]`: what we take from others. Fails for a package without a checksum or from
// another registry, for a licence that nobody has allowed, and for a known weakness of high or critical severity in
// what we serve with. Where the registry's advisory service does not answer, that last part is said not to have been
// checked, and does not fail.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const REGISTRY = 'https://registry.npmjs.org/';
const TIMEOUT_MS = 60_000;
const GRAVE = ['high', 'critical'];

const ALLOWED_LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MIT/X11',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages whose package.json names no licence, and where it was read instead. */
const READ_ELSEWHERE = {
  buffers: 'none is stated anywhere in the package; it comes with exceljs (unzipper, binary)',
  'passport-strategy': 'MIT, in its LICENSE',
  pause: 'MIT, in its Readme',
  'png-js': 'MIT, in its LICENSE',
};

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const lockFile = process.argv[2] ?? path.join(root, 'package-lock.json');
const packages = Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages).filter(
  // Our own workspaces stand in the lock file beside the packages that they use.
  ([where, { link }]) => where.includes('node_modules/') && !link,
);
const nameOf = (where) => where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length);

const faults = [...unsafeSources(), ...unknownLicences(), ...advisories()];
for (const fault of faults) console.error(`audit: ${fault}`);
console.log(`audit: ${packages.length} packages, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;

function unsafeSources() {
  return packages.flatMap(([where, { integrity, resolved, inBundle }]) => {
    if (!inBundle && !integrity) return [`${where} has no checksum`];
    return resolved && !resolved.startsWith(REGISTRY) ? [`${where} comes from ${resolved}`] : [];
  });
}

function unknownLicences() {
  return packages
    .filter(
      ([where, { dev, license }]) =>
        !dev && !isAllowed(license ?? '') && !(license === undefined && nameOf(where) in READ_ELSEWHERE),
    )
    .map(
      ([where, { license }]) =>
        `${where} has the licence ${license ?? '(none)'}: allow it in scripts/audit.mjs, or do without`,
    );
}

/** An expression such as `(MIT OR GPL-3.0-or-later)`: one of the alternatives must be allowed whole. */
function isAllowed(expression) {
  const alternatives = expression.replace(/[()]/g, '').split(/ OR /i);
  return alternatives.some((alternative) =>
    alternative.split(/ AND /i).every((licence) => ALLOWED_LICENCES.has(licence.trim())),
  );
}

function advisories() {
  const { stdout, error } = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
    cwd: root,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const report = parsed(stdout);
  if (report?.vulnerabilities === undefined) {
    console.log(
      `audit: known weaknesses were NOT CHECKED, the advisory service did not answer (${error?.message ?? report?.message ?? 'no report'})`,
    );
    return [];
  }
  const found = Object.values(report.vulnerabilities);
  console.log(
    `audit: ${found.length} packages with known weaknesses, ${found.filter(({ severity }) => GRAVE.includes(severity)).length} of them grave`,
  );
  return found
    .filter(({ severity }) => GRAVE.includes(severity))
    .map(({ name, severity, range }) => `${name} ${range} has a known weakness (${severity})`);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
