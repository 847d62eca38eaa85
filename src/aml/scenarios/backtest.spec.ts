import { Backtest, backtest, backtestIssues } from './backtest';
import { type CompiledScenario, compileScenario } from './compile-scenario';
import { judge, scenarioSet } from './evaluate';
import { FACTS } from './facts';
import type { ScenarioMovement } from './scenario-movement';
import { SHIPPED_SCENARIOS } from './shipped/shipped-scenarios';
import { restoreFacts, storeFacts } from './stored-facts';
import { HOUR, NOON, ONE_DAY, told } from './testing/histories';
import {
  advance,
  DEFAULT_WINDOW_SETTINGS as settings,
  emptyWindowState,
  judgedState,
  type WindowState,
} from './window-state';

const passThrough = SHIPPED_SCENARIOS.find(({ code }) => code === 'pass-through')!;

const version = (ratioPercent: number, number = 1): CompiledScenario => {
  const { ratioPercent: ratio } = passThrough.parameters;
  const parameters = { ...passThrough.parameters, ratioPercent: { ...ratio!, value: ratioPercent } };
  return compileScenario({ ...passThrough, parameters }, number);
};

/** Accounts that receive and pass on a part that grows from account to account; some outflows are held. */
function history(): ScenarioMovement[] {
  const movements = Array.from({ length: 40 }, (_, index) => {
    const account = { id: index + 1 };
    const after = index * HOUR;
    const outcome = index % 3 === 0 ? ('held' as const) : ('posted' as const);
    return [
      told({ account, after, naira: 500_000 }),
      told({ account, after: after + 1, naira: 5_000 * (60 + index), direction: 'outflow', outcome }),
      told({ account, after: after + 2, naira: 100_000, direction: 'outflow' }),
    ];
  });
  return movements.flat().map((movement, index) => ({ ...movement, postingId: index + 1 }));
}

