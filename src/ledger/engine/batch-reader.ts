import type { StoredClaim } from '../../common/idempotency/claims';
import type { MovementApproval, MovementGate, MovementScreen, ScreenGate } from '../movements/movement-gates';
import type { AccountStatus } from './account-status';
import type { ApiClientLimit } from './api-client-limit.entity';
import { numberArray } from './array-literals';
import { allOrFirstFailure, type BatchConnection } from './batch-connection';
import { CLIENT_LIMITS, CLIENT_LIMITS_UNLOCKED, clientIdsOf, clientLimitsFrom } from './client-limit-rows';
import { type BusinessReferences, type ExistingPosting, KnownPostings } from './known-postings';
import { KYC_SETTINGS, type KycLimits, kycLimitsFrom } from './kyc-limits';
import type { LedgerAccount, LedgerAccountKind, Side } from './ledger-account.entity';
import type { PostingStatus } from './posting.entity';
import { operationOf } from './posting-operation';
import { allLegs, type PostingRequest } from './posting-request';

/** The screened totals of an account that do not count in its window: from before it, or reversed inside it. */
export interface WindowBase {
  outKobo: bigint;
  inKobo: bigint;
}

/** The state on which a batch decides, read under its locks. */
export interface BatchState {
  institutionId: number;
  accounts: Map<number, LedgerAccount>;
  postings: KnownPostings;
  /** By request reference. The retry of a held request may have the reference of that request. */
  claims: Map<string, StoredClaim[]>;
  windows: Map<number, WindowBase>;
  screen: ScreenGate;
  approval: MovementGate;
  /** The institution's time, by the database's clock after it granted the locks. */
  now: Date;
  /** The same moment in real time, for work that waits for a provider. */
  realNow: Date;
  businessDate: string;
  closedThrough: string | null;
  /** Today in the institution's time zone, for daily limits. */
  calendarDate: string;
  timeZone: string;
  /** KYC limits by tier; undefined while the institution has not turned them on. */
  kycLimits: KycLimits | undefined;
  /** By maker, locked; only API clients with limits are in it. */
  clientLimits: ReadonlyMap<string, ApiClientLimit>;
  /** Types of events that an endpoint of the institution wants. */
  wantedEvents: ReadonlySet<string>;
}

const ACCOUNT_COLUMNS = `id, number, name, kind, status, normal_side, control_account_id, is_control, allow_api,
  takes_fees, may_go_negative, product_id, customer_type, branch_id, kyc_tier, opened_on, debits_posted_kobo,
  credits_posted_kobo, held_kobo, overdraft_limit_kobo, single_limit_kobo, daily_limit_kobo, daily_used_kobo,
  daily_used_on, screened_out_kobo, screened_in_kobo, entry_seq, last_posted_at`;

const READ = `SELECT ${ACCOUNT_COLUMNS}
  FROM ledger_account WHERE institution_id = $1 AND id = ANY($2::bigint[]) ORDER BY id`;
const LOCK = `${READ} FOR NO KEY UPDATE`;

/** The institution's time: its own row says how far it is ahead, so no further statement reads it. */
const INSTITUTION_NOW = `clock_timestamp() + coalesce(clock_ahead_days, 0) * interval '24 hours'`;

const stateWith = (
  clientLimits: string,
): string => `SELECT ${INSTITUTION_NOW} AS now, clock_timestamp() AS real_now, business_date, closed_through, time_zone,
  ((${INSTITUTION_NOW}) AT TIME ZONE time_zone)::date AS calendar_date, ${KYC_SETTINGS} AS kyc_settings,
  client_limits, wanted_events, scenarios_version, watch_lists_version
  FROM institution CROSS JOIN (${clientLimits}) AS limits WHERE institution_id = $1`;

/** The statements for accounts and state, with their names as prepared statements. */
const STATEMENTS = {
  skip: { accounts: ['ledger-lock-skip', `${LOCK} SKIP LOCKED`], state: ['ledger-state', stateWith(CLIENT_LIMITS)] },
  wait: { accounts: ['ledger-lock-wait', LOCK], state: ['ledger-state', stateWith(CLIENT_LIMITS)] },
  none: { accounts: ['ledger-read', READ], state: ['ledger-state-read', stateWith(CLIENT_LIMITS_UNLOCKED)] },
} as const;

const POSTINGS = `SELECT p.id, p.kind, p.reference, p.transaction_reference, p.status
  FROM unnest($2::text[], $3::text[], $4::text[]) AS r (kind, reference, transaction_reference)
  CROSS JOIN LATERAL (
    (SELECT id, kind, reference, transaction_reference, status FROM posting
      WHERE institution_id = $1 AND kind = r.kind AND reference = r.reference LIMIT 1)
    UNION ALL
    (SELECT id, kind, reference, transaction_reference, status FROM posting
      WHERE institution_id = $1 AND transaction_reference = r.transaction_reference LIMIT 1)) p`;

