import type { Client } from 'pg';
import type { Bank } from './bank';
import { type Fate, type Finding, koboOf, POSTING_KINDS } from './fates';

type Changes = (account: unknown, changeKobo: bigint) => void;

interface Moved {
  kind: string;
  reference: string;
  amount_kobo: string;
  reversed: boolean;
  gives_back: boolean;
}

/** A borrower who settles a loan and has prepaid more than is owed is refunded; the named ledger pays nothing. */
const GIVES_BACK = `p.kind = 'loan-early-repayment' AND EXISTS (SELECT 1 FROM posting_entry e JOIN ledger_account a ON a.institution_id = e.institution_id AND a.id = e.account_id
   WHERE e.institution_id = p.institution_id AND e.posting_id = p.id AND e.side = 'credit' AND a.kind = 'customer')`;

/** The accounts whose every movement is one of the run's. */
export function trackedAccounts({ accounts, largeSenders, payers, ledger, vault }: Bank): string[] {
  return [...accounts, ...largeSenders, ...payers, ledger, vault];
}

/**
 * Each account's balance is what it began with and what the references that are posted moved: an effect without a
 * reference, or twice, would show here whatever the ledger says of itself.
 */
export async function checkBalances(
  database: Client,
  bank: Bank,
  fates: readonly Fate[],
  before: ReadonlyMap<string, bigint>,
): Promise<Finding> {
  const { institutionId } = bank;
  const expected = new Map(before);
  const add: Changes = (account, changeKobo) => {
    if (typeof account === 'string' && expected.has(account))
      expected.set(account, expected.get(account)! + changeKobo);
  };
  await addMovements(database, institutionId, fates, add);
  await addPayouts(database, institutionId, add);
  await addSystemPostings(database, institutionId, add);
  const after = await balances(database, institutionId, [...expected.keys()]);
  const violations = [...expected]
    .filter(([account, kobo]) => after.get(account) !== kobo)
    .map(([account, kobo]) => `${account} has ${after.get(account)} instead of ${kobo}`);
  return { check: 'every balance is the sum of what happened', looked: expected.size, violations };
}

async function addMovements(
  database: Client,
  institutionId: number,
  fates: readonly Fate[],
  add: Changes,
): Promise<void> {
  // By amount too, which shows which of several rivals succeeded.
  const keyOf = (kind: string, reference: string, kobo: string | bigint | undefined): string =>
    `${kind}|${reference}|${kobo ?? 'any'}`;
  const intents = new Map(
    fates.map(({ intent }) => [keyOf(POSTING_KINDS[intent.operation] ?? '', intent.reference, koboOf(intent)), intent]),
  );
  const { rows } = await database.query<Moved>(
    `SELECT kind, reference, amount_kobo, reversed_by_id IS NOT NULL AS reversed, ${GIVES_BACK} AS gives_back
       FROM posting p WHERE institution_id = $1 AND status = 'Posted' AND reference = ANY($2)`,
    [institutionId, fates.map(({ intent }) => intent.reference)],
  );
  for (const { kind, reference, amount_kobo: amountKobo, reversed, gives_back: givesBack } of rows) {
    const intent = intents.get(keyOf(kind, reference, amountKobo)) ?? intents.get(keyOf(kind, reference, undefined));
    if (reversed || !intent) continue;
    const { debitAccount, creditAccount, collectionsGL } = intent.body;
    add(debitAccount, -BigInt(amountKobo));
    add(creditAccount, BigInt(amountKobo));
    if (!givesBack) add(collectionsGL, -BigInt(amountKobo));
  }
}

async function addPayouts(database: Client, institutionId: number, add: Changes): Promise<void> {
  const { rows } = await database.query<{ account: string; kobo: string }>(
    `SELECT account_number AS account, amount_kobo + fee_kobo + vat_kobo + stamp_duty_kobo AS kobo FROM payout WHERE institution_id = $1 AND status <> 'Reversed'`,
    [institutionId],
  );
  for (const { account, kobo } of rows) add(account, -BigInt(kobo));
}

