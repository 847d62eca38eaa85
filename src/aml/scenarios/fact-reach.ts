import type { CompiledScenario } from './compile-scenario';
import { FACTS } from './facts';

/** Facts of windows that depend on movements of any age; all other windows forget after 35 days. */
const LASTING_WINDOWS = ['quietDays', 'wakeQuietDays', 'hoursSinceWake', 'earlierOutflowCount', 'meanOutflowKobo'];

/** Facts behind that the movements of other accounts feed. */
const SHARED = new Set(
  [
    'middleAccounts72h',
    'cycleHops',
    'cyclePercent',
    'depositorCount24h',
    'depositorKobo24h',
    'loanPaidByOthersPercent',
    'customersOnDevice',
  ].map((name) => `behind.${name}`),
);

const LASTING = new Set(
  ['window', 'customerWindow'].flatMap((group) => LASTING_WINDOWS.map((name) => `${group}.${name}`)),
);

const readsOne = (scenarios: readonly CompiledScenario[], isMeant: (name: string) => boolean): boolean =>
  scenarios.some(({ reads }) => reads.some((slot) => isMeant(FACTS[slot]!.name)));

/**
 * True where a scenario reads a fact that depends on movements of any age, so that a fold has to begin with the first
 * one. Records behind have limits by number and not by age: each of their facts counts as such.
 */
export function readsLasting(scenarios: readonly CompiledScenario[]): boolean {
  return readsOne(scenarios, (name) => LASTING.has(name) || name.startsWith('behind.'));
}

/** True where a scenario reads windows of customers over all their accounts. */
export function readsCustomerWindows(scenarios: readonly CompiledScenario[]): boolean {
  return readsOne(scenarios, (name) => name.startsWith('customerWindow.'));
}

/** True where a scenario reads a fact to which other accounts add, so that a fold needs all accounts side by side. */
export function readsShared(scenarios: readonly CompiledScenario[]): boolean {
  return readsCustomerWindows(scenarios) || readsOne(scenarios, (name) => SHARED.has(name));
}
