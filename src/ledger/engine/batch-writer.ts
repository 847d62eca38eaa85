import { arrayInsert } from '../../common/database/distribution/array-insert';
import { insertStatements } from '../../common/database/insert-rows';
import type { ApiClientLimit } from './api-client-limit.entity';
import { jsonArray, numberArray } from './array-literals';
import { allOrFirstFailure, type BatchConnection } from './batch-connection';
import type { BatchState } from './batch-reader';
import type { BatchWrites } from './batch-writes';
import type { Posting } from './posting.entity';

/**
 * Makes an update fail inside the database, by a division by zero, unless it changes the expected number of rows. The
 * program cannot check the count itself: COMMIT is sent before the count arrives. `$1` is the institution, the last
 * parameter the expected number.
 */
const expectingCount = (update: string, countParameter: number): string =>
  `WITH written AS (${update} RETURNING 1) SELECT 1 / (count(*) = $${countParameter}::int)::int FROM written`;

const INSERT_CLAIMS = arrayInsert({
  into: `request_claim (institution_id, reference, hold_id, actor, endpoint, fingerprint, http_status, response, sealed,
    posting_id)`,
  fixed: ['$1::bigint'],
  arrays: ['text', 'bigint', 'text', 'text', 'bytea', 'smallint', 'text', 'boolean', 'bigint'],
});

const POSTING_COLUMNS = `id, kind, reference, channel, status, narration, amount_kobo, fee_kobo, debit_total_kobo,
  credit_total_kobo, maker, checker, value_date, instrument_number, additional_metadata, reverses_id, posted_at,
  forced, transaction_reference, created_at`;

/** Types of the columns, in their order. */
const POSTING_TYPES = `bigint, text, text, text, text, text, bigint, bigint, bigint, bigint, text, text, date, text,
  jsonb, bigint, timestamptz, boolean, text, timestamptz`.split(/,\s*/);

const POSTING_ARRAYS = `unnest(${POSTING_TYPES.map((type, index) => `$${index + 3}::${type}[]`).join(', ')})`;

const INSERT_POSTINGS = arrayInsert({
  into: `posting (institution_id, business_date, ${POSTING_COLUMNS})`,
  fixed: ['$1::bigint', '$2::date'],
  arrays: POSTING_TYPES,
});

/** A resumed posting keeps its reference, maker and time of creation. The update fails when it no longer waits. */
const UPDATE_POSTINGS = expectingCount(
  `UPDATE posting p SET status = u.status, business_date = $2::date, value_date = u.value_date,
    checker = coalesce(u.checker, p.checker), additional_metadata = u.additional_metadata, posted_at = u.posted_at,
    amount_kobo = u.amount_kobo, fee_kobo = u.fee_kobo, debit_total_kobo = u.debit_total_kobo,
    credit_total_kobo = u.credit_total_kobo, forced = u.forced
  FROM ${POSTING_ARRAYS} AS u (${POSTING_COLUMNS})
  WHERE p.institution_id = $1 AND p.id = u.id AND p.status IN ('Held', 'PendingApproval')`,
  23,
);

const INSERT_ENTRIES = arrayInsert({
  into: `posting_entry (institution_id, business_date, account_id, seq, posting_id, leg, side, role, amount_kobo,
    balance_after_kobo, debits_after_kobo, credits_after_kobo, screened_out_after_kobo, screened_in_after_kobo,
    narration, virtual_account_id, posted_at, reverses_posted_at, branch_id)`,
  fixed: ['$1::bigint', '$2::date'],
  arrays: `bigint, bigint, bigint, smallint, text, text, bigint, bigint, bigint, bigint, bigint, bigint, text, bigint,
    timestamptz, timestamptz, bigint`.split(/,\s*/),
});

const UPDATE_ACCOUNTS = expectingCount(
  `UPDATE ledger_account a SET status = u.status, debits_posted_kobo = u.debits, credits_posted_kobo = u.credits,
    daily_used_kobo = u.used, daily_used_on = u.used_on, screened_out_kobo = u.screened_out,
    screened_in_kobo = u.screened_in, entry_seq = u.seq, last_posted_at = u.posted_at
  FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::date[], $8::bigint[],
    $9::bigint[], $10::bigint[], $11::timestamptz[])
    AS u (id, status, debits, credits, used, used_on, screened_out, screened_in, seq, posted_at)
  WHERE a.institution_id = $1 AND a.id = u.id`,
  12,
);

const UPDATE_CLIENT_LIMITS = expectingCount(
  `UPDATE api_client_limit l SET used_kobo = u.used, used_on = u.used_on
  FROM unnest($2::bigint[], $3::bigint[], $4::date[]) AS u (id, used, used_on)
  WHERE l.institution_id = $1 AND l.id = u.id`,
  5,
);

