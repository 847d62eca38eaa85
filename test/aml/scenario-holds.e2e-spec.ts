import { Client } from 'pg';
import { DecideAmlHold } from '../../src/aml/commands/decide-aml-hold';
import { BehindRunner } from '../../src/aml/scenario-desk/behind/behind-runner';
import { AskScenarioLive } from '../../src/aml/scenario-desk/commands/ask-scenario-live';
import { ChangeScenarioDraft } from '../../src/aml/scenario-desk/commands/change-scenario-draft';
import { CreateScenario } from '../../src/aml/scenario-desk/commands/create-scenario';
import { RunScenarioShadow } from '../../src/aml/scenario-desk/commands/run-scenario-shadow';
import { EXAMPLE_CHANGE } from '../../src/aml/scenario-desk/example-definition';
import { unpackMovement } from '../../src/aml/scenario-desk/packed-movement';
import {
  advance,
  DEFAULT_WINDOW_SETTINGS,
  emptyWindowState,
  type WindowState,
} from '../../src/aml/scenarios/window-state';
import { judgeMovements } from '../support/judge-movements';
import { CASH, FIRST_CUSTOMER, HOUSE, openAccounts } from '../support/ledger-app';
import {
  type Answer,
  type MovementsApp,
  nextReference,
  staffWith,
  startMovementsApp,
  type TransferBody,
} from '../support/movements-app';

const OFFICER = staffWith('AML1', 'manage-scenarios');
const DECIDER = staffWith('AML9', 'approve-aml-held-transactions');
const CODE = 'out-as-in';
/** Most of the inflow of a day leaves again. */
const OUT_AS_IN = {
  ...EXAMPLE_CHANGE,
  code: CODE,
  action: 'hold',
  parameters: {
    inflowMinimumKobo: { type: 'kobo', title: 'Least inflow', value: 200_000_00, minimum: 100 },
    ratioPercent: { type: 'int', title: 'Outflow in percent', value: 85, minimum: 1, maximum: 1_000 },
  },
};
const [A, B, C] = [FIRST_CUSTOMER, FIRST_CUSTOMER + 1, FIRST_CUSTOMER + 2];

