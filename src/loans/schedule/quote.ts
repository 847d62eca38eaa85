import { buildSchedule } from './build-schedule';
import { productViolation } from './product-violation';
import { readQuote } from './read-quote';
import { ScheduleError } from './schedule-error';
import { type Quote, writeQuote } from './write-quote';

/**
 * The schedule for the parameters of the quoting command.
 *
 * @param text JSON.
 * @throws ScheduleFault for parameters that are malformed, make no schedule, or that no product may have.
 */
export function quote(text: string): Quote {
  const terms = readQuote(parsed(text));
  const fault = productViolation(terms);
  if (fault !== undefined) throw new ScheduleError(fault);
  return writeQuote(buildSchedule(terms), terms.decimals);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ScheduleError(
      'The parameters must be JSON on the standard input: npm run -s loan:quote < parameters.json',
    );
  }
}
