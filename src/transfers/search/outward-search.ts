import { postingIdFrom } from '../../ledger/engine/posting.entity';
import { OUTWARD_TRANSFER } from '../outward/outward-transfer-kind';
import { postingStatusesOf } from '../processing-status';
import {
  metadataCondition,
  type SearchBranch,
  statusCondition,
  timeConditions,
  type TransferCriteria,
  type Values,
} from './local-search';

const OUTWARD = `p.institution_id = $1 AND p.kind = '${OUTWARD_TRANSFER}'`;

/** Statuses of postings without a payout; for a posted transfer the status of its payout counts. */
const waitingStatusesOf = ({ processingStatus }: TransferCriteria): string[] | undefined =>
  processingStatus === undefined
    ? undefined
    : postingStatusesOf(processingStatus).filter((status) => status !== 'Posted');

/**
 * The sources of outward transfers, each read along one index: a reference by the unique key; debited transfers by the
 * indexes of payouts on account, status and time; transfers that wait, or were declined or failed before their debit,
 * by `ix_posting_waiting`. Only the debited account is searched, so virtual accounts and ledgers match nothing.
 */
export function outwardBranches(criteria: TransferCriteria, values: Values): SearchBranch[] {
  if (criteria.account !== undefined && criteria.account.kind !== 'deposit') return [];
  if (criteria.reference !== undefined) return [referenceBranch(criteria, values)];
  const waiting = waitingStatusesOf(criteria);
  return [
    debitedBranch(criteria, values),
    ...(waiting?.length === 0 ? [] : [waitingBranch(criteria, waiting, values)]),
  ];
}

function referenceBranch(criteria: TransferCriteria, values: Values): SearchBranch {
  const reference = criteria.reference!;
  const id = postingIdFrom(reference);
  const own = `p.reference = ${values.add(reference)}`;
  const at = 'coalesce(p.posted_at, p.created_at)';
  const conditions = [
    OUTWARD,
    id === undefined ? own : `(p.id = ${values.add(id)} OR ${own})`,
    ...metadataCondition(criteria, values),
    ...timeConditions(at, criteria, values),
  ];
  if (criteria.processingStatus !== undefined) {
    const status = values.add(criteria.processingStatus);
    conditions.push(
      `(o.status = ${status}
        OR (o.id IS NULL AND p.status = ANY(${values.add(waitingStatusesOf(criteria))}::text[])))`,
    );
  }
  return {
    from: 'posting p LEFT JOIN payout o ON o.institution_id = p.institution_id AND o.posting_id = p.id',
    id: 'p.id',
    at,
    conditions,
  };
}

function debitedBranch(criteria: TransferCriteria, values: Values): SearchBranch {
  const conditions = [`o.institution_id = $1`, `o.kind = '${OUTWARD_TRANSFER}'`];
  if (criteria.account) conditions.push(`o.account_number = ${values.add(criteria.account.number)}`);
  if (criteria.processingStatus !== undefined) conditions.push(`o.status = ${values.add(criteria.processingStatus)}`);
  return {
    from: 'payout o',
    id: 'o.posting_id',
    at: 'o.created_at',
    conditions: [...conditions, ...timeConditions('o.created_at', criteria, values)],
  };
}

function waitingBranch(criteria: TransferCriteria, statuses: string[] | undefined, values: Values): SearchBranch {
  const conditions = [
    OUTWARD,
    `p.status <> 'Posted'`,
    ...statusCondition(statuses, values),
    ...metadataCondition(criteria, values),
    ...timeConditions('p.created_at', criteria, values),
  ];
  return { from: 'posting p', id: 'p.id', at: 'p.created_at', conditions };
}
