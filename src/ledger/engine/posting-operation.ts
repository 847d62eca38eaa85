import type { ExtraRow } from '../../common/database/insert-rows';
import type { PostingStatus } from './posting.entity';
import type { LockedAccounts, NamedOperation, Posted, PostingRequest } from './posting-request';

/** The answer to the request behind a posting. */
export interface PostingAnswer {
  message: string;
  data: object;
}

/** A posting as its metadata sees it: made, or waiting under its reference. */
export interface PlannedPosting {
  id: number;
  reference: string;
  status: PostingStatus;
}

/**
 * An operation that postings belong to: the controls it is under, and pure synchronous functions of the facts of a
 * request that make its answer, metadata and extra rows. They use neither Nest nor a connection, so any thread can run
 * them.
 */
export interface PostingOperationRules<Facts> {
  /** Stable name, such as `local-transfer`; approval policies and stored movements refer to it. */
  name: string;
  /** Title for staff. */
  title: string;
  /** Principal debits count towards the accounts' transfer limits and obey them. */
  countsTowardsLimits?: true;
  /**
   * AML never holds it, though its principal counts in the account's window and approvals apply, as with bill payments.
   */
  unscreened?: true;
  /** The closing entry of an accounting period: its value date may lie in the closed period. */
  closesPeriod?: true;
  /** The answer for a posting that was made; it is stored with the claim. Without it the posting number is answered. */
  answer?(facts: Facts, posted: Posted): PostingAnswer;
  /** Metadata of the transaction history, with the accounts as they stand under their locks. */
  metadata?(facts: Facts, posting: PlannedPosting, accounts: LockedAccounts): Record<string, unknown> | null;
  /** Rows that come into being with the posting, in its transaction; none when it is held or queued. */
  rows?(facts: Facts, posted: Posted): ExtraRow[];
}

/** A defined operation. `with` names it on a request together with facts of its own type. */
export interface PostingOperation<Facts> extends PostingOperationRules<Facts> {
  with(facts: Facts): NamedOperation<Facts>;
}

const OPERATIONS = new Map<string, PostingOperation<unknown>>();

/** Defines an operation; its name is taken from then on. @throws when two operations have one name */
export function definePostingOperation<Facts>(rules: PostingOperationRules<Facts>): PostingOperation<Facts> {
  const { name } = rules;
  if (OPERATIONS.has(name)) throw new Error(`There are two posting operations named ${name}.`);
  const operation: PostingOperation<Facts> = { ...rules, with: (facts) => ({ name, facts }) };
  // Only `with` names this operation on a request, so its functions get facts of their own type.
  OPERATIONS.set(name, operation);
  return operation;
}

/** The operation of a request. @throws when no loaded file defines it; `src/load-posting-operations.ts` loads all of them */
export function operationOf({ operation: { name } }: Pick<PostingRequest, 'operation'>): PostingOperation<unknown> {
  const operation = OPERATIONS.get(name);
  if (!operation) throw new Error(`No posting operation is named ${name}.`);
  return operation;
}

/** Names of the operations that are loaded. */
export function postingOperationNames(): string[] {
  return [...OPERATIONS.keys()].sort();
}

/** A posting of the system itself, or one whose caller answers by other means: no answer, metadata as given. */
export const systemPosting = definePostingOperation<{ metadata: Record<string, unknown> | null }>({
  name: 'system-posting',
  title: 'System posting',
  metadata: ({ metadata }) => metadata,
});

/** `systemPosting` without metadata. */
export const SYSTEM_POSTING = systemPosting.with({ metadata: null });
