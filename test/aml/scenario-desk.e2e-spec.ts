import { Client } from 'pg';
import { BacktestJob } from '../../src/aml/scenario-desk/backtest-job';
import { BehindRunner } from '../../src/aml/scenario-desk/behind/behind-runner';
import { AskScenarioLive } from '../../src/aml/scenario-desk/commands/ask-scenario-live';
import { ChangeScenarioDraft } from '../../src/aml/scenario-desk/commands/change-scenario-draft';
import { ChangeScenarioGroup } from '../../src/aml/scenario-desk/commands/change-scenario-group';
import { CreateScenario } from '../../src/aml/scenario-desk/commands/create-scenario';
import { RunScenarioShadow } from '../../src/aml/scenario-desk/commands/run-scenario-shadow';
import { StartScenarioBacktest } from '../../src/aml/scenario-desk/commands/start-backtest';
import { EXAMPLE_DEFINITION } from '../../src/aml/scenario-desk/example-definition';
import { GetScenarioBacktest } from '../../src/aml/scenario-desk/queries/get-scenario-backtest';
import { ListScenarioVerdicts } from '../../src/aml/scenario-desk/queries/list-scenario-verdicts';
import { ListScenarios } from '../../src/aml/scenario-desk/queries/list-scenarios';
import { ValidateScenario } from '../../src/aml/scenario-desk/queries/validate-scenario';
import type { ScenarioBacktestView } from '../../src/aml/scenario-desk/scenario-backtests.dto';
import { shippedDefinitions } from '../../src/aml/scenario-desk/scenario-language';
import { ListScenarioVerdictsQuery } from '../../src/aml/scenario-desk/scenario-verdicts.dto';
import { ListScenariosQuery } from '../../src/aml/scenario-desk/scenarios.dto';
import { DecideApproval } from '../../src/approvals/commands/decide-approval';
import { judgeMovements } from '../support/judge-movements';
import { CASH, FIRST_CUSTOMER, HOUSE, openAccounts } from '../support/ledger-app';
import { type Answer, type MovementsApp, nextReference, staffWith, startMovementsApp } from '../support/movements-app';

const OFFICER = staffWith('AML1', 'manage-scenarios');
const CODE = 'large-outflow';
const [A, B, C] = [FIRST_CUSTOMER, FIRST_CUSTOMER + 1, FIRST_CUSTOMER + 2];

/** Fires on every outflow of at least so many kobo. */
const largeOutflow = (minimumKobo: number, facts: object = {}): Record<string, unknown> => ({
  ...EXAMPLE_DEFINITION,
  code: CODE,
  parameters: { minimumKobo: { type: 'kobo', title: 'Least amount', value: minimumKobo, minimum: 1 } },
  conditions: [
    {
      name: 'amount',
      when: 'movement.amountKobo >= parameter.minimumKobo',
      points: 60,
      words: '{movement.amountKobo} left.',
    },
  ],
  ...facts,
});

