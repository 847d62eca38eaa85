import { behind, type SortOrder } from '../../common/database/keyset';
import type { KeyValue } from '../../common/http/page-cursor';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { postingIdFrom } from '../../ledger/engine/posting.entity';
import { postingStatusesOf, type ProcessingStatus } from '../processing-status';

/** The criteria of a search for transfers. */
export interface TransferCriteria {
  reference?: string | undefined;
  /** The account with the searched number. */
  account?: Pick<AccountDirectoryEntry, 'kind' | 'number' | 'accountId' | 'ledgerAccountId'> | undefined;
  processingStatus?: ProcessingStatus | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
}

/** A source of matching transfers: selects `id` and `at`, the time by which the transfer is sorted. */
export interface SearchBranch {
  from: string;
  id: string;
  at: string;
  conditions: string[];
}

/** Collects values and returns their placeholders; $1 is the institution. */
export class Values {
  constructor(readonly list: unknown[]) {}

  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

// The literals repeat the conditions of the partial indexes on posting, which the planner uses only for these.
const LOCAL = `p.institution_id = $1 AND p.kind = 'transfer'`;

/**
 * The sources of local transfers, each read along one index: a reference by the unique key; posted transfers of an
 * account by its entries; other posted transfers by `ix_posting_transfer`, reversed ones by `ix_posting_reverses`;
 * transfers without entries, because they wait, were declined or failed, by `ix_posting_waiting`. Without a branch
 * nothing can match.
 */
export function localBranches(criteria: TransferCriteria, values: Values): SearchBranch[] {
  const statuses = criteria.processingStatus === undefined ? undefined : postingStatusesOf(criteria.processingStatus);
  if (statuses?.length === 0) return [];
  if (criteria.reference !== undefined) return [referenceBranch(criteria, values)];
  const branches: SearchBranch[] = [];
  const isPosted = statuses?.includes('Posted');
  if (isPosted !== false) branches.push(postedBranch(criteria, values));
  if (isPosted !== true) branches.push(waitingBranch(criteria, statuses, values));
  return branches;
}

function reversalCondition(processingStatus: ProcessingStatus | undefined): string[] {
  if (processingStatus === 'Processed') return ['p.reversed_by_id IS NULL'];
  return processingStatus === 'Reversed' ? ['p.reversed_by_id IS NOT NULL'] : [];
}

export function timeConditions(at: string, { from, until }: TransferCriteria, values: Values): string[] {
  const conditions: string[] = [];
  if (from) conditions.push(`${at} >= ${values.add(from)}`);
  if (until) conditions.push(`${at} < ${values.add(until)}`);
  return conditions;
}

/** A transfer's metadata names its two accounts, also while it has no entries. */
export function metadataCondition({ account }: TransferCriteria, values: Values): string[] {
  if (!account) return [];
  const number = values.add(account.number);
  return [
    `(p.additional_metadata->>'account_number_from' = ${number}
      OR p.additional_metadata->>'account_number_to' = ${number})`,
  ];
}

export function statusCondition(statuses: string[] | undefined, values: Values): string[] {
  return statuses === undefined ? [] : [`p.status = ANY(${values.add(statuses)}::text[])`];
}

function referenceBranch(criteria: TransferCriteria, values: Values): SearchBranch {
  const at = 'coalesce(p.posted_at, p.created_at)';
  const reference = criteria.reference!;
  const id = postingIdFrom(reference);
  const own = `p.reference = ${values.add(reference)}`;
  const statuses = criteria.processingStatus === undefined ? undefined : postingStatusesOf(criteria.processingStatus);
  const conditions = [
    LOCAL,
    id === undefined ? own : `(p.id = ${values.add(id)} OR ${own})`,
    ...statusCondition(statuses, values),
    ...reversalCondition(criteria.processingStatus),
    ...metadataCondition(criteria, values),
    ...timeConditions(at, criteria, values),
  ];
  return { from: 'posting p', id: 'p.id', at, conditions };
}

function postedBranch(criteria: TransferCriteria, values: Values): SearchBranch {
  const { account, processingStatus } = criteria;
  const reversal = reversalCondition(processingStatus);
  if (account !== undefined) {
    const own = [
      `e.institution_id = $1`,
      `e.account_id = ${values.add(account.ledgerAccountId)}`,
      `e.role = 'principal'`,
    ];
    if (account.kind === 'virtual') own.push(`e.virtual_account_id = ${values.add(account.accountId)}`);
    return {
      from: 'posting_entry e JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id',
      id: 'p.id',
      at: 'e.posted_at',
      conditions: [...own, LOCAL, ...reversal, ...timeConditions('e.posted_at', criteria, values)],
    };
  }
  const posted = [LOCAL, `p.status = 'Posted'`, ...reversal, ...timeConditions('p.posted_at', criteria, values)];
  if (processingStatus !== 'Reversed') return { from: 'posting p', id: 'p.id', at: 'p.posted_at', conditions: posted };
  return {
    from: 'posting r JOIN posting p ON p.institution_id = r.institution_id AND p.id = r.reverses_id',
    id: 'p.id',
    at: 'p.posted_at',
    conditions: [`r.institution_id = $1`, `r.reverses_id IS NOT NULL`, `r.status = 'Posted'`, ...posted],
  };
}

function waitingBranch(criteria: TransferCriteria, statuses: string[] | undefined, values: Values): SearchBranch {
  const conditions = [
    LOCAL,
    `p.status <> 'Posted'`,
    ...statusCondition(statuses, values),
    ...metadataCondition(criteria, values),
    ...timeConditions('p.created_at', criteria, values),
  ];
  return { from: 'posting p', id: 'p.id', at: 'p.created_at', conditions };
}

/** Counts the matches of all branches, no further than `limit`. */
export function countStatement(branches: SearchBranch[], limit: number): string {
  const parts = branches.map(
    ({ from, conditions }) => `(SELECT 1 FROM ${from} WHERE ${conditions.join(' AND ')} LIMIT ${limit})`,
  );
  return `SELECT count(*) AS count FROM (SELECT 1 FROM (${parts.join(' UNION ALL ')}) matches LIMIT ${limit}) counted`;
}

/** The order of transfers, as the columns of a branch. */
export const transferOrder = (direction: 'Asc' | 'Desc', { at, id }: Pick<SearchBranch, 'at' | 'id'>): SortOrder => ({
  keys: [
    { column: at, type: 'instant' },
    { column: id, type: 'bigint' },
  ],
  direction: direction === 'Asc' ? 'ASC' : 'DESC',
});

/** The branches with what comes behind a row, whose keys are those of `transferOrder`. */
export function branchesBehind(
  branches: SearchBranch[],
  direction: 'Asc' | 'Desc',
  keys: readonly KeyValue[],
  values: Values,
): SearchBranch[] {
  return branches.map((branch) => ({
    ...branch,
    conditions: [...branch.conditions, behind(transferOrder(direction, branch), keys, (value) => values.add(value))],
  }));
}

/** The ids and times of one page over all branches; each branch is read no further than the page's end. */
export function pageStatement(
  branches: SearchBranch[],
  direction: 'Asc' | 'Desc',
  offset: number,
  size: number,
): string {
  const order = `at ${direction === 'Asc' ? 'ASC' : 'DESC'}, id ${direction === 'Asc' ? 'ASC' : 'DESC'}`;
  const parts = branches.map(
    ({ from, id, at, conditions }) =>
      `(SELECT ${id} AS id, ${at} AS at FROM ${from} WHERE ${conditions.join(' AND ')}
        ORDER BY ${order} LIMIT ${offset + size})`,
  );
  return `SELECT id, at FROM (${parts.join(' UNION ALL ')}) matches ORDER BY ${order} LIMIT ${size} OFFSET ${offset}`;
}
