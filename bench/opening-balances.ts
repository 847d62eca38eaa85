import type { Client } from 'pg';

/** Accounts of one posting: the ledger's chain takes at most 32,767 entries of one. */
const ACCOUNTS_MAX = 10_000;

/** The vault of institution `$1`, which takes the other side. */
const VAULT = `(SELECT * FROM ledger_account WHERE institution_id = $1 AND kind = 'gl' AND normal_side = 'debit'
  AND NOT is_control ORDER BY number LIMIT 1)`;

const INSERT_ENTRIES = `INSERT INTO posting_entry (institution_id, account_id, seq, posting_id, leg, side, role, amount_kobo,
  balance_after_kobo, debits_after_kobo, credits_after_kobo, screened_out_after_kobo, screened_in_after_kobo,
  business_date, posted_at)`;

/** Accounts that get the same opening balance against the vault. */
export interface OpeningBalances {
  institutionId: number;
  /** Begins the references of the postings. */
  reference: string;
  /** Selects the accounts as `id` and their place `n` from 1; `$1` is the institution. */
  accounts: string;
  count: number;
  amountKobo: bigint;
  /** Side of the accounts' entries. */
  side: 'debit' | 'credit';
  /** Business date and value date. */
  date: string;
}

/**
 * Books opening balances of accounts without entries, as set-based SQL that keeps every promise of the ledger. The
 * postings are older than all that servers post later, so their numbers come from the servers' sequence.
 */
export async function bookOpeningBalances(client: Client, opening: OpeningBalances): Promise<void> {
  const { institutionId, reference, accounts, count, amountKobo, side, date } = opening;
  const { rows } = await client.query<{ id: string }>(
    `SELECT nextval('corebank_id_seq') AS id FROM generate_series(1, $1::int)`,
    [Math.ceil(count / ACCOUNTS_MAX)],
  );
  const ids = rows.map(({ id }) => id);
  const postings = 'unnest($2::bigint[]) WITH ORDINALITY AS o (id, part)';
  const total = `(least(o.part * ${ACCOUNTS_MAX}, ${count}) - (o.part - 1) * ${ACCOUNTS_MAX}) * ${amountKobo}`;
  await client.query(
    `INSERT INTO posting (institution_id, id, kind, reference, channel, status, narration, amount_kobo, fee_kobo,
       debit_total_kobo, credit_total_kobo, maker, business_date, value_date, posted_at)
     SELECT $1::bigint, o.id, 'opening', $3 || '-' || o.part, 'system', 'Posted', 'Opening balances', ${total}, 0,
            ${total}, ${total}, 'system:bench', $4::date, $4::date, now()
       FROM ${postings}`,
    [institutionId, ids, reference, date],
  );
  const [debits, credits] = side === 'debit' ? [amountKobo, 0n] : [0n, amountKobo];
  await client.query(
    `${INSERT_ENTRIES}
     SELECT $1::bigint, a.id, 1, o.id, 1, '${side}', 'principal', ${amountKobo}, ${amountKobo}, ${debits}, ${credits},
            0, 0, $3::date, now()
       FROM (${accounts}) a JOIN ${postings} ON o.part = (a.n - 1) / ${ACCOUNTS_MAX} + 1`,
    [institutionId, ids, date],
  );
  const soFar = `least(o.part * ${ACCOUNTS_MAX}, ${count}) * ${amountKobo}`;
  const otherSide = side === 'debit' ? 'credit' : 'debit';
  const [vaultDebits, vaultCredits] = side === 'debit' ? ['0', soFar] : [soFar, '0'];
  await client.query(
    `${INSERT_ENTRIES}
     SELECT $1::bigint, v.id, v.entry_seq + o.part, o.id, 2, '${otherSide}', 'principal', ${total},
            v.debits_posted_kobo - v.credits_posted_kobo + ${vaultDebits} - ${vaultCredits},
            v.debits_posted_kobo + ${vaultDebits}, v.credits_posted_kobo + ${vaultCredits}, 0, 0, $3::date, now()
       FROM ${VAULT} v CROSS JOIN ${postings}`,
    [institutionId, ids, date],
  );
  const column = `${otherSide}s_posted_kobo`;
  await client.query(
    `UPDATE ledger_account a SET ${column} = v.${column} + $2, entry_seq = v.entry_seq + $3, last_posted_at = now()
       FROM ${VAULT} v WHERE a.institution_id = v.institution_id AND a.id = v.id`,
    [institutionId, (amountKobo * BigInt(count)).toString(), ids.length],
  );
}
