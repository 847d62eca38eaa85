import { Client } from 'pg';
import { CreateAmlRule } from '../../src/aml/commands/create-aml-rule';
import { BehindRunner } from '../../src/aml/scenario-desk/behind/behind-runner';
import { AskScenarioLive } from '../../src/aml/scenario-desk/commands/ask-scenario-live';
import { CreateScenario } from '../../src/aml/scenario-desk/commands/create-scenario';
import { RunScenarioShadow } from '../../src/aml/scenario-desk/commands/run-scenario-shadow';
import { EXAMPLE_DEFINITION } from '../../src/aml/scenario-desk/example-definition';
import { shippedDefinitions } from '../../src/aml/scenario-desk/scenario-language';
import { WindowRebuilds } from '../../src/aml/scenario-desk/window-rebuilds';
import { unpackBehindAccount } from '../../src/aml/scenarios/behind-bytes';
import { eventually } from '../support/eventually';
import { judgeMovements } from '../support/judge-movements';
import { CASH, FIRST_CUSTOMER, HOUSE, openAccounts } from '../support/ledger-app';
import { type Answer, type MovementsApp, nextReference, staffWith, startMovementsApp } from '../support/movements-app';
import { randomNumbers } from '../support/random-numbers';

const OFFICER = staffWith('AML1', 'manage-scenarios', 'manage-aml-rules');
const CODE = 'daily-sum';
const CUSTOMERS = 8;
const customer = (n: number): number => FIRST_CUSTOMER + n;

/** Holds an outflow with which the outflow of 24 hours reaches ₦300. */
const DAILY_SUM = {
  ...EXAMPLE_DEFINITION,
  code: CODE,
  action: 'hold',
  parameters: { limitKobo: { type: 'kobo', title: 'Sum of 24 hours', value: 300_00, minimum: 1 } },
  conditions: [
    { name: 'sum', when: 'window.outflowKobo24h >= parameter.limitKobo', points: 60, words: '{window.outflowKobo24h}' },
  ],
};

const move = (app: MovementsApp, debit: number, credit: number, amountKobo: number): Promise<Answer> =>
  app.send({ debit, credit, amountKobo, reference: nextReference(), narration: 'x', feeKobo: 0 });

