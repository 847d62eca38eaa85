import type { StoredClaim } from '../../common/idempotency/claims';
import type { MovementApproval, MovementGate, MovementScreen } from '../movements/movement-gates';
import type { AccountStatus } from './account-status';
import { allOrFirstFailure, type BatchConnection } from './batch-connection';
import { KYC_SETTINGS, type KycLimits, kycLimitsFrom } from './kyc-limits';
import type { LedgerAccount, LedgerAccountKind, Side } from './ledger-account.entity';
import type { PostingStatus } from './posting.entity';
import type { PostingRequest } from './posting-request';

/** A posting that already has a reference of this batch. */
export interface ExistingPosting {
  id: number;
  kind: string;
  reference: string;
  status: PostingStatus;
}

/** Screened totals of an account that no longer count: before the window, or reversed inside it. */
export interface WindowBase {
  outKobo: bigint;
  inKobo: bigint;
}

/** Everything a batch decides on, read under its locks. */
export interface BatchState {
  institutionId: number;
  accounts: Map<number, LedgerAccount>;
  /** By `kind|reference`. */
  postings: Map<string, ExistingPosting>;
  /** By request reference; a retry of a hold may share its reference with the held request. */
  claims: Map<string, StoredClaim[]>;
  windows: Map<number, WindowBase>;
  screen: MovementGate;
  approval: MovementGate;
  /** The database's time after the locks were answered. */
  now: Date;
  businessDate: string;
  closedThrough: string | null;
  /** Today in the institution's zone, for daily limits. */
  calendarDate: string;
  timeZone: string;
  /** Limits of the know-your-customer tiers; undefined when the institution has not turned them on. */
  kycLimits: KycLimits | undefined;
}

const ACCOUNT_COLUMNS = `id, number, name, kind, status, normal_side, control_account_id, is_control, allow_api, may_go_negative, product_id,
  customer_type, branch_id, kyc_tier, debits_posted_kobo, credits_posted_kobo, held_kobo, overdraft_limit_kobo, single_limit_kobo, daily_limit_kobo,
  daily_used_kobo, daily_used_on, screened_out_kobo, screened_in_kobo, entry_seq, last_posted_at`;

const LOCK = `SELECT ${ACCOUNT_COLUMNS} FROM ledger_account WHERE institution_id = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR NO KEY UPDATE`;

const STATE = `SELECT clock_timestamp() AS now, business_date, closed_through, time_zone,
  (clock_timestamp() AT TIME ZONE time_zone)::date AS calendar_date, ${KYC_SETTINGS} AS kyc_settings FROM institution WHERE institution_id = $1`;

const POSTINGS = `SELECT p.id, p.kind, p.reference, p.status FROM unnest($2::text[], $3::text[]) AS r (kind, reference)
  CROSS JOIN LATERAL (SELECT id, kind, reference, status FROM posting WHERE institution_id = $1 AND kind = r.kind AND reference = r.reference LIMIT 1) p`;

const CLAIMS = `SELECT reference, hold_id, actor, endpoint, fingerprint, http_status, response, sealed
  FROM request_claim WHERE institution_id = $1 AND reference = ANY($2::text[])`;

/**
 * The window is what was screened up to now minus what was up to the cutoff and what was reversed since (design §5).
 */
const WINDOWS = `SELECT a.id, e.screened_out_after_kobo, e.screened_in_after_kobo, r.reversed_out, r.reversed_in
  FROM ledger_account a
  LEFT JOIN LATERAL (
    SELECT screened_out_after_kobo, screened_in_after_kobo FROM posting_entry
     WHERE institution_id = $1 AND account_id = a.id AND posted_at <= statement_timestamp() - interval '24 hours'
     ORDER BY posted_at DESC, seq DESC LIMIT 1) e ON true
  LEFT JOIN LATERAL (
    SELECT sum(amount_kobo) FILTER (WHERE side = 'credit') AS reversed_out, sum(amount_kobo) FILTER (WHERE side = 'debit') AS reversed_in
      FROM posting_entry
     WHERE institution_id = $1 AND account_id = a.id AND reverses_posted_at > statement_timestamp() - interval '24 hours') r ON true
 WHERE a.institution_id = $1 AND a.id = ANY($2::bigint[]) AND a.kind = 'customer'`;

type Row = Record<string, string | null>;

const kobo = (text: string | null | undefined): bigint => (text === null || text === undefined ? 0n : BigInt(text));
const optionalKobo = (text: string | null | undefined): bigint | null =>
  text === null || text === undefined ? null : BigInt(text);
const optionalId = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

