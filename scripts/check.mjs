// `npm run check [-- <branch>]`: the inner loop. Checks what differs from the branch (by default main) and what is not
// committed: format, lint, types, all unit tests, and the end-to-end suites of the changed modules. `npm test` checks
// everything, and is what a change must pass in the end.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { changedFiles } from './lib/changed-files.mjs';
import { root } from './lib/prepare.mjs';
import { suitesOf } from './lib/suites-of.mjs';

const CACHE = path.join(root, '.cache');
const bin = (...segments) => path.join(root, 'node_modules', ...segments);
const jest = (...args) => [bin('jest', 'bin', 'jest.js'), '--passWithNoTests', ...args];
/** Steps that ran: name, seconds, whether they passed. */
const results = [];

process.chdir(root);
mkdirSync(CACHE, { recursive: true });
const changed = changedFiles(process.argv[2]);
const existing = changed.filter((file) => existsSync(file));
const sources = existing.filter((file) => /\.(ts|mjs|cjs)$/.test(file) && !file.includes('/migrations/'));
const suites = suitesOf(changed);
console.log(`${changed.length} changed files; end-to-end suites: ${suites.join(' ') || 'none'}`);

await Promise.all([formatAndLint(), types()]);
// Tests of code that does not compile or is not formatted would only be run again.
if (results.every(({ passed }) => passed)) await tests();
report();

async function formatAndLint() {
  if (existing.length > 0) {
    const prettier = ['--check', '--ignore-unknown', '--cache', '--cache-location', path.join(CACHE, 'prettier')];
    await step('format', [bin('prettier', 'bin', 'prettier.cjs'), ...prettier, ...existing]);
  }
  if (sources.length > 0) {
    const cache = ['--cache', '--cache-strategy', 'content', '--cache-location', path.join(CACHE, 'eslint')];
    await step('lint of types', [bin('oxlint', 'bin', 'oxlint'), '--type-aware', ...sources]);
    await step('lint', [bin('eslint', 'bin', 'eslint.js'), '--max-warnings', '0', ...cache, ...sources]);
  }
  if (changed.some((file) => file.startsWith('src/'))) {
    const cache = ['--cache', path.join(CACHE, 'dependency-cruiser'), '--cache-strategy', 'content'];
    const cruise = bin('dependency-cruiser', 'bin', 'dependency-cruise.mjs');
    await step('imports', [cruise, '--config', '.dependency-cruiser.cjs', ...cache, 'src']);
    await step('schema page', [path.join('scripts', 'schema-docs.mjs'), '--check']);
  }
}

async function types() {
  const incremental = ['--incremental', '--tsBuildInfoFile', path.join(CACHE, 'types.tsbuildinfo')];
  await step('types', [bin('typescript', 'bin', 'tsc'), '--noEmit', '-p', 'tsconfig.json', ...incremental]);
}

async function tests() {
  await step('unit tests', jest('--selectProjects', 'unit'));
  if (suites.length > 0) await step('e2e tests', jest('--selectProjects', 'e2e', '--testPathPatterns', ...suites));
}

/** Runs a Node program, and shows what it printed when it fails. */
function step(name, args) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes));
    child.once('close', (code) => {
      const seconds = (performance.now() - startedAt) / 1000;
      results.push({ name, seconds, passed: code === 0 });
      console.log(`${code === 0 ? 'passed' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
      if (code !== 0) console.log(Buffer.concat(output).toString());
      resolve();
    });
  });
}

function report() {
  const failed = results.filter(({ passed }) => !passed).length;
  console.log(`${results.length - failed} passed, ${failed} failed in ${Math.round(performance.now() / 1000)} s`);
  process.exit(failed > 0 ? 1 : 0);
}
