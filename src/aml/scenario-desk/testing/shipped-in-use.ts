import type { Client } from 'pg';
import type { ScenarioDefinition } from '../../scenarios/scenario';
import { shippedDefinitions } from '../scenario-language';

const INSERT = `INSERT INTO aml_scenario_version (institution_id, id, code, version, state, public_name, definition,
    created_by, created_at, updated_at, shadow_since, live_since)
  VALUES ($1, nextval('corebank_id_seq'), $2, $3, $4, $5, $6, 'system:test', now(), now(), now(), now())`;

/** A condition that no movement meets, evaluated after every other required one. */
const NEVER = {
  name: 'never',
  when: 'movement.amountKobo >= 999999999999999',
  points: 0,
  words: 'Only to measure.',
};

/** Keeps a scenario from stopping anything: all of it is evaluated, and a last condition is never met. */
export function withoutEffect(definition: ScenarioDefinition): ScenarioDefinition {
  return { ...definition, conditions: [...definition.conditions, NEVER] };
}

/**
 * Brings every shipped scenario into use by SQL, without the two people that it needs otherwise. `useScenarios` makes
 * the serving processes read them. @returns how many
 * @param client of the superuser
 */
export async function putShipped(
  client: Client,
  institutionId: number,
  { state, version, change }: { state: 'live' | 'shadow'; version: number; change?: typeof withoutEffect },
): Promise<number> {
  const definitions = shippedDefinitions().map((definition) => change?.(definition) ?? definition);
  for (const definition of definitions) {
    const { code, publicName } = definition;
    await client.query(INSERT, [institutionId, code, version, state, publicName, JSON.stringify(definition)]);
  }
  return definitions.length;
}

/** 0 turns scenarios off as if none were in use; each other number is a set that no process has compiled. */
export async function useScenarios(client: Client, institutionId: number, version: number): Promise<void> {
  await client.query(
    'UPDATE institution SET scenarios_version = $2, customer_windows_since = $2 WHERE institution_id = $1',
    [institutionId, version],
  );
}
