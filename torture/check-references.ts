import type { Client } from 'pg';
import { type Fate, type Finding, koboOf, POSTING_KINDS } from './fates';

interface PostingRow {
  kind: string;
  reference: string;
  status: string;
  amount_kobo: string;
}

/** Rivals of which one may succeed. */
const RIVALLING = ['clash', 'reuse'];
/** Refused may mean that the money has gone back. */
const PAYOUTS = ['outward', 'vend'];

/**
 * Every acknowledged reference is posted once with its amount, every refused one never, every unknown one at most once.
 */
export async function checkReferences(
  database: Client,
  institutionId: number,
  fates: readonly Fate[],
): Promise<Finding> {
  const moving = fates.filter(({ intent }) => POSTING_KINDS[intent.operation] !== undefined);
  const found = await postingsOf(database, institutionId, moving);
  const released = new Set(
    fates
      .filter(({ intent, final }) => intent.operation === 'release' && final !== 'refused')
      .map(({ intent }) => intent.reference),
  );
  const violations = moving.flatMap((fate) =>
    violationsOf(fate, found.get(`${POSTING_KINDS[fate.intent.operation]}|${fate.intent.reference}`) ?? [], released),
  );
  return { check: 'every reference happened as often as its answers say', looked: moving.length, violations };
}

async function postingsOf(
  database: Client,
  institutionId: number,
  moving: readonly Fate[],
): Promise<Map<string, PostingRow[]>> {
  const { rows } = await database.query<PostingRow>(
    `SELECT kind, reference, status, amount_kobo FROM posting WHERE institution_id = $1 AND reference = ANY($2)`,
    [institutionId, moving.map(({ intent }) => intent.reference)],
  );
  const found = new Map<string, PostingRow[]>();
  for (const row of rows)
    found.set(`${row.kind}|${row.reference}`, [...(found.get(`${row.kind}|${row.reference}`) ?? []), row]);
  return found;
}

function violationsOf({ intent, final }: Fate, matching: PostingRow[], released: ReadonlySet<string>): string[] {
  const { operation, reference } = intent;
  const posted = matching.filter(({ status }) => status === 'Posted');
  const isRival = RIVALLING.includes(operation);
  const wantedKobo = koboOf(intent);
  const violations: string[] = [];
  if (matching.length > 1) violations.push(`${reference} (${operation}) is there ${matching.length} times`);
  if (final === 'ok' && posted.length === 0)
    violations.push(`${reference} (${operation}) was acknowledged and is not there`);
  if (final === 'refused' && posted.length > 0 && !isRival && !PAYOUTS.includes(operation) && !released.has(reference))
    violations.push(`${reference} (${operation}) was refused and is there`);
  if (final === 'accepted' && matching.length === 0)
    violations.push(`${reference} (${operation}) was held and is not there`);
  if (final === 'accepted' && posted.length > 0 && !released.has(reference))
    violations.push(`${reference} (${operation}) was held, never released, and is posted`);
  // Any rival under one reference may have succeeded, but none may be acknowledged with another's money.
  const mayDiffer = wantedKobo === undefined || (isRival && final !== 'ok');
  for (const row of posted)
    if (!mayDiffer && BigInt(row.amount_kobo) !== wantedKobo)
      violations.push(`${reference} (${operation}) moved ${row.amount_kobo} instead of ${wantedKobo}`);
  return violations;
}

const REPLAYED = ['transfer', 'large', 'lien', 'repayment', 'repay-early', 'disbursement', 'reversal', 'reuse'];

/** All answers to one request reference say the same. */
export function checkReplays(fates: readonly Fate[]): Finding {
  const compared = fates.filter(({ answers, intent }) => answers.length > 1 && REPLAYED.includes(intent.operation));
  const differing = compared.filter(({ answers }) => new Set(answers.map((answer) => JSON.stringify(answer))).size > 1);
  return {
    check: 'a repeated request hears its first answer',
    looked: compared.length,
    violations: differing.map(
      ({ intent }) => `${intent.requestReference} (${intent.operation}) was answered differently`,
    ),
  };
}

/** A release may be used for one execution only. */
export function checkReleases(fates: readonly Fate[]): Finding {
  const releases = fates.filter(({ intent }) => intent.operation === 'release');
  const twice = releases.filter(
    ({ answers }) => new Set(answers.map(({ postingReferenceNumber }) => postingReferenceNumber)).size > 1,
  );
  return {
    check: 'a released hold executes once',
    looked: releases.length,
    violations: twice.map(({ intent }) => `${intent.reference} was executed more than once`),
  };
}

/** Liens and reversals, whose effect is a row of their own. */
export async function checkEffects(database: Client, institutionId: number, fates: readonly Fate[]): Promise<Finding> {
  const of = (operation: string): Fate[] => fates.filter(({ intent }) => intent.operation === operation);
  const { rows: liens } = await database.query<{ reference: string; amount_kobo: string; status: string }>(
    'SELECT reference_number AS reference, amount_kobo, status FROM lien WHERE institution_id = $1 AND reference_number = ANY($2)',
    [institutionId, of('lien').map(({ intent }) => intent.reference)],
  );
  const byReference = new Map(liens.map((lien) => [lien.reference, lien]));
  const { rows: reversed } = await database.query<{ id: string }>(
    'SELECT id FROM posting WHERE institution_id = $1 AND reversed_by_id IS NOT NULL',
    [institutionId],
  );
  const reversedIds = new Set(reversed.map(({ id }) => Number(id)));
  const violations = [
    ...of('lien').flatMap(({ intent, final }) => {
      const lien = byReference.get(intent.reference);
      if (final === 'ok' && BigInt(lien?.amount_kobo ?? 0) !== koboOf(intent))
        return [`${intent.reference} holds ${lien?.amount_kobo ?? 'nothing'}`];
      return final === 'refused' && lien ? [`${intent.reference} was refused and holds money`] : [];
    }),
    ...of('unlien').flatMap(({ intent, final }) =>
      final === 'ok' && byReference.get(intent.body.referenceNumber as string)?.status === 'Active'
        ? [`${String(intent.body.referenceNumber)} was released and is active`]
        : [],
    ),
    ...of('reversal').flatMap(({ intent, final }) =>
      final === 'ok' && !reversedIds.has(Number(String(intent.body.referenceNumber).replace(/\D/g, '')))
        ? [`${String(intent.body.referenceNumber)} was reversed and is not`]
        : [],
    ),
  ];
  return {
    check: 'liens and reversals are as their answers say',
    looked: of('lien').length + of('unlien').length + of('reversal').length,
    violations,
  };
}
