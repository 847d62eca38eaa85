import { AppModule } from '../../src/app.module';
import { IdAllocator } from '../../src/common/database/id-allocator';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { createHttpApp } from '../../src/common/http/http-app';
import { Clock } from '../../src/common/time/clock';
import { BusinessDateRoller } from '../../src/institutions/business-date-roller';
import { releaseTogether } from '../auth/release-together';
import { addSecondInstitution } from '../auth/second-institution';
import { TestApp } from '../support/app';
import { testConfig } from '../support/test-config';

class FixedClock extends Clock {
  constructor(private readonly instant: string) {
    super();
  }

  override now(): Date {
    return new Date(this.instant);
  }
}

describe('the business date', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    await addSecondInstitution(app, 2);
    await addSecondInstitution(app, 3);
    await app.database.query(`UPDATE institution SET time_zone = 'Asia/Tokyo' WHERE institution_id = 3`);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.database.query(`UPDATE institution SET business_date = '2099-03-10'`);
    await app.database.query(`DELETE FROM job_due USING job WHERE job_due.job_id = job.id AND payload->>'event' = 'BusinessDateRolled'`);
    await app.database.query(`DELETE FROM job WHERE payload->>'event' = 'BusinessDateRolled'`);
  });

  const rollerAt = (instant: string): BusinessDateRoller => new BusinessDateRoller(app.app.get(UnitOfWork), app.app.get(IdAllocator), new FixedClock(instant));
  const dates = async (): Promise<string[]> => (await app.rows<{ d: string }>('SELECT business_date AS d FROM institution ORDER BY institution_id')).map(({ d }) => d);
  const events = (): Promise<unknown[]> => app.rows(`SELECT payload->'data' AS data FROM job WHERE payload->>'event' = 'BusinessDateRolled' ORDER BY institution_id`);

  it('moves at local midnight, with an event, once', async () => {
    await rollerAt('2099-03-10T22:59:59.999Z').rollAll();
    expect(await dates()).toStrictEqual(['2099-03-10', '2099-03-10', '2099-03-11']);
    await rollerAt('2099-03-10T23:00:00Z').rollAll();
    await rollerAt('2099-03-10T23:00:30Z').rollAll();
    expect(await dates()).toStrictEqual(['2099-03-11', '2099-03-11', '2099-03-11']);
    expect(await events()).toStrictEqual([1, 2, 3].map((institutionId) => ({ data: { institutionId, previousDate: '2099-03-10', businessDate: '2099-03-11' } })));
  });

  it('never moves backwards', async () => {
    await rollerAt('2099-03-09T12:00:00Z').rollAll();
    expect([await dates(), await events()]).toStrictEqual([['2099-03-10', '2099-03-10', '2099-03-10'], []]);
  });

  it('catches up days that were missed in one step', async () => {
    expect(await rollerAt('2099-04-01T12:00:00Z').roll(2)).toBe(true);
    expect(await rollerAt('2099-04-01T12:00:00Z').roll(2)).toBe(false);
    expect(await events()).toStrictEqual([{ data: { institutionId: 2, previousDate: '2099-03-10', businessDate: '2099-04-01' } }]);
  });

  it('moves once although many processes try together', async () => {
    const lock = 'SELECT 1 FROM institution WHERE institution_id = 1 FOR UPDATE';
    const moved = await releaseTogether(app, lock, 8, () => Promise.all(Array.from({ length: 8 }, () => rollerAt('2099-03-11T12:00:00Z').roll(1))));
    expect(moved.filter(Boolean)).toHaveLength(1);
    expect(await events()).toHaveLength(1);
  });

  it('goes on with the other institutions when one cannot be moved', async () => {
    await app.database.query(`UPDATE institution SET time_zone = 'Nowhere/Nothing' WHERE institution_id = 1`);
    await rollerAt('2099-03-11T12:00:00Z').rollAll();
    expect(await dates()).toStrictEqual(['2099-03-10', '2099-03-11', '2099-03-11']);
    await app.database.query(`UPDATE institution SET time_zone = 'Africa/Lagos' WHERE institution_id = 1`);
  });

  it('is caught up before a process serves', async () => {
    await app.database.query(`UPDATE institution SET business_date = '2020-01-01'`);
    const { user = '', password, host, port, database = '' } = app.database;
    const config = testConfig(`postgres://${user}:${String(password ?? '')}@${host}:${port}/${database}`);
    const second = await createHttpApp(AppModule.forRoot(config), config);
    try {
      await second.init();
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date());
      expect((await dates()).slice(0, 2)).toStrictEqual([today, today]);
    } finally {
      await second.close();
    }
  });
});
