import { type DayStep, DaySteps } from '../../src/business-day/day-steps';
import type { Tx } from '../../src/common/database/unit-of-work';
import { TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { INTEREST_KIND, InterestStep } from './interest-step';

interface StepRow {
  step: string;
  rows_done: number;
  is_instant: boolean;
  is_finished: boolean;
  totals_before: { entries: string };
  totals_after: { entries: string };
}

describe('steps of the end of day that have nothing to do', () => {
  let app: TestApp;
  let ran: string[];
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });
  beforeEach(() => (ran = []));
  afterEach(() => jest.restoreAllMocks());

  /** A step that notes that it ran, and has the given look. */
  function noted(name: string, isDone?: DayStep['isDone'], run: DayStep['run'] = () => Promise.resolve()): DayStep {
    const noteRun: DayStep['run'] = async (...values) => {
      ran.push(name);
      await run(...values);
    };
    return { name, title: `Step ${name}`, run: noteRun, ...(isDone && { isDone }) };
  }

  const idle = (name: string): DayStep => noted(name, () => Promise.resolve(true));
  const install = (steps: DayStep[]): unknown => jest.spyOn(app.app.get(DaySteps), 'inOrder').mockReturnValue(steps);
  const rowsOf = (date: string): Promise<StepRow[]> =>
    app.rows<StepRow>(
      `SELECT step, rows_done, started_at = finished_at AS is_instant, finished_at IS NOT NULL AS is_finished,
              totals_before, totals_after
         FROM end_of_day_step WHERE institution_id = $1 AND date = $2 ORDER BY step`,
      [app.institutionId, date],
    );

  it('are completed with the books around them, and not run', async () => {
    const date = await businessDateOf(app);
    const interest = new InterestStep(app, 'a');
    install([noted('a', undefined, interest.run.bind(interest)), idle('b'), idle('c'), noted('d'), idle('e')]);
    await app.rows(
      `INSERT INTO end_of_day_exception (institution_id, id, date, step, subject, message, failed_at)
       VALUES ($1, 1, $2, 'c', 'account:1', 'Before', now()), ($1, 2, $2, 'other', 'account:1', 'Before', now())`,
      [app.institutionId, date],
    );
    await rollDays(app, 1);
    expect(ran).toEqual(['a', 'd']);
    const rows = await rowsOf(date);
    expect(rows.map(({ step, is_finished, is_instant }) => [step, is_finished, is_instant])).toEqual([
      ['a', true, false],
      ['b', true, true],
      ['c', true, true],
      ['d', true, false],
      ['e', true, true],
    ]);
    const [a, ...others] = rows;
    expect(Number(a!.totals_after.entries)).toBeGreaterThan(Number(a!.totals_before.entries));
    for (const { rows_done, totals_before, totals_after } of others)
      expect([rows_done, totals_before, totals_after]).toEqual([0, a!.totals_after, a!.totals_after]);
    // What they had left open is done, as after a run that finds nothing.
    expect(
      await app.rows('SELECT step FROM end_of_day_exception WHERE date = $1 AND resolved_at IS NOT NULL', [date]),
    ).toEqual([{ step: 'c' }]);
  });

  it('are found after the step before them has run, which may have made work', async () => {
    const interest = new InterestStep(app, 'a');
    const isUnpaid = async (tx: Tx): Promise<boolean> =>
      !(
        await tx.query<unknown[]>('SELECT 1 FROM posting WHERE kind = $1 AND value_date = $2 LIMIT 1', [
          INTEREST_KIND,
          date,
        ])
      )[0];
    const date = await businessDateOf(app);
    install([noted('a', undefined, interest.run.bind(interest)), noted('b', isUnpaid), idle('c')]);
    // A process of an earlier version died within a step that it ran before the others.
    await app.rows(
      `INSERT INTO end_of_day_step (institution_id, date, step, rows_done, started_at, totals_before)
       VALUES ($1, $2, 'c', 7, now() - interval '1 hour', '{}')`,
      [app.institutionId, date],
    );
    await rollDays(app, 1);
    expect(ran).toEqual(['a', 'b']);
    expect((await rowsOf(date)).map(({ step, rows_done, is_finished }) => [step, rows_done, is_finished])).toEqual([
      ['a', expect.any(Number), true],
      ['b', 0, true],
      ['c', 7, true],
    ]);
  });

  it('are run where the look at them fails, in the database or before it', async () => {
    const date = await businessDateOf(app);
    const failing = noted('b', async (tx) => {
      await tx.query('SELECT 1/0');
      return true;
    });
    const throwing = noted('c', () => Promise.reject(new Error('No setting.')));
    install([noted('a'), failing, throwing, idle('d')]);
    await rollDays(app, 1);
    expect(ran).toEqual(['a', 'b', 'c']);
    expect((await rowsOf(date)).map(({ is_finished }) => is_finished)).toEqual([true, true, true, true]);
  });
});
