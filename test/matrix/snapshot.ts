import type { TestApp } from '../support/app';

/**
 * Tables that the sequencer, the job that counts sealed identity numbers and the judgement behind movements fill a
 * while after other rows.
 */
const WRITTEN_LATER = [
  ...['audit_chain', 'sequencer_head', 'identity_sealing'],
  ...['aml_behind_record', 'aml_customer_window', 'aml_movement_mark', 'aml_verdict'],
];

/**
 * A digest of every row that an institution has, by table. When a client was last used is written a while after its
 * use.
 */
export async function snapshotOf(app: TestApp, institutionId: number): Promise<Record<string, string>> {
  const tables = await app.rows<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'institution_id' AND table_name <> ALL ($1) ORDER BY 1`,
    [WRITTEN_LATER],
  );
  const digests = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || ' rows, ' || md5(coalesce(string_agg(fields, '|' ORDER BY fields), '')) AS digest FROM (SELECT (to_jsonb(r) - 'last_used_at')::text AS fields FROM "${name}" r WHERE institution_id = $1) AS rows`,
  );
  const rows = await app.rows<{ name: string; digest: string }>(digests.join(' UNION ALL '), [institutionId]);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