const OPEN_GATE: MovementGate = { intercept: () => undefined };

/** Numbers as a PostgreSQL array literal, which is cheaper than the driver's general encoding. */
export function numberArray(values: (number | bigint | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

function accountFrom(
  institutionId: number,
  row: Row & { is_control: unknown; allow_api: unknown; may_go_negative: unknown; last_posted_at: unknown },
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
    mayGoNegative: row.may_go_negative as boolean,
    productId: optionalId(row.product_id),
    customerType: row.customer_type ?? null,
    branchId: optionalId(row.branch_id),
    kycTier: optionalId(row.kyc_tier),
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

/** How a batch is read. */
export interface BatchMode {
  /** Whether accounts that somebody else has locked are left out or waited for. */
  locks: 'skip' | 'wait';
  /**
   * Whether used business references are looked up before, or left to the unique index: a collision is rare, and then
   * the batch runs again with the look-up. Refused requests, which insert nothing, are looked up in any case.
   */
  lookUpReferences: boolean;
}

/** Gates whose rules are read with the batch. */
export interface Gates {
  screen: MovementScreen;
  approval: MovementApproval;
}

/**
 * Locks the accounts of many requests and reads all that their decisions need. Every statement is sent before the first
 * is answered; the locks come first, so everything after them is read under lock.
 */
export async function loadBatch(
  connection: BatchConnection,
  institutionId: number,
  requests: PostingRequest[],
  { locks, lookUpReferences }: BatchMode,
  gates: Gates,
): Promise<BatchState> {
  const ids = [...new Set(requests.flatMap(({ legs }) => legs.map(({ accountId }) => accountId)))].sort(
    (a, b) => a - b,
  );
  const skip = locks === 'skip';
  // Gates, and the windows that they look at, are for what somebody asked for: the steps of a day do without.
  const isAsked = requests.some(({ source }) => source !== undefined);
  const claimed = requests.flatMap(({ claim }) => claim?.reference ?? []);
  const query = <R>(name: string, text: string, values: unknown[]): Promise<R[]> =>
    connection.query(name, text, values).then(({ rows }) => rows as R[]);
  const [accounts, state, postings, claims, windows, screen, approval] = await allOrFirstFailure([
    query<Row>(skip ? 'ledger-lock-skip' : 'ledger-lock-wait', skip ? `${LOCK} SKIP LOCKED` : LOCK, [
      institutionId,
      numberArray(ids),
    ]),
    query<Row>('ledger-state', STATE, [institutionId]),
    lookUpReferences ? findExistingPostings(connection, institutionId, requests) : Promise.resolve([]),
    claimed.length > 0 ? query<Row>('ledger-claims', CLAIMS, [institutionId, claimed]) : Promise.resolve([]),
    isAsked ? query<Row>('ledger-windows', WINDOWS, [institutionId, numberArray(ids)]) : Promise.resolve([]),
    isAsked ? gates.screen.load(query, institutionId) : Promise.resolve(OPEN_GATE),
    isAsked ? gates.approval.load(query, institutionId) : Promise.resolve(OPEN_GATE),
  ]);
  const institution = state[0];
  if (!institution) throw new Error('The institution of a batch does not exist.');
  return {
    institutionId,
    accounts: new Map(accounts.map((row) => [Number(row.id), accountFrom(institutionId, row as never)])),
    postings: new Map(postings.map((posting) => [`${posting.kind}|${posting.reference}`, posting])),
    claims: groupClaims(claims),
    windows: new Map(windows.map((row) => [Number(row.id), windowFrom(row)])),
    screen,
    approval,
    now: institution.now as unknown as Date,
    businessDate: institution.business_date ?? '',
    closedThrough: institution.closed_through ?? null,
    calendarDate: institution.calendar_date ?? '',
    timeZone: institution.time_zone ?? '',
    kycLimits: institution.kyc_settings
      ? kycLimitsFrom(JSON.parse(institution.kyc_settings) as Record<string, string>)
      : undefined,
  };
}

/** The postings that already have the references of these requests. */
export async function findExistingPostings(
  connection: BatchConnection,
  institutionId: number,
  requests: PostingRequest[],
): Promise<ExistingPosting[]> {
  const values = [institutionId, requests.map(({ kind }) => kind), requests.map(({ reference }) => reference)];
  const { rows } = await connection.query('ledger-postings', POSTINGS, values);
  return (rows as Row[]).map(({ id, kind, reference, status }) => ({
    id: Number(id),
    kind: kind ?? '',
    reference: reference ?? '',
    status: status as PostingStatus,
  }));
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
