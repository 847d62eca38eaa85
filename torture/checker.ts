import type { Client } from 'pg';
import type { Answer, AnswerClass, HistoryLine, Intent } from './history';
import type { PaymentRecord } from '../src/sandbox/sandbox-ledger';

/** A promise and what was found broken of it. */
export interface Finding {
  check: string;
  /** How many things were looked at. */
  looked: number;
  violations: string[];
}

/** What became of one reference over all its attempts. */
export interface Fate {
  intent: Intent;
  final: AnswerClass;
  /** The data of every ok answer, to be compared. */
  answers: Record<string, unknown>[];
}

const LIMIT = 10;

/** `ok` wins over everything: what was acknowledged once must be there, whatever later attempts heard. */
export function fatesOf(lines: readonly HistoryLine[]): Fate[] {
  const fates = new Map<number, Fate & { classes: Set<AnswerClass> }>();
  for (const line of lines) {
    if (line.type === 'intent') fates.set(line.id, { intent: line, final: 'unknown', answers: [], classes: new Set() });
    if (line.type === 'answer') note(fates.get(line.id), line);
  }
  return [...fates.values()].map(({ classes, ...fate }) => ({ ...fate, final: finalClass(classes) }));
}

function note(fate: (Fate & { classes: Set<AnswerClass> }) | undefined, answer: Answer): void {
  if (!fate) return;
  fate.classes.add(answer.class);
  if (answer.class === 'ok') fate.answers.push(answer.data ?? {});
}

/** A refusal after an unknown attempt is final too: the same reference would have been answered with what it did. */
function finalClass(classes: ReadonlySet<AnswerClass>): AnswerClass {
  return (['ok', 'accepted', 'refused'] as const).find((each) => classes.has(each)) ?? 'unknown';
}

const MOVING: Readonly<Record<string, string>> = { transfer: 'transfer', large: 'transfer', clash: 'transfer', outward: 'outward-transfer', vend: 'bill-vend' };

interface PostingRow {
  kind: string;
  reference: string;
  status: string;
  amount_kobo: string;
}

/** Every acknowledged reference is posted once with its amount, every refused one never, every unknown one at most once. */
export async function checkReferences(database: Client, institutionId: number, fates: readonly Fate[]): Promise<Finding> {
  const moving = fates.filter(({ intent }) => MOVING[intent.operation] !== undefined);
  const { rows } = await database.query<PostingRow>(`SELECT kind, reference, status, amount_kobo FROM posting WHERE institution_id = $1 AND reference = ANY($2)`, [institutionId, moving.map(({ intent }) => intent.reference)]);
  const found = new Map<string, PostingRow[]>();
  for (const row of rows) found.set(`${row.kind}|${row.reference}`, [...(found.get(`${row.kind}|${row.reference}`) ?? []), row]);
  const released = new Set(fates.filter(({ intent, final }) => intent.operation === 'release' && final !== 'refused').map(({ intent }) => intent.reference));
  const violations: string[] = [];
  for (const { intent, final } of moving) {
    const matching = found.get(`${MOVING[intent.operation]}|${intent.reference}`) ?? [];
    const posted = matching.filter(({ status }) => status === 'Posted');
    const amountKobo = koboOf(intent);
    if (matching.length > 1) violations.push(`${intent.reference} (${intent.operation}) is there ${matching.length} times`);
    if (final === 'ok' && posted.length === 0) violations.push(`${intent.reference} (${intent.operation}) was acknowledged and is not there`);
    if (final === 'refused' && posted.length > 0 && intent.operation === 'transfer') violations.push(`${intent.reference} was refused and is there`);
    if (final === 'accepted' && matching.length === 0) violations.push(`${intent.reference} was held and is not there`);
    if (final === 'accepted' && posted.length > 0 && !released.has(intent.reference)) violations.push(`${intent.reference} was held, never released, and is posted`);
    // Of two rivals under one reference either may have won, but not one that was acknowledged the other's money.
    const mayDiffer = intent.operation === 'clash' && final !== 'ok';
    for (const row of posted) if (!mayDiffer && Number(row.amount_kobo) !== amountKobo) violations.push(`${intent.reference} moved ${row.amount_kobo} instead of ${amountKobo}`);
  }
  return { check: 'every reference happened as often as its answers say', looked: moving.length, violations };
}

function koboOf({ body }: Intent): number {
  return Math.round(Number(body.amount) * 100);
}

/** All answers to one reference say the same. */
export function checkReplays(fates: readonly Fate[]): Finding {
  const compared = fates.filter(({ answers, intent }) => answers.length > 1 && (intent.operation === 'transfer' || intent.operation === 'large' || intent.operation === 'lien'));
  const differing = compared.filter(({ answers }) => new Set(answers.map((answer) => JSON.stringify(answer))).size > 1);
  return { check: 'a repeated request hears its first answer', looked: compared.length, violations: differing.map(({ intent }) => `${intent.reference} was answered differently`) };
}

/** What every hold's release may be used for: one execution. */
export function checkReleases(fates: readonly Fate[]): Finding {
  const releases = fates.filter(({ intent }) => intent.operation === 'release');
  const twice = releases.filter(({ answers }) => new Set(answers.map(({ postingReferenceNumber }) => postingReferenceNumber)).size > 1);
  return { check: 'a released hold executes once', looked: releases.length, violations: twice.map(({ intent }) => `${intent.reference} was executed more than once`) };
}

/**
 * Each account's balance is what it began with and what the references that are posted moved: an effect without a
 * reference, or twice, would show here whatever the ledger says of itself.
 */
