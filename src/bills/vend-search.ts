import { behind, type SortKey } from '../common/database/keyset';
import type { KeyValue } from '../common/http/page-cursor';
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

/** The two statements of a search. */
export interface VendSearch {
  /**
   * Selects `id`, the posting of each vend of the page, and `at`, with the values of the statement.
   * @param position the keys of the row behind which the page begins; those of `VEND_KEYS`.
   */
  page(
    direction: 'Asc' | 'Desc',
    rows: { offset: number; limit: number; position: readonly KeyValue[] | undefined },
  ): { text: string; values: unknown[] };
  /** Selects `count`, no further than `limit`; takes `values`. */
  count(limit: number): string;
  values: unknown[];
}

/** The keys of the order of vends, by which their time and posting are selected. */
export const VEND_KEYS: readonly SortKey[] = [
  { column: 'at', type: 'instant' },
  { column: 'id', type: 'bigint' },
];

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
    page: (direction, { offset, limit, position }) => {
      const order = direction === 'Asc' ? 'ASC' : 'DESC';
      const own = [...values];
      const matches = union(({ table, id, conditions }) => {
        const [at, number] = VEND_KEYS as [SortKey, SortKey];
        const keys = [
          { ...at, column: 'v.created_at' },
          { ...number, column: id },
        ];
        const later = position ? [behind({ keys, direction: order }, position, (value) => `$${own.push(value)}`)] : [];
        return (
          `SELECT ${id} AS id, v.created_at AS at FROM ${table} v WHERE ${[...conditions, ...later].join(' AND ')} ` +
          `ORDER BY v.created_at ${order}, ${id} ${order} LIMIT ${offset + limit}`
        );
      });
      const text = `SELECT id, at FROM (${matches}) matches ORDER BY at ${order}, id ${order} LIMIT ${limit} OFFSET ${offset}`;
      return { text, values: own };
    },
    count: (limit) => {
      const matches = union(
        ({ table, conditions }) => `SELECT 1 FROM ${table} v WHERE ${conditions.join(' AND ')} LIMIT ${limit}`,
      );
      return `SELECT count(*) AS count FROM (SELECT 1 FROM (${matches}) matches LIMIT ${limit}) counted`;
    },
  };
}
