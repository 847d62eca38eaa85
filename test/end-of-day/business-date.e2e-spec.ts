import { Client } from 'pg';
import { AppModule } from '../../src/app.module';
import { DaySteps } from '../../src/business-day/day-steps';
import { RollBlockers } from '../../src/business-day/roll-blockers';
import { AppConfig } from '../../src/common/config/app-config';
import { IdAllocator } from '../../src/common/database/id-allocator';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { createHttpApp } from '../../src/common/http/http-app';
import { JobHandlers } from '../../src/common/jobs/job-handlers';
import { addDays, calendarDate } from '../../src/common/time/calendar';
import { Clock } from '../../src/common/time/clock';
import { BusinessDateRolls } from '../../src/end-of-day/business-date-rolls';
import { EndOfDayScheduler } from '../../src/end-of-day/end-of-day-scheduler';
import { InstitutionClocks } from '../../src/end-of-day/institution-clocks';
import { releaseTogether } from '../auth/release-together';
import { addSecondInstitution } from '../auth/second-institution';
import { TestApp } from '../support/app';
import { startEndOfDay } from '../support/end-of-day';
import { eventually } from '../support/eventually';
import { testConfig } from '../support/test-config';

const START = '2099-03-10';

class FixedClock extends Clock {
  constructor(private readonly instant: string) {
    super();
  }

  override now(): Date {
    return new Date(this.instant);
  }
}

interface Run {
  institution: number;
  date: string;
  status: string;
}

describe('the business date', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    await addSecondInstitution(app, 2);
    await addSecondInstitution(app, 3);
    await app.rows(`UPDATE institution SET time_zone = 'Asia/Tokyo' WHERE institution_id = 3`);
    // The effect of the steps is not tested here.
    jest.spyOn(app.app.get(DaySteps), 'inOrder').mockReturnValue([]);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    for (const table of ['end_of_day_step', 'end_of_day_run']) await app.rows(`DELETE FROM ${table}`);
    await app.rows('UPDATE institution SET business_date = $1', [START]);
  });

  const rollsAt = (instant: string): BusinessDateRolls =>
    new BusinessDateRolls(
      app.app.get(UnitOfWork),
      app.app.get(IdAllocator),
      new InstitutionClocks(new FixedClock(instant), app.app.get(JobHandlers)),
      app.app.get(RollBlockers),
    );
  const startAllAt = (instant: string): Promise<void> =>
    new EndOfDayScheduler(
      app.app.get(UnitOfWork),
      rollsAt(instant),
      app.app.get(AppConfig),
      app.app.get(Clock),
    ).startAll();
  const dates = async (): Promise<string[]> =>
    (await app.rows<{ d: string }>('SELECT business_date::text AS d FROM institution ORDER BY institution_id')).map(
      ({ d }) => d,
    );
  const runs = (): Promise<Run[]> =>
    app.rows<Run>(
      'SELECT institution_id::int AS institution, date::text, status FROM end_of_day_run ORDER BY institution_id, date',
    );
  /** Waits until every day that was begun is completed, and its job too. */
  const settled = (expected: Run[]): Promise<void> =>
    eventually(async () => {
      expect(await runs()).toEqual(expected);
      expect(await app.rows(`SELECT 1 FROM job WHERE kind = 'end-of-day' AND status = 'queued'`)).toEqual([]);
    });
  const completed = (institution: number, date = START): Run => ({ institution, date, status: 'Completed' });

  it('moves at local midnight, once', async () => {
    await startAllAt('2099-03-10T22:59:59.999Z');
    expect(await dates()).toEqual([START, START, '2099-03-11']);
    await startAllAt('2099-03-10T23:00:00Z');
    await startAllAt('2099-03-10T23:00:30Z');
    expect(await dates()).toEqual(['2099-03-11', '2099-03-11', '2099-03-11']);
    await settled([completed(1), completed(2), completed(3)]);
  });

  it('never moves back', async () => {
    await startAllAt('2099-03-09T12:00:00Z');
    expect([await dates(), await runs()]).toEqual([[START, START, START], []]);
  });

  it('moves over missed days one by one, each with its end of day', async () => {
    const rolls = rollsAt('2099-04-01T12:00:00Z');
    const goal = { institutionId: 2, until: await rolls.today(2), startedBy: 'system:test' };
    expect(await app.app.get(UnitOfWork).run(2, (tx) => rolls.start(tx, goal))).toBe('started');
    expect(await rolls.foresee(2)).toEqual({ start: 'running', until: goal.until });
    await settled(Array.from({ length: 22 }, (_, day) => completed(2, addDays(START, day))));
    expect(await dates()).toEqual([START, '2099-04-01', START]);
    expect(await rolls.foresee(2)).toEqual({ start: 'nothing-due', until: goal.until });
  });

  it('moves once when many processes try at the same time', async () => {
    const lock = 'SELECT 1 FROM institution WHERE institution_id = 1 FOR UPDATE';
    const rolls = rollsAt('2099-03-11T12:00:00Z');
    const goal = { institutionId: 1, until: '2099-03-11', startedBy: 'system:test' };
    const attempt = (): Promise<string> => app.app.get(UnitOfWork).run(1, (tx) => rolls.start(tx, goal));
    const starts = await releaseTogether(app, lock, 8, () => Promise.all(Array.from({ length: 8 }, attempt)));
    expect(starts.filter((start) => start === 'started')).toHaveLength(1);
    await settled([completed(1)]);
  });

  it('moves for the other institutions when it cannot move for one', async () => {
    await app.rows(`UPDATE institution SET time_zone = 'Nowhere/Nothing' WHERE institution_id = 1`);
    await startAllAt('2099-03-11T12:00:00Z');
    expect(await dates()).toEqual([START, '2099-03-11', '2099-03-11']);
    await app.rows(`UPDATE institution SET time_zone = 'Africa/Lagos' WHERE institution_id = 1`);
    await settled([completed(2), completed(3)]);
  });

  it('closes a day only after every transaction that may have read the old date has ended', async () => {
    const other = new Client({ connectionString: databaseUrl() });
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT pg_current_xact_id()');
    await startEndOfDay(app, '2099-03-11');
    expect((await dates())[0]).toBe('2099-03-11');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await app.rows('SELECT status, closing_totals FROM end_of_day_run')).toEqual([
      { status: 'Running', closing_totals: null },
    ]);
    await other.query('COMMIT');
    await other.end();
    await settled([completed(1)]);
  });

  it('begins to catch up before a process serves requests, and continues in the background', async () => {
    const today = calendarDate(new Date(), 'Africa/Lagos');
    await app.rows('UPDATE institution SET business_date = $1 WHERE institution_id = 1', [addDays(today, -3)]);
    const config = testConfig(databaseUrl());
    const second = await createHttpApp(AppModule.forRoot(config), config);
    jest.spyOn(second.get(DaySteps), 'inOrder').mockReturnValue([]);
    try {
      await second.init();
      expect((await dates())[0]! > addDays(today, -3)).toBe(true);
      await settled([-3, -2, -1].map((day) => completed(1, addDays(today, day))));
      expect((await dates())[0]).toBe(today);
    } finally {
      await second.close();
    }
  });

  function databaseUrl(): string {
    const { user = '', password, host, port, database = '' } = app.database;
    return `postgres://${user}:${String(password ?? '')}@${host}:${port}/${database}`;
  }
});