/** Kinds that the end of day posts, such as interest; the proof checks those. */
async function addSystemPostings(database: Client, institutionId: number, add: Changes): Promise<void> {
  const { rows } = await database.query<{ number: string; kobo: string }>(
    `SELECT a.number, sum(CASE e.side WHEN 'credit' THEN e.amount_kobo ELSE -e.amount_kobo END) AS kobo FROM posting p
       JOIN posting_entry e ON e.institution_id = p.institution_id AND e.posting_id = p.id
       JOIN ledger_account a ON a.institution_id = e.institution_id AND a.id = e.account_id
      WHERE p.institution_id = $1 AND p.channel = 'system' AND p.maker LIKE '%end-of-day%' GROUP BY a.number`,
    [institutionId],
  );
  for (const { number, kobo } of rows) add(number, BigInt(kobo));
}

/** Credits less debits, in kobo. */
export async function balances(
  database: Client,
  institutionId: number,
  accounts: readonly string[],
): Promise<Map<string, bigint>> {
  const { rows } = await database.query<{ number: string; balance: string }>(
    `SELECT number, credits_posted_kobo - debits_posted_kobo AS balance FROM ledger_account WHERE institution_id = $1 AND number = ANY($2)`,
    [institutionId, accounts],
  );
  return new Map(rows.map(({ number, balance }) => [number, BigInt(balance)]));
}

/** No customer's balance is negative, unless a posting was forced. */
export async function checkFunds(database: Client, institutionId: number): Promise<Finding> {
  const { rows } = await database.query<{ number: string; available: string; count: string }>(
    `SELECT number, credits_posted_kobo - debits_posted_kobo - held_kobo + overdraft_limit_kobo AS available, count(*) OVER () AS count FROM ledger_account
      WHERE institution_id = $1 AND kind = 'customer' AND NOT may_go_negative ORDER BY 2`,
    [institutionId],
  );
  return {
    check: 'no available balance is below zero',
    looked: rows.length,
    violations: rows
      .filter(({ available }) => BigInt(available) < 0n)
      .map(({ number, available }) => `${number} has ${available}`),
  };
}

/** Read once more, by statements that share nothing with the program. */
export async function checkLedger(database: Client, institutionId: number): Promise<Finding> {
  const { rows } = await database.query<{ number: string; what: string }>(
    `WITH sums AS (SELECT account_id, sum(amount_kobo) FILTER (WHERE side = 'debit') AS debits, sum(amount_kobo) FILTER (WHERE side = 'credit') AS credits, count(*) AS entries
                     FROM posting_entry WHERE institution_id = $1 GROUP BY account_id),
          held AS (SELECT account_id, sum(amount_kobo) AS kobo FROM lien WHERE institution_id = $1 AND status = 'Active' GROUP BY account_id)
     SELECT a.number, CASE WHEN a.held_kobo <> coalesce(h.kobo, 0) THEN 'holds other than its liens' ELSE 'is not the sum of its entries' END AS what
       FROM ledger_account a LEFT JOIN sums s ON s.account_id = a.id LEFT JOIN held h ON h.account_id = a.id
      WHERE a.institution_id = $1 AND NOT a.is_control
        AND (a.debits_posted_kobo, a.credits_posted_kobo, a.entry_seq, a.held_kobo) IS DISTINCT FROM (coalesce(s.debits, 0), coalesce(s.credits, 0), coalesce(s.entries, 0), coalesce(h.kobo, 0))
     UNION ALL
     SELECT 'posting ' || e.posting_id, 'does not balance' FROM posting_entry e WHERE e.institution_id = $1 GROUP BY e.posting_id
     HAVING sum(CASE e.side WHEN 'debit' THEN e.amount_kobo ELSE -e.amount_kobo END) <> 0`,
    [institutionId],
  );
  const { rows: counted } = await database.query<{ count: string }>(
    'SELECT count(*) FROM posting_entry WHERE institution_id = $1',
    [institutionId],
  );
  return {
    check: 'balances are the sums of their entries, held money of its liens',
    looked: Number(counted[0]!.count),
    violations: rows.map(({ number, what }) => `${number} ${what}`),
  };
}
