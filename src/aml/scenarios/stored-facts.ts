import type { ScenarioMovement } from './scenario-movement';

/** Names of the fields that hold kobo, so that their texts become bigints again. */
const KOBO_FIELDS = new Set([
  'amountKobo',
  'balanceBeforeKobo',
  'declaredMonthlyIncomeKobo',
  'statedMonthlyTurnoverKobo',
  'principalKobo',
  'repaidKobo',
]);

/** A movement with its facts as JSON text, for the table of stored facts: kobo are texts, absent facts are left out. */
export function storeFacts(movement: ScenarioMovement): string {
  return JSON.stringify(movement, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

/** The movement that `storeFacts` wrote; judging it again gives the same verdict. */
export function restoreFacts(text: string): ScenarioMovement {
  return JSON.parse(text, (key, value: unknown) =>
    typeof value === 'string' && KOBO_FIELDS.has(key) ? BigInt(value) : value,
  ) as ScenarioMovement;
}