describe('The desk of scenarios', () => {
  let app: MovementsApp;
  let database: Client;

  const rows = async <Row extends object>(sql: string): Promise<Row[]> => (await database.query<Row>(sql)).rows;
  const judge = (): Promise<number> => judgeMovements(app.get(BehindRunner), HOUSE, database);
  const move = (debit: number, credit: number, amountKobo: number): Promise<Answer> =>
    app.send({ debit, credit, amountKobo, reference: nextReference(), narration: 'x', feeKobo: 0 });
  const officer = (command: Parameters<MovementsApp['asStaff']>[0]): Promise<Answer> => app.asStaff(command, OFFICER);

  beforeAll(async () => {
    app = await startMovementsApp();
    database = new Client({ connectionString: app.common.database.url });
    await database.connect();
    await openAccounts(app.common, 3);
  });
  afterAll(async () => {
    await database?.end();
    await app?.common.close();
  });

  it('lists every shipped scenario as a draft, without a row', async () => {
    const filters = Object.assign(new ListScenariosQuery(), { PageSize: 200, State: 'draft' });
    const { data, recordCount } = await app.queries.execute(new ListScenarios(HOUSE, filters));
    expect(recordCount).toBe(shippedDefinitions().length);
    expect(data.every(({ liveVersion, shadowVersion }) => liveVersion === null && shadowVersion === null)).toBe(true);
    expect(await rows('SELECT 1 FROM aml_scenario_version')).toHaveLength(0);
  });

  it('refuses a bad definition with the position and the reason, and stores nothing', async () => {
    const bad = largeOutflow(1, {
      conditions: [{ name: 'a', when: 'movement.amount > 5', points: 60, words: 'x' }],
      publicName: '',
    });
    const { isValid, problems } = await app.queries.execute(new ValidateScenario(bad));
    expect(isValid).toBe(false);
    expect(problems.map(({ position }) => position)).toContain('publicName');
    const refused = await officer((write) => new CreateScenario(write, CODE, bad));
    expect(refused).toMatchObject({ httpStatus: 422, code: 'SCENARIO_REFUSED', data: { problems } });
    expect(await rows('SELECT 1 FROM aml_scenario_version')).toHaveLength(0);
  });

  it('refuses an operation that does not exist, for which a scenario would never see a movement', async () => {
    const bad = largeOutflow(1, { appliesTo: { endpoints: ['local-transfer', 'localtransfer'] } });
    const { problems } = await app.queries.execute(new ValidateScenario(bad));
    expect(problems).toEqual([
      {
        position: 'appliesTo.endpoints[1]',
        reason: expect.stringContaining('localtransfer is no operation') as string,
      },
    ]);
  });

  it('says which facts nobody carries, and refuses a backtest of a scenario that needs one', async () => {
    const abroad = largeOutflow(1, {
      code: 'abroad',
      conditions: [{ name: 'country', when: 'movement.foreignCountry == "KP"', points: 60, words: 'x' }],
    });
    expect(await app.queries.execute(new ValidateScenario(abroad))).toEqual({
      isValid: true,
      problems: [],
      missingFacts: ['movement.foreignCountry'],
    });
    await officer((write) => new CreateScenario(write, 'abroad', abroad));
    const refused = await officer((write) => new StartScenarioBacktest(write, 'abroad', { version: 1, days: 30 }));
    expect(refused).toMatchObject({ httpStatus: 422, code: 'SCENARIO_BACKTEST_REFUSED' });
    expect(refused.message).toContain('No operation carries movement.foreignCountry yet');
    await rows(`DELETE FROM aml_scenario_version WHERE code = 'abroad'`);
  });

  it('refuses a definition under another code, and a code that is taken', async () => {
    expect(await officer((write) => new CreateScenario(write, 'other', largeOutflow(1)))).toMatchObject({
      code: 'SCENARIO_REFUSED',
    });
    expect(await officer((write) => new CreateScenario(write, 'pass-through', largeOutflow(1)))).toMatchObject({
      code: 'SCENARIO_CODE_TAKEN',
    });
  });

  it('lets nobody put a scenario live alone, and refuses a draft that was changed meanwhile', async () => {
    await officer((write) => new CreateScenario(write, CODE, largeOutflow(500_00)));
    const asked = await officer((write) => new AskScenarioLive(write, CODE, 1));
    expect(asked).toMatchObject({ httpStatus: 202, code: 'PENDING_APPROVAL' });
    expect(await rows(`SELECT 1 FROM aml_scenario_version WHERE state = 'live'`)).toHaveLength(0);
    await officer((write) => new ChangeScenarioDraft(write, CODE, largeOutflow(1_000_00)));
    const second = { ...OFFICER, id: 'AML2' };
    const decision = { approvalId: asked.data.approvalId as number, verdict: 'Approved' as const };
    expect(await app.asStaff((write) => new DecideApproval(write, second, decision), second)).toMatchObject({
      httpStatus: 409,
      code: 'SCENARIO_STATE_REFUSED',
    });
  });

  it('refuses a backtest of a period without stored movements', async () => {
    expect(await officer((write) => new StartScenarioBacktest(write, CODE, { version: 1, days: 30 }))).toMatchObject({
      httpStatus: 422,
      code: 'SCENARIO_BACKTEST_REFUSED',
    });
  });

  it('gives the same verdicts in shadow and in a backtest, and compares with the live version', async () => {
    await app.asTwoStaff((write) => new AskScenarioLive(write, CODE, 1), OFFICER);
    await officer((write) => new ChangeScenarioDraft(write, CODE, largeOutflow(2_000_00)));
    await officer((write) => new RunScenarioShadow(write, CODE, true));
    await move(CASH, A, 10_000_00);
    for (const naira of [500, 1_500, 2_500, 1_000]) await move(A, B, naira * 100);
    await judge();
    const verdicts = await rows<{ mode: string; count: number }>(
      'SELECT mode, count(*)::int AS count FROM aml_verdict GROUP BY mode ORDER BY mode',
    );
    expect(verdicts).toEqual([
      { mode: 'live', count: 3 },
      { mode: 'shadow', count: 1 },
    ]);
    const started = await officer((write) => new StartScenarioBacktest(write, CODE, { version: 2, days: 30 }));
    expect(started).toMatchObject({ httpStatus: 200, data: { state: 'Running', version: 2, liveVersion: 1 } });
    const result = await finished(started.data.id as number);
    expect(result.result).toMatchObject({
      matches: 1,
      alerts: 1,
      overlap: { both: 1, draftOnly: 0, liveOnly: 2 },
      changedDecisions: 2,
      sample: [
        { accountNumber: '7000000000', live: 'alert', draft: null },
        { accountNumber: '7000000000', live: 'alert', draft: null },
      ],
    });
  });

  it('lists the verdicts of a posting with what each condition added', async () => {
    const filters = Object.assign(new ListScenarioVerdictsQuery(), { Mode: 'shadow' });
    const { data } = await app.queries.execute(new ListScenarioVerdicts(HOUSE, filters));
    expect(data).toMatchObject([
      {
        code: CODE,
        version: 2,
        mode: 'shadow',
        accountNumber: '7000000000',
        values: { 'movement.amountKobo': 2_500_00 },
        contributions: [{ text: '₦2,500.00 left.', met: true, points: 60 }],
      },
    ]);
    const other = Object.assign(new ListScenarioVerdictsQuery(), { PostingReferenceNumber: 'PST000000000001' });
    expect((await app.queries.execute(new ListScenarioVerdicts(HOUSE, other))).recordCount).toBe(0);
  });

  it('holds by a group when the members together reach its threshold, and not before', async () => {
    const definition = {
      schema: 1,
      code: 'mule-signs',
      publicName: 'Review of the account',
      title: 'Signs',
      members: [{ scenario: CODE, weightPercent: 100 }],
      alertAt: 30,
      holdAt: 60,
    };
    const set = (holdAt: number, active = true): Promise<Answer> =>
      app.asTwoStaff(
        (write) => new ChangeScenarioGroup(write, 'mule-signs', { definition: { ...definition, holdAt }, active }),
        OFFICER,
      );
    expect(await set(61)).toMatchObject({ httpStatus: 200, data: { active: true } });
    expect(await move(A, B, 1_000_00)).toMatchObject({ httpStatus: 200 });
    await set(60);
    expect(await move(A, B, 1_000_00)).toMatchObject({
      code: 'AML_HOLD',
      data: { reason: 'Rule "Review of the account": an outflow of ₦1,000.00 needs a review.' },
    });
    await set(60, false);
    expect(await move(A, B, 1_000_00)).toMatchObject({ httpStatus: 200 });
  });

  it('alerts once by a group whose members of both speeds reach its threshold together', async () => {
    await judge();
    const code = 'late-sign';
    const late = { ...largeOutflow(1_000_00), code, speed: 'behind', action: 'score' };
    await officer((write) => new CreateScenario(write, code, late));
    await app.asTwoStaff((write) => new AskScenarioLive(write, code, 1), OFFICER);
    const members = [CODE, code].map((scenario) => ({ scenario, weightPercent: 100 }));
    const definition = { schema: 1, code: 'both-speeds', publicName: 'Review', title: 'Signs', members, holdAt: 120 };
    const alertsAt = async (alertAt: number): Promise<object[]> => {
      const body = { definition: { ...definition, alertAt }, active: true };
      await app.asTwoStaff((write) => new ChangeScenarioGroup(write, 'both-speeds', body), OFFICER);
      // Only the members under the lock hold, and they score 60.
      expect(await move(A, B, 1_000_00)).toMatchObject({ httpStatus: 200 });
      await judge();
      return rows(`SELECT score FROM aml_alert WHERE source_id = 'group:both-speeds'`);
    };
    expect(await alertsAt(120)).toEqual([{ score: 100 }]);
    const verdicts = await rows<{ contributions: object[] }>(
      `SELECT contributions FROM aml_verdict WHERE code = 'group:both-speeds'`,
    );
    expect(verdicts.map(({ contributions }) => contributions.length)).toEqual([2]);
    await rows(`DELETE FROM aml_alert WHERE source_id = 'group:both-speeds'`);
    await app.asTwoStaff((write) => new AskScenarioLive(write, code, null), OFFICER);
    expect(await alertsAt(61)).toEqual([]);
  });

  it('freezes the account behind a movement that is posted, and raises one alert, without telling why', async () => {
    const code = 'late-freeze';
    const definition = { ...largeOutflow(2_000_00), code, speed: 'behind', action: 'freeze', publicName: 'Review' };
    await officer((write) => new CreateScenario(write, code, definition));
    await app.asTwoStaff((write) => new AskScenarioLive(write, code, 1), OFFICER);
    await move(CASH, C, 9_000_00);
    expect(await move(C, B, 2_500_00)).toMatchObject({ httpStatus: 200 });
    expect(await move(C, B, 2_600_00)).toMatchObject({ httpStatus: 200 });
    await judge();
    expect(await rows(`SELECT status FROM ledger_account WHERE id = ${C}`)).toEqual([{ status: 'Frozen' }]);
    const changes = await rows(`SELECT actor, reason FROM account_status_change WHERE account_id = ${C}`);
    expect(changes).toEqual([{ actor: 'system:aml', reason: 'Rule "Review": the account needs a review.' }]);
    expect(await rows(`SELECT 1 FROM aml_alert WHERE source_id = '${code}'`)).toHaveLength(1);
    expect(await move(C, B, 100_00)).toMatchObject({ code: 'ACCOUNT_FROZEN' });
  });

  async function finished(backtestId: number): Promise<ScenarioBacktestView> {
    await app.get(BacktestJob).run({ institutionId: HOUSE, id: 1, payload: { backtestId } });
    return app.queries.execute(new GetScenarioBacktest(HOUSE, CODE, backtestId));
  }
});
