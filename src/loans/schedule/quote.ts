import { buildSchedule } from './build-schedule';
import { productViolation } from './product-violation';
import { readQuote } from './read-quote';
import { ScheduleError } from './schedule-error';
import { type Quote, writeQuote } from './write-quote';

/**
 * The schedule for the parameters of the quoting command.
 *
 * @param text JSON.
 * @throws ScheduleError for malformed parameters, and for terms that make no schedule or that products may not offer.
 */
export function quote(text: string): Quote {
  const terms = readQuote(parseJson(text));
  const violation = productViolation(terms);
  if (violation !== undefined) throw new ScheduleError(violation);
  return writeQuote(buildSchedule(terms), terms.decimals);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ScheduleError(
      'The parameters must be JSON on the standard input: npm run -s loan:quote < parameters.json',
    );
  }
}
