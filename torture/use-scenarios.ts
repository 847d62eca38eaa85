import type { Client } from 'pg';
import { putShipped, useScenarios, withoutEffect } from '../src/aml/scenario-desk/testing/shipped-in-use';
import { SANDBOX_INSTITUTION } from '../src/seed/sandbox-plan';

const { institutionId } = SANDBOX_INSTITUTION;
const IN_USE = 'SELECT 1 FROM institution WHERE institution_id = $1 AND scenarios_version > 0';
/** A posting that has not seen them was begun before this. */
const COUNT_FROM_NOW = `UPDATE aml_scenario_version SET live_since = clock_timestamp() + interval '1 second'
  WHERE institution_id = $1 AND live_since IS NOT NULL`;

/**
 * Every shipped scenario live, but unable to stop the load, and once more in shadow, where it finds what it finds.
 * May be called again when the database was lost meanwhile.
 */
export async function useAllScenarios(client: Client): Promise<void> {
  if ((await client.query(IN_USE, [institutionId])).rowCount === 0) {
    await client.query('BEGIN');
    await putShipped(client, institutionId, { state: 'live', version: 1, change: withoutEffect });
    await putShipped(client, institutionId, { state: 'shadow', version: 2 });
    await useScenarios(client, institutionId, 1);
    await client.query('COMMIT');
  }
  await client.query(COUNT_FROM_NOW, [institutionId]);
}
