import type { CompiledScenario } from './compile-scenario';
import { FACTS } from './facts';

/**
 * Facts of the language that no operation carries yet: no endpoint tells the country of a payment, the device that
 * asked for it, who brought cash or the state of an agent, and attempts that failed and sales leave no movement of
 * their own.
 */
const UNSOURCED: ReadonlySet<string> = new Set([
  'movement.agentState',
  'movement.foreignCountry',
  'movement.isListedCountry',
  'movement.fxUsdCents',
  'behind.depositorCount24h',
  'behind.depositorKobo24h',
  'behind.customersOnDevice',
  'behind.failedAttempts10m',
  'behind.saleKobo30d',
  'behind.refundKobo30d',
]);

/** True for a fact that no operation carries yet (docs/domain/scenarios.md#endpoints). */
export function isUnsourced(name: string): boolean {
  return UNSOURCED.has(name);
}

/**
 * Facts that no operation carries and without which the scenario cannot fire: those that it needs, and all that it
 * reads where it asks for nothing else. Others it reads with `has`, and it is judged by the rest.
 */
export function factsNobodyCarries({ requires, reads }: Pick<CompiledScenario, 'requires' | 'reads'>): string[] {
  const names = (slots: number[]): string[] => slots.map((slot) => FACTS[slot]!.name);
  const read = names(reads);
  return (read.every(isUnsourced) ? read : names(requires)).filter(isUnsourced);
}
