// `npm test [-- <arguments for jest>]`: every check a change must pass but the slow suites, in order, up to the first
// that fails. `npm run test:slow`: the suites that are slow by nature; `.ci/run` runs both.
//
// The closing line is `N passed, N failed`: jest's tests, plus one for each of the other checks that ran.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { citusPostgres } from './lib/citus-postgres.cjs';
import { installedPgBouncer, knowsPreparedStatements } from './lib/pgbouncer.cjs';
import { prepare, prepareConsole, prepareSite, root } from './lib/prepare.mjs';

/** Limits of one check and of all slow suites together, so that a check that hangs ends the run. */
const CHECK_TIMEOUT_MS = 40 * 60_000;
const SLOW_SUITES_TIMEOUT_MS = 70 * 60_000;

/**
 * Suites at the same time in `npm test`: one waits a third of its time for jobs, providers and clocks, so that three
 * keep the two cores of a small machine busy. Slow suites are heavier: two of them, as `jest.config.cjs` says.
 */
const WORKERS = 3;

const bin = (...segments) => path.join(root, 'node_modules', ...segments);
const results = [];
const running = new Set();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    finish([{ name: `stopped by ${signal}`, passed: 0, failed: 1 }]);
  });
}

const onFailure = (step) => finish([{ name: step, passed: 0, failed: 1 }]);
prepare(onFailure);
prepareSite(onFailure);
prepareConsole(onFailure);

const args = process.argv.slice(2);
const isSlow = args[0] === '--slow';
if (isSlow) {
  await jest(['slow'], ['--passWithNoTests', ...args.slice(1)]);
  await jest(['measuring'], ['--maxWorkers=1', '--passWithNoTests', ...args.slice(1)]);
  if (results.every(({ passed, failed }) => passed + failed === 0))
    finish([{ name: 'no suite has this name', passed: 0, failed: 1 }]);
  await consoleStories();
  await pooledSuites();
  await distributedSuites();
} else {
  // Lint takes longer than all other static checks together, and one core: it runs beside them and the first suites.
  const lint = check('lint', 'npm', ['run', '--silent', 'lint']);
  await staticChecks();
  await Promise.all([lint, jest(['unit', 'e2e'], [`--maxWorkers=${WORKERS}`, ...args])]);
}
finish();

/** All but lint. Some use again what an earlier run left in `.cache`, where that cannot change the result. */
async function staticChecks() {
  await check('format', process.execPath, [
    bin('prettier', 'bin', 'prettier.cjs'),
    '--check',
    '--log-level',
    'warn',
    '--cache',
    '--cache-location',
    path.join(root, '.cache', 'prettier'),
    '.',
  ]);
  await check('typecheck', 'npm', ['run', '--silent', 'typecheck']);
  const openapi = path.join(root, 'dist', 'openapi.js');
  if (existsSync(openapi)) await check('openapi', process.execPath, [openapi, '--check']);
  await check('openapi lint', process.execPath, [path.join(root, 'scripts', 'openapi-lint.mjs')]);
  await check('schema page', process.execPath, [path.join(root, 'scripts', 'schema-docs.mjs'), '--check']);
  // CI only: an advisory published overnight must not stop work on an unrelated change.
  if (process.env.CI === 'true') await check('audit', process.execPath, [path.join(root, 'scripts', 'audit.mjs')]);
}

/** The stories of the console in a browser, unless only some of the slow suites are wanted. */
async function consoleStories() {
  if (args.length > 1) return;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-stories-'));
  const file = path.join(folder, 'results.json');
  process.env.CONSOLE_REPORT = file;
  const code = await run('stories of the console', process.execPath, [
    path.join(root, 'scripts', 'console-stories.mjs'),
  ]);
  delete process.env.CONSOLE_REPORT;
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  rmSync(folder, { recursive: true, force: true });
  // A story that did not run after another failed is counted as failed too.
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report?.stats ?? {};
  const failed = unexpected + skipped;
  if (flaky > 0) console.log(`${flaky} stories passed when they were tried again.`);
  results.push({
    name: 'stories',
    passed: expected + flaky,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    failures: failedStories(report),
  });
}

/** The failed stories of a report of Playwright, a line each. */
function failedStories(report) {
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
  return (report?.suites ?? [])
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const messages = tests.flatMap(({ results: runs }) => runs.flatMap(({ errors }) => errors.map((e) => e.message)));
      return `${file}: ${title}: ${shortened(messages.join(' '))}`;
    });
}

