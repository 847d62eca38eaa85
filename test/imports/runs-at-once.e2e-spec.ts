import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { AppConfig } from '../../src/common/config/app-config';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { addDays } from '../../src/common/time/calendar';
import { BusinessDateRolls } from '../../src/end-of-day/business-date-rolls';
import { DataImports, type ImportOutcome } from '../../src/imports/data-imports';
import { ImportProgress } from '../../src/imports/import-progress';
import { ImportRefusedError } from '../../src/imports/import-references';
import type { ReadinessView } from '../../src/work/readiness/readiness.dto';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { Folders, importBooks } from '../support/brought-books';
import { businessDateOf } from '../support/end-of-day';
import { eventually } from '../support/eventually';
import { oldBooks, oldHistory, oldNumber, writeOldBooks } from '../support/old-books';
import { OpenTransactions } from '../support/open-transactions';

const TAKEN_OVER = /Another run of the command has begun with the same files/;

/** Does something once a run has read its last file. */
class AfterReading extends ImportProgress {
  private isReading = false;

  constructor(private readonly work: () => void) {
    super(undefined);
  }

  override begin(step: string): void {
    this.isReading = step === 'reading history';
  }

  override end(): void {
    if (this.isReading) this.work();
    this.isReading = false;
  }
}