const MARK_REVERSED = expectingCount(
  `UPDATE posting p SET reversed_by_id = u.reversal_id
  FROM unnest($2::bigint[], $3::bigint[]) AS u (original_id, reversal_id)
  WHERE p.institution_id = $1 AND p.id = u.original_id AND p.reversed_by_id IS NULL`,
  4,
);

/** The order of the rows is that of the decisions; each takes its place in the queue under the locks of the batch. */
const INSERT_EVENTS = arrayInsert({
  into: 'queued_event (institution_id, types, posting_ids)',
  fixed: ['$1::bigint'],
  arrays: ['text', 'text'],
  values: ([types, postingIds]) => [`string_to_array(${types}, ',')`, `${postingIds}::bigint[]`],
  isOrdered: true,
});

const instantArray = (values: (Date | null)[]): string =>
  `{${values.map((value) => value?.toISOString() ?? 'NULL').join(',')}}`;
const textArray = (values: (string | null)[]): string => `{${values.map((value) => value ?? 'NULL').join(',')}}`;

type Statement = [name: string, text: string, values: unknown[], distributed?: () => string];

function claimStatement(institutionId: number, claims: BatchWrites['claims']): Statement {
  // Sorted, so that two processes that claim the same references cannot deadlock.
  const sorted = [...claims].sort((a, b) => (a.claim.reference < b.claim.reference ? -1 : 1));
  const values = [
    institutionId,
    sorted.map(({ claim }) => claim.reference),
    numberArray(sorted.map(({ claim }) => claim.holdId)),
    sorted.map(({ claim }) => claim.actor),
    sorted.map(({ claim }) => claim.endpoint),
    textArray(sorted.map(({ claim }) => `"\\\\x${claim.fingerprint}"`)),
    numberArray(sorted.map(({ answer }) => answer.httpStatus)),
    sorted.map(({ answer }) => answer.response),
    textArray(sorted.map(({ answer }) => String(answer.sealed))),
    textArray(sorted.map(({ waitingPostingId }) => waitingPostingId?.toString() ?? null)),
  ];
  return ['ledger-insert-claims', INSERT_CLAIMS.plain, values, () => INSERT_CLAIMS.distributed(sorted.length)];
}

function postingStatement(kind: 'insert' | 'update', state: BatchState, postings: Posting[]): Statement {
  const values = [
    state.institutionId,
    state.businessDate,
    numberArray(postings.map(({ id }) => id)),
    postings.map((posting) => posting.kind),
    postings.map(({ reference }) => reference),
    textArray(postings.map(({ origin }) => origin)),
    textArray(postings.map(({ status }) => status)),
    postings.map(({ narration }) => narration),
    numberArray(postings.map(({ amountKobo }) => amountKobo)),
    numberArray(postings.map(({ feeKobo }) => feeKobo)),
    numberArray(postings.map(({ debitTotalKobo }) => debitTotalKobo)),
    numberArray(postings.map(({ creditTotalKobo }) => creditTotalKobo)),
    postings.map(({ maker }) => maker),
    postings.map(({ checker }) => checker),
    textArray(postings.map(({ valueDate }) => valueDate)),
    postings.map(({ instrumentNumber }) => instrumentNumber),
    jsonArray(postings.map(({ additionalMetadata }) => additionalMetadata && JSON.stringify(additionalMetadata))),
    numberArray(postings.map(({ reversesId }) => reversesId)),
    instantArray(postings.map(({ postedAt }) => postedAt)),
    textArray(postings.map(({ forced }) => String(forced))),
    postings.map(({ transactionReference }) => transactionReference),
    instantArray(postings.map(({ createdAt }) => createdAt)),
  ];
  return kind === 'insert'
    ? ['ledger-insert-postings', INSERT_POSTINGS.plain, values, () => INSERT_POSTINGS.distributed(postings.length)]
    : ['ledger-resume-postings', UPDATE_POSTINGS, [...values, postings.length]];
}

function entryStatement(state: BatchState, entries: BatchWrites['entries']): Statement {
  const values = [
    state.institutionId,
    state.businessDate,
    numberArray(entries.map(({ accountId }) => accountId)),
    numberArray(entries.map(({ seq }) => seq)),
    numberArray(entries.map(({ postingId }) => postingId)),
    numberArray(entries.map(({ leg }) => leg)),
    textArray(entries.map(({ side }) => side)),
    textArray(entries.map(({ role }) => role)),
    numberArray(entries.map(({ amountKobo }) => amountKobo)),
    numberArray(entries.map(({ balanceAfterKobo }) => balanceAfterKobo)),
    numberArray(entries.map(({ debitsAfterKobo }) => debitsAfterKobo)),
    numberArray(entries.map(({ creditsAfterKobo }) => creditsAfterKobo)),
    numberArray(entries.map(({ screenedOutAfterKobo }) => screenedOutAfterKobo)),
    numberArray(entries.map(({ screenedInAfterKobo }) => screenedInAfterKobo)),
    entries.map(({ narration }) => narration),
    numberArray(entries.map(({ virtualAccountId }) => virtualAccountId)),
    instantArray(entries.map(({ postedAt }) => postedAt)),
    instantArray(entries.map(({ reversesPostedAt }) => reversesPostedAt)),
    numberArray(entries.map(({ branchId }) => branchId)),
  ];
  return ['ledger-insert-entries', INSERT_ENTRIES.plain, values, () => INSERT_ENTRIES.distributed(entries.length)];
}

