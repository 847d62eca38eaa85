import { alertKey } from '../../src/aml/scenarios/alert-key';
import { compileScenario } from '../../src/aml/scenarios/compile-scenario';
import { judge, type ScenarioSet, scenarioSet } from '../../src/aml/scenarios/evaluate';
import { MovementFold } from '../../src/aml/scenarios/movement-fold';
import { SHIPPED_GROUPS, SHIPPED_SCENARIOS } from '../../src/aml/scenarios/shipped/shipped-scenarios';
import { DEFAULT_WINDOW_SETTINGS, emptyWindowState } from '../../src/aml/scenarios/window-state';
import { ordinaryTown } from './ordinary';
import { Random } from './random';
import { Stage } from './scheme';
import { SCHEMES } from './schemes';
import { DAY_MS, FIRST_DAY, type LabelledMovement, movementsOf, Town } from './town';

/** Each town holds every kind of scheme once, so towns are instances a kind. */
export interface QualityOptions {
  seed: number;
  towns: number;
  people: number;
  days: number;
}

/** Both speeds of the shipped scenarios, all of them on. */
export function shippedSets(): ScenarioSet[] {
  const compiled = SHIPPED_SCENARIOS.map((scenario) => compileScenario(scenario, 1));
  return [scenarioSet(compiled, SHIPPED_GROUPS, 'lock'), scenarioSet(compiled, SHIPPED_GROUPS, 'behind')];
}

/** What was found: by kind, by scenario, and how many alerts it took. */
export class QualityCount {
  movements = 0;
  labelledMovements = 0;
  alerts = 0;
  trueAlerts = 0;
  readonly instances = new Map<string, Set<string>>();
  readonly caught = new Map<string, Set<string>>();
  readonly byScenario = new Map<string, { alerts: number; trueAlerts: number }>();
  private keys = new Map<string, boolean>();

  constructor(private readonly sets: readonly ScenarioSet[]) {}

  /** A new town: its accounts share no alert with those before. */
  forget(): void {
    this.keys = new Map();
  }

  add({ movement, label }: LabelledMovement, fold: MovementFold): void {
    const source = fold.next(movement);
    if (!source) return;
    this.movements += 1;
    if (label) {
      this.labelledMovements += 1;
      remember(this.instances, label.kind, label.instance);
    }
    for (const set of this.sets)
      for (const { scenario, action } of judge(set, source).verdicts) {
        if (action === 'score') continue;
        if (label) remember(this.caught, label.kind, label.instance);
        this.count(scenario, alertKey(scenario, movement), label !== undefined);
      }
  }

  /** An alert is true when one of its repeats is on a movement of a scheme. */
  private count(scenario: string, key: string, isTrue: boolean): void {
    const found = this.byScenario.get(scenario) ?? { alerts: 0, trueAlerts: 0 };
    this.byScenario.set(scenario, found);
    const known = this.keys.get(key);
    if (known === undefined) {
      this.alerts += 1;
      found.alerts += 1;
    }
    if (isTrue && known !== true) {
      this.trueAlerts += 1;
      found.trueAlerts += 1;
    }
    this.keys.set(key, isTrue || known === true);
  }
}

function remember(map: Map<string, Set<string>>, kind: string, instance: string): void {
  map.set(kind, (map.get(kind) ?? new Set()).add(instance));
}

/** One town of generated traffic with its schemes, and the fold that its accounts begin with. */
export function townOf(options: QualityOptions, index: number): { movements: LabelledMovement[]; fold: MovementFold } {
  const random = new Random(options.seed * 1_000_003 + index);
  const town = new Town(random, options.days, index * 1_000_000);
  const folk = ordinaryTown(town, options.people);
  for (const [kind, scheme] of Object.entries(SCHEMES)) {
    const day = random.whole(24, options.days - 30);
    scheme(new Stage(town, folk, { kind, instance: `${kind} ${index}` }, day));
  }
  const movements = movementsOf(town);
  const quiet = new Map(town.holders.map(({ id, quietBefore }) => [id, quietBefore]));
  const fold = new MovementFold({
    settings: DEFAULT_WINDOW_SETTINGS,
    withCustomers: true,
    initialState: (accountId) => {
      const days = quiet.get(accountId);
      return days === undefined ? undefined : emptyWindowState(FIRST_DAY - days * DAY_MS);
    },
  });
  return { movements, fold };
}

/** Generates towns one after the other and counts what the shipped scenarios find; memory is that of one town. */
export function measureQuality(options: QualityOptions): QualityCount {
  const count = new QualityCount(shippedSets());
  for (let index = 1; index <= options.towns; index += 1) {
    const { movements, fold } = townOf(options, index);
    for (const movement of movements) count.add(movement, fold);
    count.forget();
  }
  return count;
}
