import * as fs from 'node:fs';
import { type Options, optionsOf } from './options';
import { print, type Report } from './report';
import { pageOf, type RunOfMany } from './report-page';
import { SABOTAGES } from './sabotage';
import { TortureRun } from './torture-run';

const HOUR_MS = 3_600_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
let running: TortureRun | undefined;

/**
 * `npm run torture -- --seconds 300 --seed 7 [--clients 16] [--days 10] [--sabotage NAME] [--report file] [--page
 * file]`: the real program, two processes of it, under load while everything around it fails; afterwards every promise
 * is checked. `--hours 24` does so again and again, each time with another seed and from an empty database, and writes
 * a page after each run. Exits with 1 when a promise was broken.
 */
async function main(): Promise<void> {
  const options = optionsOf(process.argv.slice(2));
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void Promise.resolve(running?.stop()).then(() => process.exit(1)));
  const until = performance.now() + options.hours * HOUR_MS;
  const runs: RunOfMany[] = [];
  do {
    runs.push(await runOnce({ ...options, seed: options.seed + runs.length }));
    if (options.page !== undefined) fs.writeFileSync(options.page, pageOf(runs));
  } while (performance.now() < until);
  process.exitCode = runs.every(({ report }) => report?.held) ? 0 : 1;
}

/** One run. With `--hours`, a run that cannot be carried out is in the report and does not end the others. */
async function runOnce(options: Options): Promise<RunOfMany> {
  const startedAt = new Date().toISOString();
  const { seed, seconds, sabotage } = options;
  say(`seed ${seed}, ${seconds} s${sabotage === undefined ? '' : `, sabotaged: ${SABOTAGES[sabotage]!.title}`}`);
  running = new TortureRun(options, say);
  try {
    const report = await running.execute();
    if (options.report !== undefined) fs.writeFileSync(options.report, JSON.stringify(report, null, 2));
    say(print(report));
    return { startedAt, seed, report };
  } catch (error) {
    if (options.hours === 0) throw error;
    say(`seed ${seed}: the run could not be carried out: ${String(error)}`);
    return { startedAt, seed, report: undefined as Report | undefined, failure: String(error) };
  } finally {
    await running.stop();
  }
}

void main();
