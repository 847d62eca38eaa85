import { compileScenario } from './compile-scenario';
import { groupVerdicts, judge, scenarioSet } from './evaluate';
import { MovementFold } from './movement-fold';
import type { ScenarioDefinition, ScenarioGroupDefinition } from './scenario';
import type { ScenarioMovement } from './scenario-movement';
import { advance, DEFAULT_WINDOW_SETTINGS as SETTINGS, emptyWindowState, type WindowState } from './window-state';

const PASS_THROUGH: ScenarioDefinition = {
  schema: 1,
  code: 'pass-through',
  publicName: 'Review of the account',
  title: 'Pass-through of funds',
  description: 'Most of what came in within 24 hours has left again.',
  speed: 'lock',
  appliesTo: { directions: ['outflow'] },
  parameters: {
    inflowMinimumKobo: { type: 'kobo', title: 'Least inflow of 24 hours', value: 200_000_00 },
    ratioPercent: { type: 'int', title: 'Outflow in percent of the inflow', value: 85 },
  },
  conditions: [
    {
      name: 'inflow',
      when: 'window.inflowKobo24h >= parameter.inflowMinimumKobo',
      points: 30,
      words: '{window.inflowKobo24h} came in within 24 hours, at least {parameter.inflowMinimumKobo}.',
    },
    {
      name: 'ratio',
      when: 'window.outflowKobo24h * 100 >= window.inflowKobo24h * parameter.ratioPercent',
      points: 40,
      words: '{window.outflowKobo24h} left within 24 hours, at least {parameter.ratioPercent} % of what came in.',
    },
  ],
  firesAt: 70,
  action: 'hold',
};
const NOON = Date.UTC(2026, 5, 1, 11);
const HOUR = 3_600_000;

const movement = (facts: Partial<ScenarioMovement>): ScenarioMovement => ({
  postingId: 1,
  at: NOON,
  utcOffsetMinutes: 60,
  direction: 'outflow',
  amountKobo: 1_000_00n,
  channel: 'transfer',
  endpoint: 'local-transfer',
  outcome: 'posted',
  account: { id: 1 },
  ...facts,
});

const fold = (movements: ScenarioMovement[]): WindowState =>
  movements.reduce((state, next) => advance(state, next, SETTINGS), emptyWindowState());

describe('a scenario under the lock', () => {
  const set = scenarioSet([compileScenario(PASS_THROUGH, 3)], [], 'lock');
  const salary = movement({ direction: 'inflow', amountKobo: 1_000_000_00n });
  const judged = (amountKobo: bigint): ReturnType<typeof judge> => {
    const before = fold([salary]);
    const now = movement({ at: NOON + 2 * HOUR, amountKobo });
    return judge(set, { movement: now, settings: SETTINGS, before, after: advance(before, now, SETTINGS) });
  };

  it('fires with its version, the values it saw and the part of each condition in words', () => {
    const { verdicts, action } = judged(850_000_00n);
    expect(action).toBe('hold');
    expect(verdicts).toEqual([
      {
        scenario: 'pass-through',
        version: 3,
        publicName: 'Review of the account',
        action: 'hold',
        score: 70,
        contributions: [
          {
            condition: 'inflow',
            met: true,
            points: 30,
            words: '₦1,000,000.00 came in within 24 hours, at least ₦200,000.00.',
          },
          {
            condition: 'ratio',
            met: true,
            points: 40,
            words: '₦850,000.00 left within 24 hours, at least 85 % of what came in.',
          },
        ],
        values: { 'window.inflowKobo24h': 1_000_000_00, 'window.outflowKobo24h': 850_000_00 },
      },
    ]);
  });

  it('does not fire one kobo below its ratio', () => {
    expect(judged(850_000_00n - 1n).verdicts).toEqual([]);
  });

  it('does not look at the other direction', () => {
    const inflow = { ...salary, at: NOON + HOUR };
    const before = fold([salary]);
    expect(judge(set, { movement: inflow, settings: SETTINGS, before, after: before }).action).toBeUndefined();
  });
});

