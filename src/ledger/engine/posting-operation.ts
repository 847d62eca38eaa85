import type { ExtraRow } from '../../common/database/insert-rows';
import type { PostingStatus } from './posting.entity';
import type { LockedAccounts, NamedOperation, Posted, PostingRequest } from './posting-request';

/** The answer to the request behind a posting. */
export interface PostingAnswer {
  message: string;
  data: object;
}

/** The identity of a posting for its metadata. The posting is posted, or waits under its reference. */
export interface PlannedPosting {
  id: number;
  reference: string;
  status: PostingStatus;
  /** Of an onward posting: the reference of the whole. */
  wholeReference?: string | undefined;
}

/**
 * The rules of one operation: the controls that apply to its postings, and the functions that make the answer, the
 * metadata and the extra rows of a posting from the facts of its request. The functions are pure and synchronous and
 * use neither Nest nor a connection, so any thread can run them.
 */
export interface PostingOperationRules<Facts> {
  /** Stable name, such as `local-transfer`; approval policies and stored movements refer to it. */
  name: string;
  /** Title that staff read. */
  title: string;
  /** What counts of the debits (`isCounted`) obeys the accounts' transfer limits and uses them up. */
  countsTowardsLimits?: true;
  /**
   * AML never holds the operation, as with bill payments and fixed deposits: a posting that meets a rule leaves a
   * suspicious transaction for staff (docs/api/aml-holds.md#what-is-screened). Its amount counts in the account's
   * window, and approvals still apply.
   */
  reported?: true;
  /** A posting that staff ask for always waits for a second member of staff, also where no policy names it. */
  approvedForStaff?: true;
  /** The operation closes an accounting period: its value date may be in the closed period. */
  closesPeriod?: true;
  /**
   * The operation opens the books with balances that were made elsewhere: they count in no window, and no client is
   * told of them.
   */
  opensBooks?: true;
  /** The answer of a posting, stored with its claim. By default, the answer is the posting reference number. */
  answer?(facts: Facts, posted: Posted): PostingAnswer;
  /** Metadata for the transaction history, made from the locked accounts. */
  metadata?(facts: Facts, posting: PlannedPosting, accounts: LockedAccounts): Record<string, unknown> | null;
  /** Rows to insert once, when the posting is first written, whether it is posted or waits. */
  firstRows?(facts: Facts, posting: PlannedPosting, accounts: LockedAccounts): ExtraRow[];
  /**
   * Rows to insert in the transaction of the posting, made from the locked accounts as the posting leaves them. They
   * are not written when the movement is held or queued.
   */
  rows?(facts: Facts, posted: Posted, accounts: LockedAccounts): ExtraRow[];
}

/** A defined operation. `with` makes the value that a request carries: the operation's name and facts of its type. */
export interface PostingOperation<Facts> extends PostingOperationRules<Facts> {
  with(facts: Facts): NamedOperation<Facts>;
}

const OPERATIONS = new Map<string, PostingOperation<unknown>>();

/** Defines an operation. @throws when another operation has the name */
export function definePostingOperation<Facts>(rules: PostingOperationRules<Facts>): PostingOperation<Facts> {
  const { name } = rules;
  if (OPERATIONS.has(name))
    throw new Error(`There are two posting operations named ${name}; give one of them another name.`);
  const operation: PostingOperation<Facts> = { ...rules, with: (facts) => ({ name, facts }) };
  // Only `with` names this operation on a request, so its functions get facts of their own type.
  OPERATIONS.set(name, operation);
  return operation;
}

/**
 * The operation of a request.
 * @throws when no loaded file defines it; `src/load-posting-operations.ts` loads all of them
 */
export function operationOf({ operation: { name } }: Pick<PostingRequest, 'operation'>): PostingOperation<unknown> {
  const operation = OPERATIONS.get(name);
  if (!operation)
    throw new Error(`No posting operation is named ${name}; import its file in src/load-posting-operations.ts.`);
  return operation;
}

/** Names of the operations that are loaded. */
export function postingOperationNames(): string[] {
  return [...OPERATIONS.keys()].sort();
}

/** A posting by the system, or one whose caller makes the answer itself. Its metadata are given with the request. */
export const systemPosting = definePostingOperation<{ metadata: Record<string, unknown> | null }>({
  name: 'system-posting',
  title: 'System posting',
  metadata: ({ metadata }) => metadata,
});

/** `systemPosting` without metadata. */
export const SYSTEM_POSTING = systemPosting.with({ metadata: null });