const CLAIMS = `SELECT reference, hold_id, actor, endpoint, fingerprint, http_status, response, sealed
  FROM request_claim WHERE institution_id = $1 AND reference = ANY($2::text[])`;

/** Read once for a statement, so that it remains a bound of an index. */
const WINDOW_START = `(SELECT statement_timestamp() + (coalesce(clock_ahead_days, 0) - 1) * interval '24 hours'
  FROM institution WHERE institution_id = $1)`;

/**
 * The bases of the accounts' windows: the screened totals 24 hours ago, and the sums reversed since. An account's
 * window is its screened total less its base (docs/api/aml-holds.md#window).
 */
const WINDOWS = `SELECT a.id, e.screened_out_after_kobo, e.screened_in_after_kobo, r.reversed_out, r.reversed_in
  FROM ledger_account a
  LEFT JOIN LATERAL (
    SELECT screened_out_after_kobo, screened_in_after_kobo FROM posting_entry
     WHERE institution_id = $1 AND account_id = a.id AND posted_at <= ${WINDOW_START}
     ORDER BY posted_at DESC, seq DESC LIMIT 1) e ON true
  LEFT JOIN LATERAL (
    SELECT sum(amount_kobo) FILTER (WHERE side = 'credit') AS reversed_out,
           sum(amount_kobo) FILTER (WHERE side = 'debit') AS reversed_in
      FROM posting_entry
     WHERE institution_id = $1 AND account_id = a.id
       AND reverses_posted_at > ${WINDOW_START}) r ON true
 WHERE a.institution_id = $1 AND a.id = ANY($2::bigint[]) AND a.kind = 'customer'`;

type Row = Record<string, string | null>;

const kobo = (text: string | null | undefined): bigint => (text === null || text === undefined ? 0n : BigInt(text));
const optionalKobo = (text: string | null | undefined): bigint | null =>
  text === null || text === undefined ? null : BigInt(text);
const optionalId = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

const OPEN_GATE: ScreenGate = { intercept: () => undefined, report: () => [] };

function accountFrom(
  institutionId: number,
  row: Row & Record<'is_control' | 'allow_api' | 'takes_fees' | 'may_go_negative' | 'last_posted_at', unknown>,
): LedgerAccount {
  return {
    institutionId,
    id: Number(row.id),
    number: row.number ?? '',
    name: row.name ?? '',
    kind: row.kind as LedgerAccountKind,
    status: row.status as AccountStatus,
    normalSide: row.normal_side as Side,
    controlAccountId: optionalId(row.control_account_id),
    isControl: row.is_control as boolean,
    allowApi: row.allow_api as boolean,
    takesFees: row.takes_fees as boolean,
    mayGoNegative: row.may_go_negative as boolean,
    productId: optionalId(row.product_id),
    customerType: row.customer_type ?? null,
    branchId: optionalId(row.branch_id),
    kycTier: optionalId(row.kyc_tier),
    openedOn: row.opened_on ?? null,
    debitsPostedKobo: kobo(row.debits_posted_kobo),
    creditsPostedKobo: kobo(row.credits_posted_kobo),
    lienedKobo: kobo(row.held_kobo),
    overdraftLimitKobo: kobo(row.overdraft_limit_kobo),
    singleLimitKobo: optionalKobo(row.single_limit_kobo),
    dailyLimitKobo: optionalKobo(row.daily_limit_kobo),
    dailyUsedKobo: kobo(row.daily_used_kobo),
    dailyUsedOn: row.daily_used_on ?? null,
    screenedOutKobo: kobo(row.screened_out_kobo),
    screenedInKobo: kobo(row.screened_in_kobo),
    entrySeq: Number(row.entry_seq),
    lastPostedAt: row.last_posted_at as Date | null,
  };
}

function claimFrom(row: Row & { fingerprint: unknown; sealed: unknown; http_status: unknown }): StoredClaim {
  return {
    reference: row.reference ?? '',
    holdId: Number(row.hold_id),
    actor: row.actor ?? '',
    endpoint: row.endpoint ?? '',
    fingerprint: (row.fingerprint as Buffer).toString('hex'),
    httpStatus: Number(row.http_status),
    response: row.response ?? '',
    sealed: row.sealed as boolean,
  };
}

/** The way in which a batch is read. */
export interface BatchMode {
  /**
   * Accounts that another transaction has locked are left out (`skip`) or waited for (`wait`). `none` locks nothing,
   * for a decision that is not written.
   */
  locks: 'skip' | 'wait' | 'none';
  /**
   * True to look up used business references before the decisions. False to rely on the unique index: collisions are
   * rare, and after one the batch runs again with the look-up. The references of refused requests, which insert
   * nothing, are looked up in any case.
   */
  lookUpReferences: boolean;
}

/** The gates, whose rules are read together with the batch. */
export interface Gates {
  screen: MovementScreen;
  approval: MovementApproval;
}

/**
 * Locks the accounts of the requests and reads the state that their decisions need. All statements are sent before the
 * first is answered; the locks come first, so the statements after them read under lock.
 */
