// `npm run -s loan:quote < parameters.json` prints a schedule. For invalid parameters it prints a message and exits
// with 1.
import { text } from 'node:stream/consumers';
import { quote } from './quote';
import { ScheduleError } from './schedule-error';

async function main(): Promise<void> {
  try {
    const answer = quote(await text(process.stdin));
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    console.error(`loan:quote: ${error.message}`);
    process.exitCode = 1;
  }
}

void main();
