import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { quote } from './quote';

/** A schedule as another system published it. A row is due date, days, principal, interest, total, balance. */
interface PublishedSchedule {
  name: string;
  parameters: Record<string, unknown>;
  netDisbursed: string;
  upfrontInterest: string;
  rows: [string, number, string, string, string, string][];
  /** Principal, interest, total. */
  totals: [string, string, string];
}

const FOLDER = path.join(__dirname, '..', '..', '..', 'test', 'loans', 'schedules');
const sources = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map(
    (file) =>
      JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as { source: string; cases: PublishedSchedule[] },
  );

describe.each(sources)('published: $source', ({ cases }) => {
  it.each(cases)('$name', ({ parameters, netDisbursed, upfrontInterest, rows, totals }) => {
    const answer = quote(JSON.stringify(parameters));
    const found = answer.rows.map(({ dueDate, days, principal, interest, total, balance }) => [
      dueDate,
      days,
      principal,
      interest,
      total,
      balance,
    ]);
    expect(found).toEqual(rows);
    expect(answer.rows.map(({ nr }) => nr)).toEqual(rows.map((_, index) => index + 1));
    expect(answer).toMatchObject({
      netDisbursed,
      upfrontInterest,
      totals: { principal: totals[0], interest: totals[1], total: totals[2] },
    });
  });
});

it('reads every source', () => {
  expect(sources.reduce((sum, { cases }) => sum + cases.length, 0)).toBeGreaterThanOrEqual(42);
});
