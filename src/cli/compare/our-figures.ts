import type { Tx } from '../../common/database/unit-of-work';
import type { NearbyEntry } from './explain-difference';

/** Days around a date in which entries may explain a difference. */
const NEARBY_DAYS = 5;

/** The figures of an account at the end of a date. */
export interface OurBalance {
  accountId: string;
  /** On the account's normal side. */
  balanceKobo: bigint;
  /** By value date, with what was booked later. */
  byValueKobo: bigint;
  /** Accrued and not posted, rounded to the kobo, over so many days. */
  interestKobo: bigint;
  accruedDays: number;
}

export interface OurLoan {
  loanId: string;
  principalKobo: bigint;
  interestKobo: bigint;
  overdueSince: string | null;
  /** Days since the disbursement, each of which may be rounded. */
  accruedDays: number;
}

/** A number of an account or loan, and a date. */
export interface Asked {
  number: string;
  date: string;
}

const ASKED = `jsonb_to_recordset($2::jsonb) AS asked (number varchar, date date)`;
const keyOf = ({ number, date }: Asked): string => `${number} ${date}`;

/** An account that had nothing to earn on that day has no accrual of it, but what it earned before is still unpaid. */
const BALANCES = `SELECT asked.number, asked.date::text, a.id AS "accountId",
    s.sign * (coalesce(t.credits, 0) - coalesce(t.debits, 0)) AS balance,
    s.sign * (coalesce(t.credits, 0) - coalesce(t.debits, 0) + coalesce(late.credits, 0) - coalesce(late.debits, 0))
      AS "byValue",
    round(coalesce(i.cumulative_kobo, u.accrued_kobo, 0)) AS interest,
    CASE WHEN coalesce(i.cumulative_kobo, u.accrued_kobo) IS NULL THEN 0
         ELSE least(366, asked.date - a.opened_on + 1) END AS days
  FROM ${ASKED}
  JOIN ledger_account a ON a.institution_id = $1 AND a.kind = 'customer'
    AND a.id = (SELECT ledger_account_id FROM account_number n WHERE n.institution_id = $1 AND n.number = asked.number
      AND n.kind = 'deposit')
  CROSS JOIN LATERAL (SELECT CASE a.normal_side WHEN 'credit' THEN 1 ELSE -1 END AS sign) s
  LEFT JOIN LATERAL (SELECT debits_after_kobo AS debits, credits_after_kobo AS credits FROM posting_entry
    WHERE institution_id = $1 AND account_id = a.id AND business_date <= asked.date ORDER BY seq DESC LIMIT 1) t ON true
  LEFT JOIN LATERAL (SELECT sum(debits_kobo) AS debits, sum(credits_kobo) AS credits FROM account_daily_total
    WHERE institution_id = $1 AND account_id = a.id AND business_date > asked.date AND value_date <= asked.date) late
    ON true
  LEFT JOIN savings_accrual i ON i.institution_id = $1 AND i.accrued_on = asked.date AND i.account_id = a.id
  LEFT JOIN savings_interest u ON u.institution_id = $1 AND u.account_id = a.id AND u.accrued_through < asked.date`;

const LOANS = `SELECT asked.number, asked.date::text, l.id AS "loanId", coalesce(p.principal_kobo, 0) AS principal,
    p.overdue_since::text AS "overdueSince", coalesce(i.balance_after_kobo, 0) AS interest,
    greatest(0, asked.date - coalesce(l.disbursement_date, asked.date)) AS days
  FROM ${ASKED}
  JOIN loan l ON l.institution_id = $1 AND l.loan_account_number = asked.number
  LEFT JOIN LATERAL (SELECT principal_kobo, overdue_since FROM loan_position
    WHERE institution_id = $1 AND loan_id = l.id AND date <= asked.date AND until > asked.date) p ON true
  LEFT JOIN LATERAL (SELECT balance_after_kobo FROM posting_entry
    WHERE institution_id = $1 AND account_id = l.interest_account_id AND business_date <= asked.date
    ORDER BY seq DESC LIMIT 1) i ON true`;

const NEARBY_ENTRIES = `SELECT e.business_date::text AS "bookedOn", p.reference,
    CASE WHEN e.side = a.normal_side THEN e.amount_kobo ELSE -e.amount_kobo END AS amount
  FROM posting_entry e
  JOIN posting p ON p.institution_id = $1 AND p.id = e.posting_id
  JOIN ledger_account a ON a.institution_id = $1 AND a.id = e.account_id
 WHERE e.institution_id = $1 AND e.account_id = $2
   AND e.business_date BETWEEN $3::date - ${NEARBY_DAYS} AND $3::date + ${NEARBY_DAYS}
 ORDER BY e.seq LIMIT 1000`;

const NEARBY_PRINCIPAL = `SELECT business_date::text AS "bookedOn", reference,
    CASE kind WHEN 'Disbursement' THEN amount_kobo ELSE -principal_kobo END AS amount
  FROM loan_transaction
 WHERE institution_id = $1 AND loan_id = $2
   AND business_date BETWEEN $3::date - ${NEARBY_DAYS} AND $3::date + ${NEARBY_DAYS}
 ORDER BY id LIMIT 1000`;

type TextRow = Record<string, string> & Asked;

/** The figures of accounts by number and date; a number that no account has is left out. */
export async function ourBalances(
  tx: Tx,
  institutionId: number,
  asked: readonly Asked[],
): Promise<OurFigures<OurBalance>> {
  const rows = await tx.query<TextRow[]>(BALANCES, [institutionId, JSON.stringify(asked)]);
  return figures(rows, (row) => ({
    accountId: row.accountId!,
    balanceKobo: BigInt(row.balance!),
    byValueKobo: BigInt(row.byValue!),
    interestKobo: BigInt(row.interest!),
    accruedDays: Number(row.days),
  }));
}

/** The figures of loans by number and date; a number that no loan has is left out. */
export async function ourLoans(tx: Tx, institutionId: number, asked: readonly Asked[]): Promise<OurFigures<OurLoan>> {
  const rows = await tx.query<TextRow[]>(LOANS, [institutionId, JSON.stringify(asked)]);
  return figures(rows, (row) => ({
    loanId: row.loanId!,
    principalKobo: BigInt(row.principal!),
    interestKobo: BigInt(row.interest!),
    overdueSince: row.overdueSince ?? null,
    accruedDays: Number(row.days),
  }));
}

/** Finds the figures of a number on a date. */
export type OurFigures<Figures> = (asked: Asked) => Figures | undefined;

function figures<Figures>(rows: readonly TextRow[], read: (row: TextRow) => Figures): OurFigures<Figures> {
  const known = new Map(rows.map((row) => [keyOf(row), read(row)]));
  return (asked) => known.get(keyOf(asked));
}

/** Entries of an account within some days of a date. */
export function entriesNear(tx: Tx, institutionId: number, accountId: string, date: string): Promise<NearbyEntry[]> {
  return nearby(tx, NEARBY_ENTRIES, [institutionId, accountId, date]);
}

/** Movements of a loan's principal within some days of a date. */
export function principalNear(tx: Tx, institutionId: number, loanId: string, date: string): Promise<NearbyEntry[]> {
  return nearby(tx, NEARBY_PRINCIPAL, [institutionId, loanId, date]);
}

async function nearby(tx: Tx, statement: string, values: unknown[]): Promise<NearbyEntry[]> {
  const rows = await tx.query<{ bookedOn: string; reference: string; amount: string }[]>(statement, values);
  return rows.map(({ bookedOn, reference, amount }) => ({ bookedOn, reference, amountKobo: BigInt(amount) }));
}