export async function loadBatch(
  connection: BatchConnection,
  institutionId: number,
  requests: PostingRequest[],
  { locks, lookUpReferences }: BatchMode,
  gates: Gates,
): Promise<BatchState> {
  const ids = [...new Set(requests.flatMap((request) => allLegs(request).map(({ accountId }) => accountId)))].sort(
    (a, b) => a - b,
  );
  const { accounts: accountRows, state: stateRow } = STATEMENTS[locks];
  // Gates, and the windows that they use, apply to movements and reported operations; the end of day needs neither.
  const hasMovements = requests.some(({ source }) => source !== undefined);
  const isScreened = hasMovements || requests.some((request) => operationOf(request).reported === true);
  const claimed = requests.flatMap(({ claim }) => claim?.reference ?? []);
  const query = <R>(name: string, text: string, values: unknown[]): Promise<R[]> =>
    connection.query(name, text, values).then(({ rows }) => rows as R[]);
  const locked = query<Row>(accountRows[0], accountRows[1], [institutionId, numberArray(ids)]);
  const stateRead = query<Row>(stateRow[0], stateRow[1], [institutionId, clientIdsOf(requests)]);
  const scenariosVersion = stateRead.then(([row]) => Number(row?.scenarios_version));
  // A failure of the read is reported by the read itself.
  scenariosVersion.catch(() => undefined);
  const watchListsVersion = stateRead.then(([row]) => Number(row?.watch_lists_version));
  watchListsVersion.catch(() => undefined);
  const [accounts, state, postings, claims, windows, screen, approval] = await allOrFirstFailure([
    locked,
    stateRead,
    lookUpReferences ? findExistingPostings(connection, institutionId, requests) : Promise.resolve([]),
    claimed.length > 0 ? query<Row>('ledger-claims', CLAIMS, [institutionId, claimed]) : Promise.resolve([]),
    isScreened ? query<Row>('ledger-windows', WINDOWS, [institutionId, numberArray(ids)]) : Promise.resolve([]),
    gates.screen.load(query, institutionId, {
      requests,
      accountIds: ids,
      isScreened,
      locks: locks !== 'none',
      scenariosVersion,
      watchListsVersion,
    }),
    hasMovements ? gates.approval.load(query, institutionId) : Promise.resolve(OPEN_GATE),
  ]);
  const institution = state[0];
  if (!institution) throw new Error(`The institution ${institutionId} of a batch does not exist.`);
  return {
    institutionId,
    accounts: new Map(accounts.map((row) => [Number(row.id), accountFrom(institutionId, row as never)])),
    postings: new KnownPostings(postings),
    claims: groupClaims(claims),
    windows: new Map(windows.map((row) => [Number(row.id), windowFrom(row)])),
    screen,
    approval,
    now: institution.now as unknown as Date,
    realNow: institution.real_now as unknown as Date,
    businessDate: institution.business_date ?? '',
    closedThrough: institution.closed_through ?? null,
    calendarDate: institution.calendar_date ?? '',
    timeZone: institution.time_zone ?? '',
    kycLimits: institution.kyc_settings
      ? kycLimitsFrom(JSON.parse(institution.kyc_settings) as Record<string, string>)
      : undefined,
    clientLimits: clientLimitsFrom(institutionId, institution.client_limits),
    wantedEvents: new Set(institution.wanted_events),
  };
}

/** Finds the postings that have the references of these requests. */
export async function findExistingPostings(
  connection: BatchConnection,
  institutionId: number,
  requests: PostingRequest[],
): Promise<ExistingPosting[]> {
  const named = requests.flatMap(referencesOf);
  const values = [
    institutionId,
    named.map(({ kind }) => kind),
    named.map(({ reference }) => reference),
    named.map(({ transactionReference }) => transactionReference ?? null),
  ];
  const { rows } = await connection.query('ledger-postings', POSTINGS, values);
  return (rows as Row[]).map(({ id, kind, reference, transaction_reference, status }) => ({
    id: Number(id),
    kind: kind ?? '',
    reference: reference ?? '',
    transactionReference: transaction_reference ?? null,
    status: status as PostingStatus,
  }));
}

/** The references that a request takes, with those of the postings that are written with it. */
function referencesOf(request: PostingRequest): BusinessReferences[] {
  return request.onward?.together ? [request, ...request.onward.postings] : [request];
}

function windowFrom(row: Row): WindowBase {
  return {
    outKobo: kobo(row.screened_out_after_kobo) + kobo(row.reversed_out),
    inKobo: kobo(row.screened_in_after_kobo) + kobo(row.reversed_in),
  };
}

function groupClaims(rows: Row[]): Map<string, StoredClaim[]> {
  const groups = new Map<string, StoredClaim[]>();
  for (const row of rows) {
    const claim = claimFrom(row as never);
    const group = groups.get(claim.reference);
    if (group) group.push(claim);
    else groups.set(claim.reference, [claim]);
  }
  return groups;
}