describe('Scenarios under the lock', () => {
  let app: MovementsApp;
  let database: Client;
  let repeated: TransferBody | undefined;
  let repeatedAnswer: Answer | undefined;

  const move = (debit: number, credit: number, amountKobo: number): TransferBody => ({
    debit,
    credit,
    amountKobo,
    reference: nextReference(),
    narration: 'Rent',
    feeKobo: 0,
  });
  const rows = async <Row extends object>(sql: string): Promise<Row[]> => (await database.query<Row>(sql)).rows;
  const goLive = (version = 1): Promise<Answer> =>
    app.asTwoStaff((write) => new AskScenarioLive(write, CODE, version), OFFICER);
  const retire = (): Promise<Answer> => app.asTwoStaff((write) => new AskScenarioLive(write, CODE, null), OFFICER);
  const judge = (): Promise<number> => judgeMovements(app.get(BehindRunner), HOUSE, database);

  beforeAll(async () => {
    app = await startMovementsApp();
    database = new Client({ connectionString: app.common.database.url });
    await database.connect();
    await openAccounts(app.common, 4);
    await app.asStaff((write) => new CreateScenario(write, CODE, OUT_AS_IN), OFFICER);
  });
  afterAll(async () => {
    await database?.end();
    await app?.common.close();
  });

  it('load and write nothing while every scenario is a draft', async () => {
    expect(await app.send(move(CASH, A, 1_000_000_00))).toMatchObject({ httpStatus: 200 });
    expect(await app.send(move(A, B, 950_000_00))).toMatchObject({ httpStatus: 200 });
    expect(await rows('SELECT 1 FROM movement_facts')).toHaveLength(0);
    expect(await rows('SELECT 1 FROM aml_window_state')).toHaveLength(0);
  });

  it('hold a movement as soon as one is live, with its public name and nothing else of it', async () => {
    expect(await goLive()).toMatchObject({ httpStatus: 200, data: { liveVersion: 1 } });
    expect(await app.send(move(CASH, C, 300_000_00))).toMatchObject({ httpStatus: 200 });
    const held = await app.send(move(C, B, 280_000_00));
    expect(held).toMatchObject({ httpStatus: 202, code: 'AML_HOLD' });
    expect(Object.keys(held.data).sort()).toEqual([
      'amlApprovalReference',
      'amlHold',
      'approvalId',
      'reason',
      'statusCode',
    ]);
    expect(held.data.reason).toBe('Rule "Review of the account": an outflow of ₦280,000.00 needs a review.');
    const [hold] = await rows<{ scenario_code: string; scenario_version: number }>(
      'SELECT scenario_code, scenario_version FROM aml_hold',
    );
    expect(hold).toEqual({ scenario_code: CODE, scenario_version: 1 });
  });

  it('are judged behind the movement, once, with the values and the part of each condition', async () => {
    expect(await judge()).toBe(3);
    expect(await judge()).toBe(0);
    const verdicts = await rows(
      'SELECT account_id::int, code, version, mode, action, score, "values", contributions FROM aml_verdict',
    );
    expect(verdicts).toEqual([
      {
        account_id: C,
        code: CODE,
        version: 1,
        mode: 'live',
        action: 'hold',
        score: 70,
        values: { 'window.inflowKobo24h': 300_000_00, 'window.outflowKobo24h': 280_000_00 },
        contributions: [
          { met: true, points: 30, text: '₦300,000.00 came in within 24 hours, at least ₦200,000.00.' },
          { met: true, points: 40, text: '₦280,000.00 left within 24 hours, at least 85 % of what came in.' },
        ],
      },
    ]);
    // The hold has an alert of its own.
    expect(await rows(`SELECT 1 FROM aml_alert WHERE source = 'scenario'`)).toHaveLength(0);
  });

  it('count only what is posted, so an attempt that was held does not change the next decision', async () => {
    expect(await app.send(move(C, B, 200_000_00))).toMatchObject({ httpStatus: 200 });
    repeated = move(C, B, 60_000_00);
    repeatedAnswer = await app.send(repeated);
    expect(repeatedAnswer).toMatchObject({ code: 'AML_HOLD' });
  });

  it('collapse repeats of one client and account into one hold, whose decision is theirs', async () => {
    const [head, repeat] = await rows<{ id: string; approval_id: string; repeat_of_id: string | null }>(
      'SELECT id, approval_id, repeat_of_id FROM aml_hold ORDER BY id',
    );
    expect([head!.repeat_of_id, repeat!.repeat_of_id]).toEqual([null, head!.id]);
    expect(await rows(`SELECT 1 FROM approval WHERE operation = 'release-aml-hold'`)).toHaveLength(1);
    const decide = (approvalId: number): Promise<Answer> =>
      app.asStaff(
        (write) =>
          new DecideAmlHold(write, DECIDER, {
            approvalId,
            verdict: 'Approved',
            note: 'Known customer',
            reasonCode: 'known-business',
          }),
        DECIDER,
      );
    expect(await decide(Number(repeat!.approval_id))).toMatchObject({
      code: 'AML_HOLD_IS_REPEAT',
      data: { repeatOf: Number(head!.approval_id) },
    });
    expect(await decide(Number(head!.approval_id))).toMatchObject({ httpStatus: 200, data: { repeats: 1 } });
    const decided = await rows('SELECT DISTINCT status, decision_reason FROM aml_hold');
    expect(decided).toEqual([{ status: 'Approved', decision_reason: 'known-business' }]);
    // Each is released once by its own reference, and a further attempt is a new hold.
    const again = { ...repeated!, amlApprovalReference: repeatedAnswer!.data.amlApprovalReference as string };
    expect(await app.send(again)).toMatchObject({ httpStatus: 200 });
    expect(await app.send(again)).toMatchObject({ code: 'AML_REFERENCE_REJECTED' });
    expect(await app.send({ ...move(C, B, 10_000_00) })).toMatchObject({ code: 'AML_HOLD' });
    expect(await app.send({ ...move(C, B, 10_000_00) }, { actor: 'api-client:two' })).toMatchObject({
      code: 'AML_HOLD',
    });
    expect(await rows(`SELECT 1 FROM aml_hold WHERE status = 'Held' AND repeat_of_id IS NULL`)).toHaveLength(2);
  });

  it('have no effect in shadow, beside the live version', async () => {
    const stricter = { ...OUT_AS_IN, firesAt: 30, conditions: [OUT_AS_IN.conditions[0]!] };
    const officer = (command: Parameters<MovementsApp['asStaff']>[0]): Promise<Answer> => app.asStaff(command, OFFICER);
    await officer((write) => new ChangeScenarioDraft(write, CODE, stricter));
    expect(await officer((write) => new RunScenarioShadow(write, CODE, true))).toMatchObject({
      data: { liveVersion: 1, shadowVersion: 2, draftVersion: null },
    });
    await app.send(move(CASH, B, 500_000_00));
    expect(await app.send(move(B, A, 10_000_00))).toMatchObject({ httpStatus: 200 });
    await judge();
    expect(await rows(`SELECT mode, version, score FROM aml_verdict WHERE account_id = ${B} ORDER BY id`)).toEqual([
      { mode: 'shadow', version: 2, score: 30 },
    ]);
    expect(await rows(`SELECT 1 FROM aml_alert WHERE source = 'scenario'`)).toHaveLength(0);
    expect(await officer((write) => new RunScenarioShadow(write, CODE, false))).toMatchObject({
      data: { liveVersion: 1, shadowVersion: null, draftVersion: 3 },
    });
  });

  it('raise one alert a week for an account where their action is to alert', async () => {
    const alerting = { ...OUT_AS_IN, action: 'alert' };
    await app.asStaff((write) => new ChangeScenarioDraft(write, CODE, alerting), OFFICER);
    expect(await goLive(3)).toMatchObject({ httpStatus: 200, data: { liveVersion: 3 } });
    await app.send(move(CASH, C, 100_000_00));
    expect(await app.send(move(C, B, 100_000_00))).toMatchObject({ httpStatus: 200 });
    expect(await app.send(move(C, B, 10_000_00))).toMatchObject({ httpStatus: 200 });
    await judge();
    const alerts = await rows(
      `SELECT account_id::int, source_id, source_version, public_name, score, status FROM aml_alert
        WHERE source = 'scenario'`,
    );
    expect(alerts).toEqual([
      {
        account_id: C,
        source_id: CODE,
        source_version: '3',
        public_name: 'Review of the account',
        score: 70,
        status: 'new',
      },
    ]);
    expect(await rows(`SELECT 1 FROM aml_verdict WHERE version = 3`)).toHaveLength(2);
  });

  it('join the hold that is open from before when they stop movements again', async () => {
    const [open] = await rows<{ id: string }>(
      `SELECT id FROM aml_hold WHERE status = 'Held' AND repeat_of_id IS NULL ORDER BY id`,
    );
    await app.asStaff((write) => new ChangeScenarioDraft(write, CODE, OUT_AS_IN), OFFICER);
    expect(await goLive(4)).toMatchObject({ httpStatus: 200, data: { liveVersion: 4 } });
    // The process still knows the set that stopped nothing.
    expect(await app.send(move(C, B, 10_000_00))).toMatchObject({ code: 'AML_HOLD' });
    expect(await rows('SELECT repeat_of_id FROM aml_hold ORDER BY id DESC LIMIT 1')).toEqual([
      { repeat_of_id: open!.id },
    ]);
  });

  it('keep windows under the lock equal to those that are folded behind and to a fold over the stored facts', async () => {
    await judge();
    const locked = await rows<{ id: number; state: Buffer }>(
      'SELECT account_id::int AS id, state FROM aml_window_state ORDER BY 1',
    );
    const behind = await rows(
      `SELECT subject::int AS id, windows AS state FROM aml_behind_record
        WHERE kind = 'account' AND windows IS NOT NULL ORDER BY 1`,
    );
    expect(locked.length).toBeGreaterThan(2);
    expect(behind).toEqual(locked);
    const { expected } = await rebuilt();
    expect(locked.map(({ id, state }) => [id, state.toString('hex')])).toEqual(expected);
  });

  it('stop loading and writing once the last one is retired', async () => {
    expect(await retire()).toMatchObject({ httpStatus: 200, data: { liveVersion: null } });
    const before = await rows('SELECT 1 FROM movement_facts');
    expect(await app.send(move(CASH, C, 5_000_000_00))).toMatchObject({ httpStatus: 200 });
    expect(await app.send(move(C, B, 4_900_000_00))).toMatchObject({ httpStatus: 200 });
    expect(await rows('SELECT 1 FROM movement_facts')).toHaveLength(before.length);
  });

  async function rebuilt(): Promise<{ expected: [number, string][] }> {
    const facts = await rows<{ id: number; at: Date; outcome: 'posted' | 'held'; facts: Record<string, unknown> }>(
      'SELECT account_id::int AS id, at, outcome, facts FROM movement_facts ORDER BY seq',
    );
    const states = new Map<number, WindowState>();
    for (const { id, at, outcome, facts: stored } of facts) {
      const movement = unpackMovement({ accountId: id, postingId: 0, at, outcome, facts: stored });
      states.set(id, advance(states.get(id) ?? emptyWindowState(), movement, DEFAULT_WINDOW_SETTINGS));
    }
    return {
      expected: [...states]
        .filter(([, state]) => state.some((byte, index) => index > 0 && byte > 0))
        .sort(([a], [b]) => a - b)
        .map(([id, state]) => [id, Buffer.from(state).toString('hex')]),
    };
  }
});