function accountStatement(state: BatchState, ids: number[]): Statement {
  const accounts = ids.map((id) => state.accounts.get(id)!);
  const values = [
    state.institutionId,
    numberArray(ids),
    textArray(accounts.map(({ status }) => status)),
    numberArray(accounts.map(({ debitsPostedKobo }) => debitsPostedKobo)),
    numberArray(accounts.map(({ creditsPostedKobo }) => creditsPostedKobo)),
    numberArray(accounts.map(({ dailyUsedKobo }) => dailyUsedKobo)),
    textArray(accounts.map(({ dailyUsedOn }) => dailyUsedOn)),
    numberArray(accounts.map(({ screenedOutKobo }) => screenedOutKobo)),
    numberArray(accounts.map(({ screenedInKobo }) => screenedInKobo)),
    numberArray(accounts.map(({ entrySeq }) => entrySeq)),
    instantArray(accounts.map(({ lastPostedAt }) => lastPostedAt)),
    accounts.length,
  ];
  return ['ledger-update-accounts', UPDATE_ACCOUNTS, values];
}

function clientLimitStatement(institutionId: number, limits: ApiClientLimit[]): Statement {
  const values = [
    institutionId,
    numberArray(limits.map(({ id }) => id)),
    numberArray(limits.map(({ usedKobo }) => usedKobo)),
    textArray(limits.map(({ usedOn }) => usedOn)),
    limits.length,
  ];
  return ['ledger-update-client-limits', UPDATE_CLIENT_LIMITS, values];
}

function statementsOf(state: BatchState, writes: BatchWrites): Statement[] {
  const { institutionId } = state;
  const statements: Statement[] = [];
  const accountIds = [...new Set([...writes.touchedAccountIds, ...writes.frozenAccountIds])];
  if (accountIds.length > 0) statements.push(accountStatement(state, accountIds));
  if (writes.clientLimits.size > 0) statements.push(clientLimitStatement(institutionId, [...writes.clientLimits]));
  if (writes.entries.length > 0) statements.push(entryStatement(state, writes.entries));
  if (writes.resumedPostings.length > 0) statements.push(postingStatement('update', state, writes.resumedPostings));
  if (writes.reversals.length > 0) {
    const { reversals } = writes;
    const values = [
      institutionId,
      numberArray(reversals.map(({ originalId }) => originalId)),
      numberArray(reversals.map(({ reversalId }) => reversalId)),
      reversals.length,
    ];
    statements.push(['ledger-mark-reversed', MARK_REVERSED, values]);
  }
  // References and claims come last: every transaction writes them in this order, so that none deadlocks.
  if (writes.newPostings.length > 0) {
    const sorted = [...writes.newPostings].sort((a, b) => (a.reference < b.reference ? -1 : 1));
    statements.push(postingStatement('insert', state, sorted));
  }
  if (writes.claims.length > 0) statements.push(claimStatement(institutionId, writes.claims));
  if (writes.events.length > 0) {
    const types = writes.events.map((events) => events.types);
    const postingIds = writes.events.map((events) => numberArray(events.postingIds));
    const distributed = (): string => INSERT_EVENTS.distributed(types.length);
    statements.push(['ledger-insert-events', INSERT_EVENTS.plain, [institutionId, types, postingIds], distributed]);
  }
  return statements;
}

/**
 * Sends the writes of a batch: a few statements for any number of requests, followed by `COMMIT` when `commit` is
 * given.
 * @throws the failure of the first statement that fails
 */
export async function writeBatch(
  connection: BatchConnection,
  state: BatchState,
  writes: BatchWrites,
  commit?: () => Promise<void>,
): Promise<void> {
  const send = (...[name, text, values, distributed]: Statement): Promise<unknown> =>
    distributed && connection.form === 'distributed'
      ? connection.query(undefined, distributed(), values)
      : connection.query(name, text, values);
  const sent = statementsOf(state, writes).map((statement) => send(...statement));
  for (const { text, values } of insertStatements(writes.extraRows, connection.form))
    sent.push(connection.query(undefined, text, values));
  for (const { name, text, values, distributed } of state.screen.statements?.() ?? [])
    sent.push(send(name, text, values, distributed));
  if (commit) sent.push(commit());
  await allOrFirstFailure(sent);
}