/**
 * The suites through PgBouncer, unless only some of the slow suites are wanted. `.ci/run` runs those of the pooler
 * itself, which take a minute, and leaves the others out.
 */
async function pooledSuites() {
  if (args.length > 1) return;
  const installed = installedPgBouncer();
  if (installed === undefined) {
    console.log('\nSkipped: the suites through PgBouncer, because it is not installed.');
    return;
  }
  process.env.TEST_POOLER = 'true';
  for (const prepared of knowsPreparedStatements(installed.version) ? ['false', 'true'] : ['false']) {
    process.env.TEST_PREPARED_STATEMENTS = prepared;
    await jest(
      ['pooled'],
      ['--maxWorkers=2', ...(process.env.CI === 'true' ? ['--testPathPatterns', 'test/pooler/'] : [])],
    );
  }
  delete process.env.TEST_POOLER;
  delete process.env.TEST_PREPARED_STATEMENTS;
}

/**
 * The suites on a distributed database, unless only some of the slow suites are wanted. `.ci/run` leaves them out, so
 * that it takes as long on a machine that has the extension as on any other.
 */
async function distributedSuites() {
  if (args.length > 1 || process.env.CI === 'true') return;
  if (citusPostgres() === undefined) {
    console.log('\nSkipped: the suites on a distributed database, because no installed PostgreSQL has Citus.');
    return;
  }
  process.env.TEST_CITUS = 'true';
  await jest(['distributed'], ['--maxWorkers=2']);
}

async function check(name, command, args) {
  const isPassed = (await run(name, command, args)) === 0;
  results.push({ name, passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1 });
  if (!isPassed) finish();
}

async function jest(projects, args) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-jest-'));
  const file = path.join(folder, 'results.json');
  const code = await run('jest', process.execPath, [
    // Also for the workers: a suite makes much that is soon garbage, which a small young generation collects often.
    '--max-semi-space-size=32',
    bin('jest', 'bin', 'jest.js'),
    '--selectProjects',
    ...projects,
    '--json',
    `--outputFile=${file}`,
    ...args,
  ]);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  rmSync(folder, { recursive: true, force: true });
  const passed = report?.numPassedTests ?? 0;
  // A suite that cannot be loaded has no failed tests, so it counts as one.
  const failed = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
  // Jest also fails for reasons that belong to no test, such as a setup that throws or no tests at all.
  results.push({ name: 'jest', passed, failed: code !== 0 && failed === 0 ? 1 : failed, failures: failuresOf(report) });
}

/** The failed tests of a report of jest, a line each, with how each failed: a long run's output scrolls away. */
function failuresOf(report) {
  return (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const suite = path.relative(root, name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && assertionResults.length === 0) return [`${suite}: ${shortened(message)}`];
    return failed.map(
      ({ fullName, failureMessages }) => `${suite}: ${fullName}: ${shortened(failureMessages.join(' '))}`,
    );
  });
}

function shortened(message) {
  return stripVTControlCharacters(message).replace(/\s+/g, ' ').trim().slice(0, 1_200);
}

/** Runs a program with our output and no input. Resolves to its exit code, or to null when it was killed. */
function run(name, command, args) {
  console.log(`\n--- ${name}`);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_ENV: 'test' };
    const program = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: isSlow ? SLOW_SUITES_TIMEOUT_MS : CHECK_TIMEOUT_MS,
    });
    running.add(program);
    program.once('error', (error) => {
      console.error(`${name} did not start: ${error.message}`);
      resolve(null);
    });
    program.once('exit', (code) => {
      running.delete(program);
      console.log(`--- ${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
      resolve(code);
    });
  });
}

function finish(more = []) {
  for (const program of running) program.kill();
  const all = [...results, ...more];
  const sum = (key) => all.reduce((total, result) => total + result[key], 0);
  console.log('\n--- summary');
  for (const { name, passed, failed, failures = [] } of all) {
    console.log(`${failed > 0 ? 'FAILED' : 'passed'} ${name}: ${passed} passed, ${failed} failed`);
    for (const failure of failures) console.log(`FAILED ${failure}`);
  }
  if (sum('failed') > 0 && !all.some(({ name }) => name === 'jest'))
    console.log('The checks after the failed one did not run.');
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exit(sum('failed') > 0 ? 1 : 0);
}
