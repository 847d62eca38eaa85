import { Injectable } from '@nestjs/common';
import { sqlFormOf } from '../../common/database/distribution/sql-form';
import type { Tx } from '../../common/database/unit-of-work';
import { calendarDate } from '../../common/time/calendar';
import { MovementApproval, MovementScreen } from '../movements/movement-gates';
import { applyPosting } from './apply-posting';
import { numberArray } from './array-literals';
import { allOrFirstFailure, type BatchConnection, transactionConnection } from './batch-connection';
import { type BatchMode, type BatchState, loadBatch } from './batch-reader';
import { writeBatch } from './batch-writer';
import { noWrites } from './batch-writes';
import { PLANNER_SETTINGS } from './ledger-pool';
import type { Posting } from './posting.entity';
import type { LegRole } from './posting-entry.entity';
import { addPostingEvents, customerEventTypes } from './posting-events';
import type { Posted, PostingRequest } from './posting-request';
import { postingRow, writtenPosting } from './posting-row';
import { accountsViolation, fundsViolation } from './posting-rules';
import { LOCK_SPREAD_ACCOUNTS, WRITE_SPREAD_LINES } from './spread-statements';
import { valueDateViolation } from './value-date-violation';

/**
 * The credits of many customers' accounts in one posting, each with a debit of zero or more that takes part of it back,
 * such as interest less its tax. The lists are array literals of PostgreSQL, because a statement made them: so no row
 * passes through this program.
 */
export interface SpreadLines {
  count: number;
  /** Ascending, each once. */
  accountIds: string;
  creditsKobo: string;
  /** None is above its credit. */
  debitsKobo: string;
  /** The narration of each credit. */
  narrations: string;
  debitNarration: string;
  roles: { credit: LegRole; debit: LegRole };
  creditTotalKobo: bigint;
  debitTotalKobo: bigint;
}

/** A posting by the system on its ledgers and on many customers' accounts. */
export interface SpreadPosting {
  /** Id of the posting, from the `IdAllocator`. The caller may have written rows that name it. */
  id: number;
  /** An ordinary request of the origin `system`, which no gate stops. Its legs are on ledgers, each of a branch. */
  request: PostingRequest;
  /** The lines on customers' accounts. With them, the debits of the posting equal its credits. */
  lines: SpreadLines;
}

/** The customers' accounts of a spread posting, summed up under their locks. */
interface CustomerSummary {
  ready: number;
  lastPostedAt: Date | null;
  branchId: number | null;
}

/**
 * Posts a spread posting with a few statements for any number of accounts (docs/ARCHITECTURE.md#spread-postings). The
 * result is that of the same posting with a leg for each entry. It takes only what surely meets no rule: accounts of
 * customers that are active, and no debit above its credit. Anything else is for the ordinary way.
 *
 * Scenarios of AML are told nothing: what the institution books by itself counts in no window.
 */
@Injectable()
export class SpreadPoster {
  constructor(
    private readonly screen: MovementScreen,
    private readonly approval: MovementApproval,
  ) {}

  /**
   * Posts inside the caller's transaction, which has locked its domain rows before.
   * @returns undefined when an account or a rule asks for the ordinary way; nothing is written then
   */
  async post(tx: Tx, spread: SpreadPosting): Promise<Posted | undefined> {
    const { request, lines } = spread;
    if (sqlFormOf(tx.dataSource) !== 'plain') return undefined;
    assertSpread(request, lines);
    const connection = await transactionConnection(tx, PLANNER_SETTINGS);
    const mode: BatchMode = { locks: 'wait', lookUpReferences: true };
    const gates = { screen: this.screen, approval: this.approval };
    // The locks are the first statement, so those behind it read under them.
    const [customers, state] = await allOrFirstFailure([
      lockAccounts(connection, request, lines),
      loadBatch(connection, request.institutionId, [request], mode, gates),
    ]);
    if (customers.ready !== lines.count || isRefused(state, request)) return undefined;
    return write(connection, laterThan(state, customers.lastPostedAt), spread, customers.branchId);
  }
}

