// `npm run -s loan:simulate < simulation.json` prints the life of a loan. For invalid input it prints a message and
// exits with 1.
import 'reflect-metadata';
import { text } from 'node:stream/consumers';
import { AppError } from '../../common/errors/app-error';
import { ScheduleError } from '../schedule/schedule-error';
import { simulation } from './answer-simulation';

async function main(): Promise<void> {
  try {
    const answer = simulation(await text(process.stdin));
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  } catch (error) {
    if (!(error instanceof ScheduleError) && !(error instanceof AppError)) throw error;
    console.error(`loan:simulate: ${error.message}`);
    process.exitCode = 1;
  }
}

void main();