describe('a verdict', () => {
  it('can be stored as JSON, also with amounts beyond the safe integers', () => {
    const amountKobo = 2n ** 60n;
    const now = movement({ amountKobo, account: { id: 1, balanceBeforeKobo: amountKobo * 2n } });
    const condition = { ...PASS_THROUGH.conditions[0]!, when: 'account.balanceAfterKobo >= 5', points: 70 };
    const set = scenarioSet([compileScenario({ ...PASS_THROUGH, conditions: [condition] }, 1)], [], 'lock');
    const before = emptyWindowState();
    const { verdicts } = judge(set, {
      movement: now,
      settings: SETTINGS,
      before,
      after: advance(before, now, SETTINGS),
    });
    expect(JSON.parse(JSON.stringify(verdicts[0]!.values))).toMatchObject({
      'account.balanceAfterKobo': String(2n ** 60n),
    });
  });
});

describe('windows of a customer', () => {
  const scenario = {
    ...PASS_THROUGH,
    conditions: [{ ...PASS_THROUGH.conditions[0]!, when: 'customerWindow.outflowKobo24h >= 3000000', points: 70 }],
  };
  const set = scenarioSet([compileScenario(scenario, 1)], [], 'lock');
  const spread = [1, 2, 3].map((id) => movement({ amountKobo: 1_000_000n, account: { id }, customer: { id: 9 } }));
  const evaluations = (withCustomers: boolean): ReturnType<typeof judge>[] => {
    const fold = new MovementFold({ settings: SETTINGS, withCustomers });
    return spread.map((each) => judge(set, fold.next(each)!));
  };

  it('see what is spread over the accounts of the customer', () => {
    expect(evaluations(true).map(({ action }) => action)).toEqual([undefined, undefined, 'hold']);
  });

  it('make a scenario not evaluated where they are not kept', () => {
    expect(evaluations(false).flatMap(({ notEvaluated }) => notEvaluated[0]?.missingFacts)).toEqual(
      spread.map(() => 'customerWindow.outflowKobo24h'),
    );
  });
});

describe('a group of scenarios', () => {
  const group = (alertAt: number, holdAt?: number): ScenarioGroupDefinition => ({
    schema: 1,
    code: 'mule-account',
    publicName: 'Review of the account',
    title: 'Signs of a mule',
    members: [
      { scenario: 'pass-through', weightPercent: 150 },
      { scenario: 'other', weightPercent: 50 },
    ],
    alertAt,
    ...(holdAt === undefined ? {} : { holdAt }),
  });
  const scored = { ...PASS_THROUGH, action: 'score' as const };
  const other = { ...scored, code: 'other' };
  const judgedBy = (groups: ScenarioGroupDefinition[]): ReturnType<typeof judge> => {
    const set = scenarioSet([compileScenario(scored, 1), compileScenario(other, 2)], groups, 'lock');
    const before = fold([movement({ direction: 'inflow', amountKobo: 1_000_000_00n })]);
    const now = movement({ at: NOON + HOUR, amountKobo: 900_000_00n });
    return judge(set, { movement: now, settings: SETTINGS, before, after: advance(before, now, SETTINGS) });
  };

  it('adds the scores of its members by their weights and alerts at its threshold', () => {
    const { groups, action } = judgedBy([group(140)]);
    expect(action).toBe('alert');
    expect(groups).toEqual([
      {
        group: 'mule-account',
        publicName: 'Review of the account',
        action: 'alert',
        score: 140,
        parts: [
          { scenario: 'pass-through', version: 1, score: 70, adds: 105 },
          { scenario: 'other', version: 2, score: 70, adds: 35 },
        ],
      },
    ]);
  });

  it('is quiet one point below its threshold, and its members only score', () => {
    const { groups, action, verdicts } = judgedBy([group(141)]);
    expect([groups, action, verdicts.length]).toEqual([[], 'score', 2]);
  });

  it('counts members of both speeds for an alert, and those under the lock alone for a hold', () => {
    const { verdicts } = judgedBy([]);
    const [locked, later] = [verdicts.slice(0, 1), verdicts.slice(1)];
    const scores = (alertAt: number, holdAt?: number): unknown[] =>
      groupVerdicts([group(alertAt, holdAt)], locked, later).map(({ score, action }) => [score, action]);
    expect(scores(140)).toEqual([[140, 'alert']]);
    expect(scores(141)).toEqual([]);
    expect(scores(100, 140)).toEqual([[140, 'alert']]);
    expect(scores(100, 105)).toEqual([[140, 'hold']]);
    expect(scores(100, 106)).toEqual([[140, 'alert']]);
  });

  it('holds at its higher threshold', () => {
    expect(judgedBy([group(100, 140)]).action).toBe('hold');
    expect(judgedBy([group(100, 141)]).action).toBe('alert');
  });
});
