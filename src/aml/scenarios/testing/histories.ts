import { compileScenario } from '../compile-scenario';
import { type Evaluation, judge, scenarioSet } from '../evaluate';
import { MovementFold } from '../movement-fold';
import type { ScenarioMovement } from '../scenario-movement';
import { SHIPPED_SCENARIOS } from '../shipped/shipped-scenarios';
import { DEFAULT_WINDOW_SETTINGS, emptyWindowState } from '../window-state';

export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const ONE_DAY = 86_400_000;

/** Monday noon in Lagos. */
export const NOON = Date.UTC(2026, 5, 1, 11);

/** What a test says about a movement; times are milliseconds after `NOON`, amounts Naira. */
export type Told = Partial<Omit<ScenarioMovement, 'at' | 'amountKobo' | 'account' | 'customer' | 'counterparty'>> & {
  after?: number;
  naira?: number;
  account?: Partial<ScenarioMovement['account']>;
  customer?: Partial<NonNullable<ScenarioMovement['customer']>>;
  counterparty?: ScenarioMovement['counterparty'];
};

/** A movement of one ordinary account: an adult who declared ₦100,000 a month. */
export function told({ after = 0, naira = 1_000, account, customer, ...facts }: Told): ScenarioMovement {
  return {
    postingId: 1,
    at: NOON + after,
    utcOffsetMinutes: 60,
    direction: 'inflow',
    amountKobo: BigInt(Math.round(naira * 100)),
    channel: 'interbank',
    endpoint: 'outward-transfer',
    outcome: 'posted',
    ...facts,
    account: { id: 1, tier: 3, ageDays: 400, status: 'Active', balanceBeforeKobo: 1_000_000_00n, ...account },
    customer: {
      id: 1,
      type: 'Individual',
      ageYears: 30,
      declaredMonthlyIncomeKobo: 100_000_00n,
      ageDays: 400,
      ...customer,
    },
  };
}

/** So many movements, one after the other. */
export function series(count: number, of: (index: number) => Told): Told[] {
  return Array.from({ length: count }, (_, index) => of(index));
}

export const from = (key: string): Pick<Told, 'direction' | 'counterparty'> => ({
  direction: 'inflow',
  counterparty: { key, bank: key.slice(0, 3) },
});

export const to = (key: string): Pick<Told, 'direction' | 'counterparty'> => ({
  direction: 'outflow',
  counterparty: { key, bank: key.slice(0, 3) },
});

/** Judges a history by one shipped scenario. @returns the evaluations that are not empty */
export function judgeHistory(code: string, history: Told[], lastActivityDaysBefore?: number): Evaluation[] {
  const definition = SHIPPED_SCENARIOS.find((scenario) => scenario.code === code);
  if (!definition) throw new Error(`There is no shipped scenario ${code}.`);
  const set = scenarioSet([compileScenario(definition, 1)], [], definition.speed);
  const initial = lastActivityDaysBefore === undefined ? undefined : NOON - lastActivityDaysBefore * ONE_DAY;
  const fold = new MovementFold({
    settings: DEFAULT_WINDOW_SETTINGS,
    withCustomers: true,
    initialState: () => (initial === undefined ? undefined : emptyWindowState(initial)),
  });
  return history.flatMap((facts, index) => {
    const source = fold.next(told({ postingId: index + 1, ...facts }));
    const evaluation = source && judge(set, source);
    return evaluation && (evaluation.verdicts.length > 0 || evaluation.notEvaluated.length > 0) ? [evaluation] : [];
  });
}

/** True when one movement of the history makes the scenario fire. */
export function fires(code: string, history: Told[], lastActivityDaysBefore?: number): boolean {
  return judgeHistory(code, history, lastActivityDaysBefore).some(({ verdicts }) => verdicts.length > 0);
}
