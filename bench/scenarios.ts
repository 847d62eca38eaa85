import { Client } from 'pg';
import { shippedDefinitions } from '../src/aml/scenario-desk/scenario-language';
import type { BenchAccounts } from './accounts';
import type { LoadResult } from './load-generator';

/** A condition that no transfer of the benchmark meets, evaluated after every other required one. */
const NEVER = {
  name: 'never',
  when: 'movement.amountKobo >= 999999999999999',
  points: 0,
  words: 'Only in the benchmark.',
};

type Print = (line: Record<string, unknown>) => void;

const INSERT = `INSERT INTO aml_scenario_version (institution_id, id, code, version, state, public_name, definition,
    created_by, created_at, updated_at, live_since)
  VALUES ($1, nextval('corebank_id_seq'), $2, 1, 'live', $3, $4, 'system:bench', now(), now(), now())`;

/**
 * Puts every shipped scenario live for the benchmark's institution, without the two people that it needs otherwise. All
 * are evaluated whole; a last condition keeps them from holding transfers, which would measure holds.
 */
async function putLive(client: Client, institutionId: number): Promise<number> {
  const definitions = shippedDefinitions();
  for (const definition of definitions) {
    const { code, publicName, conditions } = definition;
    await client.query(INSERT, [
      institutionId,
      code,
      publicName,
      JSON.stringify({ ...definition, conditions: [...conditions, NEVER] }),
    ]);
  }
  return definitions.length;
}

/** 0 turns scenarios off as if none were in use; each other number is a set that no process has compiled. */
async function useScenarios(client: Client, institutionId: number, version: number): Promise<void> {
  await client.query(
    'UPDATE institution SET scenarios_version = $2, customer_windows_since = $2 WHERE institution_id = $1',
    [institutionId, version],
  );
}

async function walPosition(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text AS bytes`,
  );
  return Number(rows[0]!.bytes);
}

/**
 * `--scenarios`: local transfers with all scenarios off and on in turn, the rate and p99 of each, and the WAL of one
 * transfer. The judgement behind runs beside them, as in production.
 */
export async function measureScenarios(
  adminUrl: string,
  { institutionId }: BenchAccounts,
  rounds: number,
  transfer: () => Promise<LoadResult>,
  print: Print,
): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const scenarios = await putLive(client, institutionId);
    const rates = { off: [] as number[], on: [] as number[] };
    const p99Ms = { off: [] as number[], on: [] as number[] };
    for (let round = 1; round <= rounds; round += 1)
      for (const phase of ['off', 'on'] as const) {
        await useScenarios(client, institutionId, phase === 'on' ? round : 0);
        const walBefore = await walPosition(client);
        const result = await transfer();
        const walBytes = Math.round(((await walPosition(client)) - walBefore) / result.answers);
        rates[phase].push(result.perSecond);
        p99Ms[phase].push(result.p99Ms);
        print({
          scenario: 'scenarios',
          phase,
          round,
          scenarios,
          perSecond: result.perSecond,
          p99Ms: result.p99Ms,
          walBytes,
        });
      }
    const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    print({
      scenario: 'ratio',
      name: 'scenarios/on-off',
      value: Math.round((mean(rates.on) / mean(rates.off)) * 100) / 100,
    });
    print({
      scenario: 'difference',
      name: 'scenarios/p99Ms',
      value: Math.round((mean(p99Ms.on) - mean(p99Ms.off)) * 10) / 10,
    });
  } finally {
    await client.end();
  }
}