export async function checkBalances(database: Client, institutionId: number, fates: readonly Fate[], accounts: readonly string[], before: ReadonlyMap<string, bigint>): Promise<Finding> {
  const expected = new Map(before);
  const add = (account: unknown, changeKobo: bigint): void => {
    if (typeof account === 'string' && expected.has(account)) expected.set(account, expected.get(account)! + changeKobo);
  };
  const transfers = new Map(fates.filter(({ intent }) => MOVING[intent.operation] === 'transfer').map(({ intent }) => [`${intent.reference}|${koboOf(intent)}`, intent]));
  const { rows } = await database.query<{ reference: string; amount_kobo: string; reversed: boolean }>(
    `SELECT reference, amount_kobo, reversed_by_id IS NOT NULL AS reversed FROM posting WHERE institution_id = $1 AND kind = 'transfer' AND status = 'Posted' AND reference = ANY($2)`,
    [institutionId, [...transfers.values()].map(({ reference }) => reference)],
  );
  for (const { reference, amount_kobo: amountKobo, reversed } of rows) {
    const intent = transfers.get(`${reference}|${amountKobo}`);
    if (reversed || !intent) continue;
    add(intent.body.debitAccount, -BigInt(amountKobo));
    add(intent.body.creditAccount, BigInt(amountKobo));
  }
  const after = await balances(database, institutionId, accounts);
  const violations = accounts.filter((account) => after.get(account) !== expected.get(account)).map((account) => `${account} has ${after.get(account)} instead of ${expected.get(account)}`);
  return { check: 'every balance is the sum of what happened', looked: accounts.length, violations };
}

export async function balances(database: Client, institutionId: number, accounts: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await database.query<{ number: string; balance: string }>(
    `SELECT number, credits_posted_kobo - debits_posted_kobo AS balance FROM ledger_account WHERE institution_id = $1 AND number = ANY($2)`,
    [institutionId, accounts],
  );
  return new Map(rows.map(({ number, balance }) => [number, BigInt(balance)]));
}

/** Our payments and the provider's are the same ones: paid there means debited here, once. */
export async function checkProviders(database: Client, institutionId: number, payments: readonly PaymentRecord[]): Promise<Finding> {
  const { rows } = await database.query<{ kind: string; reference: string; session_id: string; status: string }>('SELECT kind, reference, session_id, status FROM payout WHERE institution_id = $1', [institutionId]);
  const byKey = new Map(payments.map((payment) => [payment.key, payment]));
  const violations: string[] = [];
  for (const { reference, session_id: session, status } of rows) {
    const paid = byKey.get(session)?.paid ?? false;
    if (status === 'Processed' && !paid) violations.push(`${reference} is Processed and was not paid`);
    if (status === 'Reversed' && paid) violations.push(`${reference} is Reversed and was paid`);
    if (!['Processed', 'Reversed', 'ConfirmManually', 'Failed'].includes(status)) violations.push(`${reference} is still ${status}`);
  }
  const sessions = new Set(rows.map(({ session_id: session }) => session));
  for (const { key, paid } of payments) if (paid && !sessions.has(key)) violations.push(`${key} was paid and is not in our books`);
  return { check: "the provider's ledger is ours", looked: rows.length, violations };
}

/** Nothing waits for ever, and nobody keeps a connection or a lock. */
export async function checkLeftovers(database: Client, institutionId: number): Promise<Finding> {
  const violations: string[] = [];
  const stuck = await database.query<{ kind: string; status: string; count: string }>(
    `SELECT j.kind, j.status, count(*) FROM job j LEFT JOIN job_due d ON d.institution_id = j.institution_id AND d.job_id = j.id
      WHERE j.institution_id = $1 AND (j.status = 'dead' OR (j.status = 'queued' AND (d.job_id IS NULL OR d.due_at < now() - interval '1 minute'))) GROUP BY 1, 2`,
    [institutionId],
  );
  for (const { kind, status, count } of stuck.rows) violations.push(`${count} jobs ${kind} are ${status} and nobody does them`);
  const idle = await database.query<{ count: string }>(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND state_change < now() - interval '5 seconds'`);
  if (idle.rows[0]!.count !== '0') violations.push(`${idle.rows[0]!.count} connections are idle in a transaction`);
  const silent = await database.query<{ count: string }>(
    `SELECT count(*) FROM payout p WHERE p.institution_id = $1 AND p.status IN ('Pending', 'Processing', 'PendingTSQ')
      AND NOT EXISTS (SELECT 1 FROM job j WHERE j.institution_id = p.institution_id AND j.status = 'queued' AND j.payload::text LIKE '%' || p.id || '%')`,
    [institutionId],
  );
  if (silent.rows[0]!.count !== '0') violations.push(`${silent.rows[0]!.count} payouts are not final and no job is there for them`);
  return { check: 'nothing is stuck', looked: 3, violations };
}

/** Nobody has less than nothing, unless it was forced. */
export async function checkFunds(database: Client, institutionId: number): Promise<Finding> {
  const { rows } = await database.query<{ number: string; available: string }>(
    `SELECT number, credits_posted_kobo - debits_posted_kobo - held_kobo + overdraft_limit_kobo AS available FROM ledger_account
      WHERE institution_id = $1 AND kind = 'customer' AND NOT may_go_negative AND credits_posted_kobo - debits_posted_kobo - held_kobo + overdraft_limit_kobo < 0`,
    [institutionId],
  );
  return { check: 'no available balance is below zero', looked: 1, violations: rows.map(({ number, available }) => `${number} has ${available}`) };
}

export function show({ check, looked, violations }: Finding): string {
  const more = violations.length > LIMIT ? ` and ${violations.length - LIMIT} more` : '';
  return violations.length === 0 ? `  held    ${check} (${looked} looked at)` : `  BROKEN  ${check}: ${violations.slice(0, LIMIT).join('; ')}${more}`;
}
