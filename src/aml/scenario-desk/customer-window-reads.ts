import { numberArray } from '../../ledger/engine/array-literals';
import { allOrFirstFailure } from '../../ledger/engine/batch-connection';
import type { ScreenedBatch } from '../../ledger/movements/movement-gates';
import { emptyWindowState } from '../scenarios/window-state';
import type { StoredCustomerWindows } from './batch-movements';
import type { RowQuery } from './scenario-sets';

const CUSTOMERS = `SELECT DISTINCT d.institution_id, d.customer_id FROM deposit_account d
  WHERE d.institution_id = $1 AND d.id = ANY($2::bigint[])`;

/**
 * A row for each customer who has neither windows nor a movement that they would have to count: theirs are built by
 * `CustomerWindowBuilds`, and are absent until then. The limits keep the look-ups look-ups, whatever the size of the
 * tables was when the statement was planned.
 */
const BEGIN = `INSERT INTO aml_customer_window (institution_id, customer_id, speed, since, state)
  SELECT c.institution_id, c.customer_id, 'lock', $3::bigint, $4::bytea FROM (${CUSTOMERS}) c
   WHERE (SELECT 1 FROM aml_customer_window w WHERE w.institution_id = $1 AND w.customer_id = c.customer_id
       AND w.speed = 'lock' AND w.since = $3 LIMIT 1) IS NULL
     AND (SELECT 1 FROM deposit_account d CROSS JOIN LATERAL (
         SELECT 1 FROM movement_facts WHERE institution_id = $1 AND account_id = d.id LIMIT 1) f
       WHERE d.institution_id = $1 AND d.customer_id = c.customer_id LIMIT 1) IS NULL
   ORDER BY c.customer_id
  ON CONFLICT (institution_id, customer_id, speed) DO UPDATE SET since = excluded.since, state = excluded.state
   WHERE aml_customer_window.since <> excluded.since
  RETURNING customer_id`;

const READ = `SELECT w.customer_id, w.state FROM aml_customer_window w
  WHERE w.institution_id = $1 AND w.speed = 'lock' AND w.since = $3
    AND w.customer_id = ANY(ARRAY(SELECT customer_id FROM (${CUSTOMERS}) c))
  ORDER BY w.customer_id`;
const LOCK = `${READ} FOR NO KEY UPDATE OF w`;

interface WindowRow {
  customer_id: string;
  state: Buffer;
}

/**
 * Reads the windows of the customers of a batch, after the locks of its accounts. They stay locked until the batch
 * ends: movements on other accounts of the same customers wait, so that none is decided without those before it.
 * @param since `institution.customer_windows_since`
 */
export async function readCustomerWindows(
  query: RowQuery,
  institutionId: number,
  { accountIds, locks }: Pick<ScreenedBatch, 'accountIds' | 'locks'>,
  since: number,
): Promise<StoredCustomerWindows> {
  const values = [institutionId, numberArray([...accountIds]), since];
  const begun = locks ? query('aml-begin-customers', BEGIN, [...values, emptyWindowState()]) : undefined;
  const read = locks
    ? query<WindowRow>('aml-lock-customers', LOCK, values)
    : query<WindowRow>('aml-read-customers', READ, values);
  const [, rows] = await allOrFirstFailure([begun ?? Promise.resolve([]), read]);
  return { since, states: new Map(rows.map((row) => [Number(row.customer_id), row.state])) };
}
