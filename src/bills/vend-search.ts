import { BILL_VEND } from './vend-kind';
import { payoutStatusesOf, type VendStatus, waitingStatusesOf } from './vend-status';

/** The criteria of a search for vends. */
export interface VendCriteria {
  reference?: string | undefined;
  accountNumber?: string | undefined;
  vendStatus?: VendStatus | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
}

/** The two statements of a search; each takes `values`. */
export interface VendSearch {
  /** Selects `id`, the posting of each vend of the page. */
  page(direction: 'Asc' | 'Desc', offset: number, size: number): string;
  /** Selects `count`, no further than `limit`. */
  count(limit: number): string;
  values: unknown[];
}

interface Branch {
  table: string;
  id: string;
  conditions: string[];
}

/**
 * Searches debited vends in `payout`, along the index for the criteria, and vends that wait for staff, were declined or
 * failed after approval in `posting`, along `ix_posting_waiting`, which never has many rows.
 */
export function vendSearch(institutionId: number, criteria: VendCriteria): VendSearch {
  const values: unknown[] = [institutionId];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const { reference, accountNumber, vendStatus, from, until } = criteria;
  // The literals repeat the condition of the partial index, which the planner uses only for them.
  const common = [`v.institution_id = $1`, `v.kind = '${BILL_VEND}'`];
  if (reference !== undefined) common.push(`v.reference = ${add(reference)}`);
  if (from) common.push(`v.created_at >= ${add(from)}`);
  if (until) common.push(`v.created_at < ${add(until)}`);
  const payouts: Branch = { table: 'payout', id: 'v.posting_id', conditions: [...common] };
  const waiting: Branch = { table: 'posting', id: 'v.id', conditions: [...common, `v.status <> 'Posted'`] };
  if (accountNumber !== undefined) {
    const number = add(accountNumber);
    payouts.conditions.push(`v.account_number = ${number}`);
    waiting.conditions.push(
      `EXISTS (SELECT 1 FROM approval a
                WHERE a.institution_id = $1 AND a.posting_id = v.id
                  AND a.movement->'payload'->>'accountNumber' = ${number})`,
    );
  }
  if (vendStatus !== undefined) {
    payouts.conditions.push(statusIn(payoutStatusesOf(vendStatus), add));
    waiting.conditions.push(statusIn(waitingStatusesOf(vendStatus), add));
  }
  return statements([payouts, waiting], values);
}

/** A single status is compared with `=`, so that its index also gives the order. */
function statusIn(statuses: string[], add: (value: unknown) => string): string {
  return statuses.length === 1 ? `v.status = ${add(statuses[0])}` : `v.status = ANY(${add(statuses)}::text[])`;
}

/** Each branch is read no further than the page's end. */
function statements(branches: Branch[], values: unknown[]): VendSearch {
  const union = (part: (branch: Branch) => string): string =>
    branches.map((branch) => `(${part(branch)})`).join(' UNION ALL ');
  return {
    values,
    page: (direction, offset, size) => {
      const order = direction === 'Asc' ? 'ASC' : 'DESC';
      const matches = union(
        ({ table, id, conditions }) =>
          `SELECT ${id} AS id, v.created_at AS at FROM ${table} v WHERE ${conditions.join(' AND ')} ` +
          `ORDER BY v.created_at ${order}, ${id} ${order} LIMIT ${offset + size}`,
      );
      return `SELECT id FROM (${matches}) matches ORDER BY at ${order}, id ${order} LIMIT ${size} OFFSET ${offset}`;
    },
    count: (limit) => {
      const matches = union(
        ({ table, conditions }) => `SELECT 1 FROM ${table} v WHERE ${conditions.join(' AND ')} LIMIT ${limit}`,
      );
      return `SELECT count(*) AS count FROM (SELECT 1 FROM (${matches}) matches LIMIT ${limit}) counted`;
    },
  };
}
