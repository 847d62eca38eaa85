import { alertKey } from './alert-key';
import type { CompiledScenario } from './compile-scenario';
import { type Evaluation, factsRead, judge, type ScenarioSet, scenarioSet } from './evaluate';
import { readsCustomerWindows } from './fact-reach';
import { factNamed } from './facts';
import { type FoldOptions, type KnownThen, MovementFold } from './movement-fold';
import type { ScenarioIssue } from './scenario';
import type { ScenarioMovement } from './scenario-movement';

/** A movement that the draft and the live version judge differently. */
export interface ChangedDecision {
  postingId: number;
  accountId: number;
  live: string | undefined;
  draft: string | undefined;
}

/** The result of a backtest: alerts, overlap and changed decisions of a draft over stored movements. */
export interface BacktestResult {
  /** Movements judged, those of the warm-up left out. */
  movements: number;
  /** Movements on which the draft fired. */
  matches: number;
  /** Alerts after repeats of one account within a week are taken as one. */
  alerts: number;
  alertsPerThousand: number;
  /** Movements that could not be evaluated, by missing fact. */
  notEvaluated: Record<string, number>;
  /** Against the live version; absent without one. Counts of movements. */
  overlap?: { both: number; draftOnly: number; liveOnly: number };
  changedDecisions: number;
  /** The first changed decisions, 100 at most. */
  sample: ChangedDecision[];
}

export interface BacktestOptions extends FoldOptions {
  draft: CompiledScenario;
  /** The version that is live now. */
  live?: CompiledScenario;
  /** Movements before this time (milliseconds) only fill the windows. */
  judgeFrom?: number;
  /** For a fact that was not stored from the beginning: the time (milliseconds) since which it is. */
  factHistory?: ReadonlyMap<string, number>;
}

const SAMPLE = 100;
const MOST_ALERT_KEYS = 1_000_000;

/**
 * Reasons why a draft cannot be backtested: facts without history, or whose history begins after the movements do.
 * @param from time of the first movement to judge
 */
export function backtestIssues(
  draft: CompiledScenario,
  from: number,
  factHistory?: ReadonlyMap<string, number>,
): ScenarioIssue[] {
  return factsRead([draft]).flatMap((name) => {
    const path = 'conditions';
    if (factNamed(name)?.history === 'none')
      return [{ path, reason: `${name} has no history; run the draft in shadow.` }];
    const since = factHistory?.get(name);
    if (since === undefined || since <= from) return [];
    return [
      { path, reason: `${name} is stored since ${new Date(since).toISOString()} only; begin the backtest there.` },
    ];
  });
}

/** One backtest: movements are added one by one, so that memory does not grow with their number. */
export class Backtest {
  private readonly fold: MovementFold;
  private readonly draft: ScenarioSet;
  private readonly live?: ScenarioSet;
  private readonly alerts = new Set<string>();
  private current: number | undefined;
  private readonly result: BacktestResult = {
    movements: 0,
    matches: 0,
    alerts: 0,
    alertsPerThousand: 0,
    notEvaluated: {},
    changedDecisions: 0,
    sample: [],
  };

  /** @throws Error when a fact of the draft has no history in the period */
  constructor(private readonly options: BacktestOptions) {
    const { draft, live, judgeFrom, factHistory } = options;
    const [issue] = backtestIssues(draft, judgeFrom ?? 0, factHistory);
    if (issue) throw new Error(issue.reason);
    const isBehind = (scenario?: CompiledScenario): boolean => scenario?.definition.speed === 'behind';
    this.fold = new MovementFold({
      ...options,
      withBehind: isBehind(draft) || isBehind(live),
      withCustomers: readsCustomerWindows(live ? [draft, live] : [draft]),
    });
    this.draft = scenarioSet([draft], [], draft.definition.speed);
    if (live) {
      this.live = scenarioSet([live], [], live.definition.speed);
      this.result.overlap = { both: 0, draftOnly: 0, liveOnly: 0 };
    }
  }

  /** True when the history has more records than the fold may keep: its verdicts are then not those of the past. */
  get hasForgotten(): boolean {
    return this.fold.hasForgotten;
  }

  /**
   * Adds the next movement. The movements of one account must come in the order in which they were decided; all of
   * them must, but for `byAccount`.
   * @returns what the draft says about it; undefined where it is not judged
   */
  add(movement: ScenarioMovement, known?: KnownThen): Evaluation | undefined {
    const source = this.fold.next(movement, known);
    if (!source || movement.isReleased || movement.at < (this.options.judgeFrom ?? 0)) return undefined;
    this.result.movements += 1;
    const draft = judge(this.draft, source);
    this.countDraft(draft, movement);
    if (this.live) this.compare(draft, judge(this.live, source), movement);
    return draft;
  }

  /** The figures so far. */
  finish(): BacktestResult {
    const { movements, alerts } = this.result;
    return { ...this.result, alertsPerThousand: movements === 0 ? 0 : (alerts * 1_000) / movements };
  }

  private countDraft({ verdicts, notEvaluated }: Evaluation, movement: ScenarioMovement): void {
    for (const { missingFacts } of notEvaluated)
      for (const name of missingFacts) this.result.notEvaluated[name] = (this.result.notEvaluated[name] ?? 0) + 1;
    const [verdict] = verdicts;
    if (!verdict) return;
    this.result.matches += 1;
    const key = alertKey(verdict.scenario, movement);
    // Repeats are those of one account: the keys of an account that is done are not met again.
    if (this.options.byAccount === true && movement.account.id !== this.current) this.alerts.clear();
    this.current = movement.account.id;
    if (this.alerts.has(key)) return;
    // The keys are of weeks: when there are too many, those of long ago are not met again.
    if (this.alerts.size >= MOST_ALERT_KEYS) this.alerts.delete(this.alerts.values().next().value!);
    this.alerts.add(key);
    this.result.alerts += 1;
  }

  private compare(draft: Evaluation, live: Evaluation, movement: ScenarioMovement): void {
    const overlap = this.result.overlap!;
    if (draft.action && live.action) overlap.both += 1;
    else if (draft.action) overlap.draftOnly += 1;
    else if (live.action) overlap.liveOnly += 1;
    if (draft.action === live.action) return;
    this.result.changedDecisions += 1;
    if (this.result.sample.length < SAMPLE)
      this.result.sample.push({
        postingId: movement.postingId,
        accountId: movement.account.id,
        live: live.action,
        draft: draft.action,
      });
  }
}

/** Backtests a draft over a stream of stored movements. @throws Error when a fact of the draft has no history */
export async function backtest(
  movements: AsyncIterable<ScenarioMovement> | Iterable<ScenarioMovement>,
  options: BacktestOptions,
): Promise<BacktestResult> {
  const run = new Backtest(options);
  for await (const movement of movements) run.add(movement);
  return run.finish();
}