/** A mistake of the caller must not become a wrong balance. */
function assertSpread({ origin, nature, source, onward, legs }: PostingRequest, lines: SpreadLines): void {
  const totalOf = (side: 'debit' | 'credit'): bigint =>
    legs.reduce((sum, leg) => (leg.side === side ? sum + leg.amountKobo : sum), 0n);
  if (origin !== 'system' || nature.type !== 'ordinary' || source !== undefined || onward !== undefined)
    throw new Error('A spread posting must be an ordinary one by the system.');
  if (legs.some(({ amountKobo, branchId }) => amountKobo <= 0n || branchId === undefined))
    throw new Error('Each leg of a spread posting must have a positive amount and a branch.');
  const { creditTotalKobo, debitTotalKobo } = lines;
  if (totalOf('debit') + debitTotalKobo !== totalOf('credit') + creditTotalKobo)
    throw new Error('Debits and credits of a spread posting differ; they must be equal.');
}

async function lockAccounts(
  connection: BatchConnection,
  { institutionId, legs }: PostingRequest,
  { accountIds }: SpreadLines,
): Promise<CustomerSummary> {
  const ledgers = numberArray(legs.map(({ accountId }) => accountId));
  const { rows } = await connection.query('ledger-lock-spread', LOCK_SPREAD_ACCOUNTS, [
    institutionId,
    ledgers,
    accountIds,
  ]);
  const [row] = rows as [{ ready: number; last_posted_at: Date | null; branch_id: string | null }];
  return {
    ready: row.ready,
    lastPostedAt: row.last_posted_at,
    branchId: row.branch_id === null ? null : Number(row.branch_id),
  };
}

/** The rules that a posting by the system can meet on its ledgers. Its customers' accounts only gain. */
function isRefused(state: BatchState, request: PostingRequest): boolean {
  return (
    state.postings.find(request) !== undefined ||
    (valueDateViolation(request, state) ?? accountsViolation(state, request) ?? fundsViolation(state, request.legs)) !==
      undefined
  );
}

/** The state at a time that is not before an entry of the customers' accounts. */
function laterThan(state: BatchState, lastPostedAt: Date | null): BatchState {
  return lastPostedAt !== null && lastPostedAt > state.now ? { ...state, now: lastPostedAt } : state;
}

async function write(
  connection: BatchConnection,
  state: BatchState,
  { id, request, lines }: SpreadPosting,
  branchId: number | null,
): Promise<Posted> {
  const { institutionId, legs } = request;
  const { entries, postedAt } = applyPosting(state, request, id, (instant) => calendarDate(instant, state.timeZone));
  const writes = noWrites();
  writes.entries.push(...entries);
  for (const { accountId } of legs) writes.touchedAccountIds.add(accountId);
  writes.newPostings.push(rowOf(state, { id, request, lines }, postedAt));
  addPostingEvents(writes.events, customerEventTypes(state, { areDebited: lines.debitTotalKobo > 0n }), id);
  const lineWrite = connection.query('ledger-write-spread', WRITE_SPREAD_LINES, [
    institutionId,
    state.businessDate,
    id,
    legs.length,
    lines.accountIds,
    lines.creditsKobo,
    lines.debitsKobo,
    lines.narrations,
    state.calendarDate,
    postedAt,
    branchId,
    lines.roles.credit,
    lines.roles.debit,
    lines.debitNarration,
    lines.count,
    lines.creditTotalKobo,
    lines.debitTotalKobo,
  ]);
  await allOrFirstFailure([lineWrite, writeBatch(connection, state, writes)]);
  return writtenPosting(state, request, { id, postedAt, forced: false });
}

/** The row of the posting, with the totals of all its legs. */
function rowOf(state: BatchState, { id, request, lines }: SpreadPosting, postedAt: Date): Posting {
  const row = postingRow(state, request, id, 'Posted', postedAt);
  const totalKobo = row.debitTotalKobo + lines.debitTotalKobo;
  return { ...row, debitTotalKobo: totalKobo, creditTotalKobo: totalKobo };
}
