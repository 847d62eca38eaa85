import * as fs from 'node:fs';
import { optionsOf } from './options';
import { print } from './report';
import { SABOTAGES } from './sabotage';
import { TortureRun } from './torture-run';

/**
 * `npm run torture -- --seconds 300 --seed 7 [--clients 16] [--days 10] [--sabotage lock|index|outbox] [--report
 * file]`: the real program, two processes of it, under load while everything around it fails; afterwards every promise
 * is checked. Exits with 1 when one is broken.
 */
async function main(): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const options = optionsOf(process.argv.slice(2));
  say(
    `seed ${options.seed}, ${options.seconds} s${options.sabotage === undefined ? '' : `, sabotaged: ${SABOTAGES[options.sabotage]!.title}`}`,
  );
  const run = new TortureRun(options, say);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void run.stop().then(() => process.exit(1)));
  try {
    const report = await run.execute();
    if (options.report !== undefined) fs.writeFileSync(options.report, JSON.stringify(report, null, 2));
    say(print(report));
    process.exitCode = report.held ? 0 : 1;
  } finally {
    await run.stop();
  }
}

void main();