describe('a backtest', () => {
  it('gives the verdicts of live screening on every stored movement, held ones included', async () => {
    const live = version(85);
    const set = scenarioSet([live], [], 'lock');
    const states = new Map<number, WindowState>();
    const stored: string[] = [];
    const held: number[] = [];
    const fired = history().flatMap((movement) => {
      const { id } = movement.account;
      const before = states.get(id) ?? emptyWindowState();
      const source = { movement, settings, before, after: judgedState(before, movement, settings) };
      const { action } = judge(set, source);
      const decided: ScenarioMovement = { ...movement, outcome: action ? 'held' : 'posted' };
      if (action) held.push(movement.postingId);
      states.set(id, advance(before, decided, settings));
      stored.push(storeFacts(decided));
      return action ? [movement.postingId] : [];
    });
    expect(held.length).toBeGreaterThan(10);
    expect(held.length).toBeLessThan(stored.length - 10);

    // Judged alone against a version that never fires, every verdict of the past is a changed decision.
    const never = version(1_000, 2);
    const result = await backtest(stored.map(restoreFacts), { draft: live, live: never, settings });
    expect(result.sample.map(({ postingId }) => postingId)).toEqual(fired);
    expect(result).toMatchObject({ movements: stored.length, matches: fired.length, changedDecisions: fired.length });
  });

  it('counts overlap, changed decisions and alerts per thousand against the live version', async () => {
    const result = await backtest(history(), { draft: version(85, 2), live: version(70), settings });
    const stricter = await backtest(history(), { draft: version(70, 2), live: version(85), settings });
    const { both, draftOnly, liveOnly } = result.overlap!;
    expect(draftOnly).toBe(0);
    expect(liveOnly).toBeGreaterThan(0);
    expect(both).toBe(result.matches);
    expect(stricter.overlap).toEqual({ both, draftOnly: liveOnly, liveOnly: 0 });
    expect(result.changedDecisions).toBe(liveOnly);
    expect(result.alertsPerThousand).toBe((result.alerts * 1_000) / result.movements);
  });

  it('takes repeats of one account within a week as one alert', async () => {
    const again = Array.from({ length: 5 }, (_, index) => [
      told({ after: index * HOUR, naira: 500_000 }),
      told({ after: index * HOUR + 1, naira: 490_000, direction: 'outflow' }),
    ]).flat();
    const result = await backtest(again, { draft: version(85), settings });
    expect([result.matches, result.alerts]).toEqual([5, 1]);
  });

  it('only fills the windows before the time from which it judges', async () => {
    const movements = [told({ naira: 500_000 }), told({ after: HOUR, naira: 490_000, direction: 'outflow' })];
    const result = await backtest(movements, { draft: version(85), settings, judgeFrom: NOON + HOUR });
    expect(result).toMatchObject({ movements: 1, matches: 1 });
  });

  it('reads a stream and keeps no movement', async () => {
    async function* stream(): AsyncGenerator<ScenarioMovement> {
      for (let index = 0; index < 2_000; index += 1) yield told({ after: index * ONE_DAY, direction: 'outflow' });
    }
    const result = await backtest(stream(), { draft: version(85), live: version(86, 2), settings });
    expect(result).toMatchObject({ movements: 2_000, sample: [] });
  });

  it('tells when a history has more accounts than it keeps, and keeps one at a time when they come one by one', () => {
    const add = (byAccount: boolean): Backtest => {
      const run = new Backtest({ draft: version(85), settings, behindRecords: 5, byAccount });
      for (let id = 1; id <= 6; id += 1) run.add(told({ account: { id } }));
      return run;
    };
    expect(add(false).hasForgotten).toBe(true);
    expect(add(true).hasForgotten).toBe(false);
  });

  it('says which facts were missing', async () => {
    const mule = compileScenario(
      SHIPPED_SCENARIOS.find(({ code }) => code === 'mule-low-tier')!,
      1,
    );
    const movement = told({ direction: 'outflow', account: { tier: undefined as never } });
    expect((await backtest([movement], { draft: mule, settings })).notEvaluated).toEqual({ 'account.tier': 1 });
  });

  it('refuses a fact whose history begins after the movements', () => {
    const mule = compileScenario(
      SHIPPED_SCENARIOS.find(({ code }) => code === 'mule-low-tier')!,
      1,
    );
    const since = new Map([['account.tier', NOON + ONE_DAY]]);
    expect(backtestIssues(mule, NOON + ONE_DAY, since)).toEqual([]);
    expect(backtestIssues(mule, NOON, since)).toEqual([
      {
        path: 'conditions',
        reason: 'account.tier is stored since 2026-06-02T11:00:00.000Z only; begin the backtest there.',
      },
    ]);
    expect(() => new Backtest({ draft: mule, settings, judgeFrom: NOON, factHistory: since })).toThrow(/account.tier/);
  });

  it('refuses a fact that has no history at all', () => {
    const slot = FACTS.findIndex(({ name }) => name === 'account.tier');
    const mule = compileScenario(
      SHIPPED_SCENARIOS.find(({ code }) => code === 'mule-low-tier')!,
      1,
    );
    const fact = FACTS[slot]!;
    const { history: stored } = fact;
    fact.history = 'none';
    try {
      expect(backtestIssues(mule, NOON)[0]?.reason).toBe('account.tier has no history; run the draft in shadow.');
    } finally {
      fact.history = stored;
    }
  });
});

describe('stored facts', () => {
  it('come back as they were, amounts beyond the safe integers included', () => {
    const movement = told({
      naira: 99,
      loan: { id: 1, principalKobo: 2n ** 60n, repaidKobo: 2n ** 59n, elapsedPercent: 3, paidByOther: true },
      customer: { statedMonthlyTurnoverKobo: 7n },
      counterparty: { key: '1', name: '12' },
    });
    expect(restoreFacts(storeFacts(movement))).toEqual(movement);
  });
});
