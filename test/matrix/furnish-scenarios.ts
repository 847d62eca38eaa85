import { EXAMPLE_DEFINITION } from '../../src/aml/scenario-desk/example-definition';
import type { Clerk } from './house';

/** A scenario of an institution's own, which every outflow meets at any hour. */
export function scenarioDefinition(code: string): object {
  const [condition] = EXAMPLE_DEFINITION.conditions;
  return {
    ...EXAMPLE_DEFINITION,
    code,
    parameters: { minimumKobo: { ...EXAMPLE_DEFINITION.parameters.minimumKobo, value: 100 } },
    conditions: [{ ...condition, when: 'movement.amountKobo >= parameter.minimumKobo' }],
  };
}

/**
 * Creates a scenario of the institution's own and runs it in shadow, so that movements leave facts. @returns its code
 */
export async function runShadow(clerk: Clerk, account: string): Promise<string> {
  const code = `matrix-${account}`;
  await clerk.post('/api/admin/v1/aml/scenarios', { code, definition: scenarioDefinition(code) }, 'staff');
  await clerk.post(`/api/admin/v1/aml/scenarios/${code}/shadow`, {}, 'staff');
  return code;
}

/** Tries the scenario on the facts of the movements since. @returns the id of the backtest */
export async function startBacktest(clerk: Clerk, code: string): Promise<number> {
  const path = `/api/admin/v1/aml/scenarios/${code}/backtests`;
  const { id } = await clerk.post<{ id: number }>(path, { version: 1, days: 30 }, 'staff');
  return id;
}
