import { Backtest } from '../../src/aml/scenarios/backtest';
import { compileScenario } from '../../src/aml/scenarios/compile-scenario';
import { judge, type ScenarioSet } from '../../src/aml/scenarios/evaluate';
import { MovementFold } from '../../src/aml/scenarios/movement-fold';
import { SHIPPED_SCENARIOS } from '../../src/aml/scenarios/shipped/shipped-scenarios';
import { DEFAULT_WINDOW_SETTINGS } from '../../src/aml/scenarios/window-state';
import { type QualityOptions, shippedSets, townOf } from './quality';
import { DAY_MS, type LabelledMovement } from './town';

type Print = (line: Record<string, unknown>) => void;

const MIB = 1_048_576;
const rssMib = (): number => Math.round(process.memoryUsage.rss() / MIB);

/** The same town lives through its days again and again, each time later, so that memory shows whether it grows. */
function* again(movements: readonly LabelledMovement[], count: number, days: number): Generator<LabelledMovement> {
  for (let index = 0; index < count; index += 1) {
    const next = movements[index % movements.length]!;
    yield next;
    next.movement.at += days * DAY_MS;
  }
}

/** Nanoseconds a movement with all scenarios of both speeds, with those under the lock, and with none. */
export function measureSpeed(options: QualityOptions, count: number, print: Print): void {
  const [lock, behind] = shippedSets();
  const sets: Record<string, ScenarioSet[]> = {
    'windows only': [],
    'under the lock': [lock!],
    'all scenarios': [lock!, behind!],
  };
  for (const [scenarios, judged] of Object.entries(sets)) {
    const { movements } = townOf(options, 1);
    const fold = new MovementFold({
      settings: DEFAULT_WINDOW_SETTINGS,
      withBehind: judged.includes(behind!),
      withCustomers: judged.length > 0,
    });
    for (const { movement } of again(movements, movements.length, options.days)) fold.next(movement);
    const before = rssMib();
    let verdicts = 0;
    const begin = performance.now();
    for (const { movement } of again(movements, count, options.days)) {
      const source = fold.next(movement);
      if (source) for (const set of judged) verdicts += judge(set, source).verdicts.length;
    }
    const nsPerMovement = Math.round(((performance.now() - begin) * 1e6) / count);
    print({ scenario: 'aml-speed', scenarios, movements: count, nsPerMovement, verdicts, rssMib: [before, rssMib()] });
  }
}

/** Time and memory of a backtest of one draft against its live version. */
export function measureBacktest(options: QualityOptions, count: number, print: Print): void {
  for (const code of ['pass-through', 'fan-in']) {
    const definition = SHIPPED_SCENARIOS.find((scenario) => scenario.code === code)!;
    const { movements } = townOf(options, 1);
    const run = new Backtest({
      draft: compileScenario(definition, 2),
      live: compileScenario(definition, 1),
      settings: DEFAULT_WINDOW_SETTINGS,
    });
    const before = rssMib();
    const begin = performance.now();
    for (const { movement } of again(movements, count, options.days)) run.add(movement);
    const seconds = (performance.now() - begin) / 1_000;
    const { matches, alerts, changedDecisions } = run.finish();
    const minutesForTenMillion = Math.round(((seconds * 1e7) / count / 60) * 100) / 100;
    const figures = { seconds: Math.round(seconds * 10) / 10, minutesForTenMillion, rssMib: [before, rssMib()] };
    const { speed } = definition;
    print({
      scenario: 'aml-backtest',
      draft: code,
      speed,
      movements: count,
      ...figures,
      matches,
      alerts,
      changedDecisions,
    });
  }
}