describe('Windows of scenarios', () => {
  let app: MovementsApp;
  let second: MovementsApp;
  let database: Client;

  const rows = async <Row extends object>(sql: string): Promise<Row[]> => (await database.query<Row>(sql)).rows;
  const states = (): Promise<object[]> =>
    rows(`SELECT account_id, encode(state, 'hex') AS state FROM aml_window_state ORDER BY account_id`);
  const statesBehind = (): Promise<object[]> =>
    rows(`SELECT subject::bigint AS account_id, encode(windows, 'hex') AS state FROM aml_behind_record
           WHERE kind = 'account' AND windows IS NOT NULL ORDER BY account_id`);
  const verdictCount = async (): Promise<number> => (await rows('SELECT 1 FROM aml_verdict')).length;
  const judgeAll = (): Promise<number> => judgeMovements(app.get(BehindRunner), HOUSE, database);

  beforeAll(async () => {
    app = await startMovementsApp();
    second = await startMovementsApp(app.common.database);
    database = new Client({ connectionString: app.common.database.url });
    await database.connect();
    await openAccounts(app.common, CUSTOMERS);
    await app.asStaff((write) => new CreateScenario(write, CODE, DAILY_SUM), OFFICER);
    await app.asTwoStaff((write) => new AskScenarioLive(write, CODE, 1), OFFICER);
    for (let n = 0; n < CUSTOMERS; n += 1) await move(app, CASH, customer(n), 10_000_00);
  });
  afterAll(async () => {
    await database?.end();
    await second?.common.close();
    await app?.common.close();
  });

  it('let no two of many parallel movements pass one threshold together, also in two processes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => move(n % 2 === 0 ? app : second, customer(0), customer(1), 100_00)),
    );
    const posted = answers.filter(({ httpStatus }) => httpStatus === 200);
    expect(posted).toHaveLength(2);
    expect(answers.filter(({ code }) => code === 'AML_HOLD')).toHaveLength(10);
  });

  it('are rebuilt to equal values beside live postings, of which none is lost', async () => {
    const rebuilds = app.get(WindowRebuilds);
    const postings = Array.from({ length: 40 }, (_, n) => move(n % 2 === 0 ? app : second, CASH, customer(2), 100 + n));
    const rebuilding = (async () => {
      for (let round = 0; round < 5; round += 1) await rebuilds.rebuild(HOUSE, customer(2));
    })();
    await Promise.all([...postings, rebuilding]);
    const live = await states();
    await rebuilds.run({ institutionId: HOUSE, id: 1, payload: {} });
    expect(await states()).toEqual(live);
    await judgeAll();
    expect(await statesBehind()).toEqual(live);
  });

  it('are judged once for each movement, by two processes at once', async () => {
    const before = await verdictCount();
    await Promise.all(Array.from({ length: 6 }, () => move(app, customer(0), customer(1), 150_00)));
    const runners = [app, second].map((each) => each.get(BehindRunner));
    let judged = 0;
    const judgeByBoth = async (): Promise<void> => {
      judged += (await Promise.all(runners.map((runner) => runner.run(HOUSE)))).reduce((sum, each) => sum + each, 0);
    };
    // A round reads nothing while a transaction of anybody is older than what it saw.
    await eventually(async () => {
      await judgeByBoth();
      expect(judged).toBeGreaterThanOrEqual(12);
    });
    await judgeByBoth();
    expect(judged).toBe(12);
    expect((await verdictCount()) - before).toBe(6);
  });

  it('go on from a record that an earlier program kept as JSON', async () => {
    await judgeAll();
    const kept = async (): Promise<{ packed: Buffer }> => {
      const [row] = await rows<{ packed: Buffer }>(
        `SELECT packed FROM aml_behind_record WHERE kind = 'account' AND subject = '${customer(3)}'`,
      );
      return row!;
    };
    const before = unpackBehindAccount((await kept()).packed)!;
    await database.query(
      `UPDATE aml_behind_record SET record = $1, packed = NULL WHERE kind = 'account' AND subject = $2`,
      [JSON.stringify(before), String(customer(3))],
    );
    await move(app, CASH, customer(3), 7_00);
    await judgeAll();
    const after = unpackBehindAccount((await kept()).packed)!;
    expect(after.recents.slice(0, -1)).toEqual(before.recents);
    expect(after.recents.at(-1)).toMatchObject({ kobo: 7_00, isInflow: true });
  });

  it('are judged again after a failure in the middle, and no verdict is lost or doubled', async () => {
    await Promise.all(Array.from({ length: 3 }, () => move(app, customer(0), customer(1), 160_00)));
    await database.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'killed here'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON aml_behind_record FOR EACH ROW EXECUTE FUNCTION refuse()`);
    // The first round may only note what it sees.
    await eventually(() => expect(app.get(BehindRunner).run(HOUSE)).rejects.toThrow(/killed here/));
    await database.query('DROP TRIGGER refuse ON aml_behind_record');
    expect(await judgeAll()).toBe(6);
    expect(await rows('SELECT 1 FROM aml_verdict GROUP BY seq, code, mode HAVING count(*) > 1')).toHaveLength(0);
  });

  it('are not read past a movement whose transaction is still open', async () => {
    await judgeAll();
    const open = new Client({ connectionString: app.common.database.url });
    await open.connect();
    await open.query('BEGIN');
    await open.query(`INSERT INTO movement_facts (institution_id, account_id, posting_id, at, outcome, facts)
      SELECT institution_id, account_id, posting_id, at, 'held', facts FROM movement_facts
       WHERE account_id = ${customer(5)} LIMIT 1`);
    await move(app, CASH, customer(6), 50_00);
    for (let round = 0; round < 3; round += 1) expect(await app.get(BehindRunner).run(HOUSE)).toBe(0);
    await open.query('COMMIT');
    await open.end();
    expect(await judgeAll()).toBe(2);
  });
});

describe('The rules of today', () => {
  it('give the same answers with no scenario in use and with every shipped scenario in shadow', async () => {
    const plain = await startMovementsApp();
    const shadowed = await startMovementsApp();
    try {
      for (const app of [plain, shadowed]) {
        await openAccounts(app.common, CUSTOMERS);
        await app.configure('AML_SCREENING_ENABLED', 'true');
        for (const [direction, threshold] of [
          ['outflow', 900],
          ['inflow', 2_500],
        ] as const)
          await app.asTwoStaff(
            (write) => new CreateAmlRule(write, { name: `Rule ${direction}`, direction, threshold }),
            OFFICER,
          );
      }
      for (const { code } of shippedDefinitions())
        expect(await shadowed.asStaff((write) => new RunScenarioShadow(write, code, true), OFFICER)).toMatchObject({
          httpStatus: 200,
        });
      const random = randomNumbers(20_261_124);
      for (let n = 0; n < 120; n += 1) {
        const [from, to] = [Math.floor(random() * CUSTOMERS), Math.floor(random() * CUSTOMERS)];
        const debit = from === to || n < CUSTOMERS ? CASH : customer(from);
        const amountKobo = 1 + Math.floor(random() * 700_00);
        const answers = await Promise.all([plain, shadowed].map((app) => move(app, debit, customer(to), amountKobo)));
        const [a, b] = answers.map(({ httpStatus, code, data }) => ({ httpStatus, code, reason: data.reason }));
        expect(b).toEqual(a);
      }
      await shadowed.get(BehindRunner).run(HOUSE);
    } finally {
      await plain.common.close();
      await shadowed.common.close();
    }
  });
});