/** Operators who start the command twice, and files that are still being copied. */
describe('an import beside another run, or beside whoever writes its files', () => {
  const folders = new Folders();
  let app: TestApp;
  let transactions: OpenTransactions;

  beforeEach(async () => {
    app = await TestApp.start();
    transactions = new OpenTransactions(() => app.app.get(AppConfig, { strict: false }).databaseUrl!);
  }, 60_000);
  afterEach(async () => {
    await transactions.end();
    await app.close();
  });
  afterAll(() => folders.remove());

  const count = async (text: string): Promise<number> =>
    (await app.rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${text}`))[0]!.count;
  const brought = (): Promise<number> => count(`customer WHERE created_by = 'operator:import'`);
  const staged = (): Promise<number> => count('import_row');
  const statuses = async (): Promise<string[]> =>
    (await app.rows<{ status: string }>('SELECT status FROM data_import ORDER BY id')).map(({ status }) => status);
  const caught = (run: Promise<ImportOutcome>): Promise<unknown> => run.catch((error: unknown) => error);

  /** Makes a statement fail, as one of a process that is killed there. */
  const failOn = (statement: string): Promise<unknown> =>
    app.database.query(
      `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed here'; END $$;
       CREATE TRIGGER die BEFORE ${statement} FOR EACH STATEMENT EXECUTE FUNCTION die()`,
    );
  const failNoMore = (): Promise<unknown> => app.database.query('DROP FUNCTION die() CASCADE');

  /** Does something while a run that has read and checked its files is about to load. @returns its outcome or error */
  async function beforeLoading(folder: string, work: (holder: Client) => Promise<unknown>): Promise<unknown> {
    const holder = await transactions.begin();
    await holder.query('SELECT 1 FROM institution WHERE institution_id = 1 FOR NO KEY UPDATE');
    const first = caught(importBooks(app, folder));
    await eventually(async () => expect(await count('pg_locks WHERE NOT granted')).toBeGreaterThan(0));
    await work(holder);
    await holder.query('COMMIT');
    return first;
  }

  it('loads no part of its files when a later run was killed while it deleted the staged rows', async () => {
    const folder = writeOldBooks(folders.make(), oldBooks(5));
    let second: unknown;
    const first = await beforeLoading(folder, async () => {
      await failOn('DELETE ON data_import');
      second = await caught(importBooks(app, folder, false));
      await failNoMore();
    });
    expect(second).toMatchObject({ message: expect.stringContaining('killed here') });
    expect(first).toBeInstanceOf(ImportRefusedError);
    expect((first as Error).message).toMatch(TAKEN_OVER);
    expect([await brought(), await staged(), await statuses()]).toStrictEqual([0, 0, []]);
    expect(await importBooks(app, folder)).toMatchObject({ result: 'Completed' });
    expect(await brought()).toBe(5);
  }, 60_000);

  it('says that a later run took its files over, and leaves no personal data behind', async () => {
    const folder = writeOldBooks(folders.make(), oldBooks(5));
    const first = await beforeLoading(folder, async () => {
      expect(await importBooks(app, folder, false)).toMatchObject({ result: 'DryRun', refused: 0 });
    });
    expect(first).toBeInstanceOf(ImportRefusedError);
    expect((first as Error).message).toMatch(TAKEN_OVER);
    expect([await brought(), await staged(), await statuses()]).toStrictEqual([0, 0, []]);
  }, 60_000);

  it('loads its files once when four runs begin at the same moment', async () => {
    const folder = writeOldBooks(folders.make(), oldBooks(400));
    const ends = await Promise.all(Array.from({ length: 4 }, () => caught(importBooks(app, folder))));
    const refused = ends.filter((end) => end instanceof Error);
    for (const error of refused) expect(error.message).toMatch(TAKEN_OVER);
    expect(ends.length - refused.length).toBeGreaterThan(0);
    expect([await brought(), await staged(), await statuses()]).toStrictEqual([400, 0, ['Completed']]);
    expect(await count(`ledger_account WHERE number = '2990' AND debits_posted_kobo = credits_posted_kobo`)).toBe(1);
  }, 60_000);

  it('is not completed by a dry run when it stopped in the middle', async () => {
    const folder = writeOldBooks(folders.make(), oldBooks(5));
    const liens = (): Promise<number> => count(`lien WHERE reference_number = 'LIEN-OLD-1'`);
    await failOn('INSERT ON lien');
    await expect(importBooks(app, folder)).rejects.toThrow('killed here');
    await failNoMore();
    expect([await brought(), await liens(), await statuses()]).toStrictEqual([5, 0, ['Loading']]);
    await expect(importBooks(app, folder, false)).rejects.toThrow(/has loaded a part of these files: add --apply/);
    expect([await liens(), await statuses()]).toStrictEqual([0, ['Loading']]);
    expect(await importBooks(app, folder)).toMatchObject({ result: 'Completed' });
    expect([await brought(), await liens(), await statuses()]).toStrictEqual([5, 1, ['Completed']]);
  }, 60_000);

  it('keeps the business date until it is complete, and from an earlier date keeps nothing', async () => {
    const folder = writeOldBooks(folders.make(), oldBooks(5));
    await failOn('INSERT ON lien');
    await expect(importBooks(app, folder)).rejects.toThrow('killed here');
    await failNoMore();
    const date = await businessDateOf(app);
    const goal = { institutionId: 1, until: addDays(date, 2), startedBy: 'system:test' };
    const rolls = app.app.get(BusinessDateRolls, { strict: false });
    // The roll itself is taken back.
    const start = (): Promise<string> => app.app.get(UnitOfWork).rehearse(1, (tx) => rolls.start(tx, goal));
    expect([await start(), await rolls.next(goal, 1), await businessDateOf(app)]).toEqual(['blocked', undefined, date]);

    const move = async (days: number): Promise<void> => {
      await app.rows('UPDATE institution SET business_date = business_date + $1::int', [days]);
      await app.rows('UPDATE data_import SET cut_over_on = cut_over_on + $1::int', [days]);
    };
    await move(-1);
    const token = await app.staff('administrator');
    const refused = await app.post('/api/admin/v1/end-of-day/run', {}, { token });
    expect(refusalOf(refused)).toEqual({ status: 409, code: 'END_OF_DAY_BLOCKED' });
    expect((refused.body as { message: string }).message).toMatch(/^Import \d+ by tester is half loaded: complete it/);
    const readiness = dataOf<ReadinessView>(
      await app.get('/api/admin/v1/end-of-day/readiness', {}, { token: await app.staff('maker') }),
    );
    expect([readiness.canRun, readiness.items[0]]).toMatchObject([false, { name: 'blocked', level: 'blocks' }]);
    await move(1);

    await app.rows('UPDATE data_import SET cut_over_on = cut_over_on - 1');
    expect(await start()).toBe('started');
    await app.rows('UPDATE data_import SET cut_over_on = cut_over_on + 1');
    expect(await importBooks(app, folder)).toMatchObject({ result: 'Completed', cutOverOn: date });
    expect(await start()).toBe('started');
  }, 60_000);

  it('loads nothing when the business date has moved since its files were checked', async () => {
    const folder = writeOldBooks(folders.make(), oldBooks(5));
    const moved = await beforeLoading(folder, (holder) =>
      holder.query('UPDATE institution SET business_date = business_date + 1 WHERE institution_id = 1'),
    );
    expect(moved).toBeInstanceOf(ImportRefusedError);
    expect((moved as Error).message).toMatch(/^The business date became .* while the files were checked/);
    expect([await brought(), await staged(), await statuses()]).toStrictEqual([0, 0, []]);
    expect(await importBooks(app, folder)).toMatchObject({ result: 'Completed', cutOverOn: await businessDateOf(app) });
  }, 60_000);

  it.each([
    [
      'accounts.csv gets another line after it was read',
      'accounts.csv',
      `\r\n${oldNumber(9)},OLD-1,SAV001,001,STF001,A,2020-05-04`,
    ],
    ['another file is copied into the folder meanwhile', 'mandates.csv', 'account_number,signatory_name'],
    ['history.csv grows after it was checked', 'history.csv', '\r\n9999999999,2020-01-01,,Made up,,5.00,5.00,'],
  ])(
    'is refused when %s',
    async (_, name, text) => {
      const today = await businessDateOf(app);
      const folder = writeOldBooks(folders.make(), { ...oldBooks(3), ...oldHistory(2, 2, today) });
      const ended = new DataImports(app.app).run(
        { institutionId: 1, folder, refusedFile: path.join(folder, 'refused.txt'), apply: true, operator: 'tester' },
        new AfterReading(() => appendFileSync(path.join(folder, name), text)),
      );
      await expect(ended).rejects.toThrow(/were changed while they were read: wait until they are complete/);
      expect([await brought(), await staged(), await statuses()]).toStrictEqual([0, 0, []]);
    },
    60_000,
  );
});
