import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { histories, type HistoryStep, play } from '../../../test/aml/random-histories';
import { randomNumbers } from '../../../test/support/random-numbers';
import { Backtest } from '../scenarios/backtest';
import { type CompiledScenario, compileScenario } from '../scenarios/compile-scenario';
import type { Evaluation } from '../scenarios/evaluate';
import { FACTS } from '../scenarios/facts';
import { randomScenario } from '../scenarios/testing/random-scenarios';
import { DEFAULT_WINDOW_SETTINGS } from '../scenarios/window-state';
import { type FactsRow, unpackStored } from './packed-movement';
import { historyNeeds } from './stored-history';
import { DeskInMemory } from './testing/desk-in-memory';

/** `AML_HISTORIES=100000 AML_SEED=7 npx jest verdict-properties --selectProjects unit` runs for long. */
const HISTORIES = Number(process.env.AML_HISTORIES ?? 800);
const SEED = Number(process.env.AML_SEED ?? 20_261_128);
const DAY_MS = 86_400_000;

const told = ({ verdicts, notEvaluated }: Evaluation): object => ({ verdicts, notEvaluated });

/** The rows as the backtest job reads them. */
function rowsFor(rows: readonly FactsRow[], scenario: CompiledScenario, start: Date, to: Date): FactsRow[] {
  const { since, byAccount } = historyNeeds([scenario], start);
  const read = rows.filter(({ at }) => at >= since && at <= to);
  if (!byAccount) return read;
  return read.sort((a, b) => Number(a.account_id) - Number(b.account_id) || Number(a.seq) - Number(b.seq));
}

function backtested(
  rows: readonly FactsRow[],
  scenario: CompiledScenario,
  days: number,
  to: Date,
): Map<number, object> {
  const start = new Date(to.getTime() - days * DAY_MS);
  const backtest = new Backtest({
    draft: scenario,
    settings: DEFAULT_WINDOW_SETTINGS,
    judgeFrom: start.getTime(),
    byAccount: historyNeeds([scenario], start).byAccount,
  });
  const found = new Map<number, object>();
  for (const row of rowsFor(rows, scenario, start, to)) {
    const { seq, movement, known } = unpackStored(row);
    const evaluation = backtest.add(movement, known);
    if (evaluation) found.set(seq, told(evaluation));
  }
  return found;
}

/** Evaluations of one scenario by live screening since a time, by the number of the movement. */
function screened(desk: DeskInMemory, code: string, speed: string, since: number): Map<number, object> {
  const found = new Map<number, object>();
  const byCode = ({ verdicts, notEvaluated }: Evaluation): object => ({
    verdicts: verdicts.filter(({ scenario }) => scenario === code),
    notEvaluated: notEvaluated.filter(({ scenario }) => scenario === code),
  });
  for (const { seq, speed: judgedSpeed, evaluation } of desk.judged)
    if (judgedSpeed === speed && desk.facts[seq - 1]!.at.getTime() >= since) found.set(seq, byCode(evaluation));
  return found;
}

const SPEEDS = ['lock', 'lock', 'behind', 'behind'] as const;
const firstFacts = FACTS.map(({ name }) => name);
const hits = new Map<string, { hit: number; quiet: number }>();

/** @param meant the facts on which scenarios are made; by default all that the history has */
async function compare(steps: HistoryStep[], seed: number, meant = (_name: string): boolean => true): Promise<void> {
  const random = randomNumbers(seed);
  const before = new DeskInMemory([], true);
  play(steps, (requests) => before.decide(requests));
  await before.judgeBehind();
  const wanted = firstFacts.filter((name) => before.seen.has(name) && meant(name));
  const scenarios = SPEEDS.map((speed, index) => {
    const possible = wanted.filter((name) => speed === 'behind' || !name.startsWith('behind.'));
    const first = possible[Math.floor(random() * possible.length)];
    return compileScenario(randomScenario(random, before.seen, { code: `random-${index}`, speed, first }), 1);
  });
  const desk = new DeskInMemory(scenarios);
  const to = play(steps, (requests) => desk.decide(requests));
  await desk.judgeBehind();
  for (const scenario of scenarios) {
    const { code, speed } = scenario.definition;
    const days = [1, 7, 30, 3_650][Math.floor(random() * 4)]!;
    const live = screened(desk, code, speed, to.getTime() - days * DAY_MS);
    const found = backtested(desk.facts, scenario, days, to);
    if (!isDeepStrictEqual(found, live)) expect(found).toEqual(live);
    count(scenario, live);
  }
  expectGateToAgree(desk);
}

/** The gate's evaluation before the decision equals the runner's afterwards. */
function expectGateToAgree(desk: DeskInMemory): void {
  for (const { seq, speed, evaluation } of desk.judged)
    if (speed === 'lock' && !isDeepStrictEqual(evaluation, desk.decided[seq - 1]))
      expect(evaluation).toEqual(desk.decided[seq - 1]);
}

function count({ reads }: CompiledScenario, live: Map<number, object>): void {
  for (const slot of reads) {
    const counted = hits.get(FACTS[slot]!.name) ?? { hit: 0, quiet: 0 };
    for (const { verdicts, notEvaluated } of live.values() as Iterable<Evaluation>)
      if (verdicts.length > 0) counted.hit += 1;
      else if (notEvaluated.length === 0) counted.quiet += 1;
    hits.set(FACTS[slot]!.name, counted);
  }
}

describe('live screening and a backtest', () => {
  it('give the same verdicts on random histories, to the score, the sentences and the values that were seen', async () => {
    await fc.assert(
      fc.asyncProperty(histories(30), fc.nat(), async (steps, seed) => compare(steps, seed)),
      { numRuns: HISTORIES, seed: SEED, endOnFailure: true },
    );
  }, 3_600_000);

  it('give the same verdicts on windows of 30 days whose first days are before the period', async () => {
    const days = fc.array(fc.integer({ min: 6, max: 60 }), { minLength: 30, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(histories(30), days, fc.nat(), async (steps, pauses, seed) => {
        const slow = steps.map((step, index) => ({ ...step, joins: false, pause: (pauses[index]! * DAY_MS) / 10 }));
        await compare(slow, seed, (name) => /^(customerW|w)indow\..*(30d|7d)$/.test(name));
      }),
      { numRuns: HISTORIES / 4, seed: SEED, endOnFailure: true },
    );
  }, 3_600_000);

  it('had about half of the movements fire, and every fact that has a source', () => {
    const all = [...hits.values()];
    const total = (field: 'hit' | 'quiet'): number => all.reduce((sum, each) => sum + each[field], 0);
    const share = total('hit') / (total('hit') + total('quiet'));
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.7);
    expect(FACTS.map(({ name }) => name).filter((name) => !hits.get(name)?.hit)).toEqual([]);
  });
});
