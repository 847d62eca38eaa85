import type { Tx } from '../common/database/unit-of-work';
import { koboToNaira } from '../common/money/naira';
import type { Side } from '../ledger/engine/ledger-account.entity';
import { postingReferenceNumber } from '../ledger/engine/posting.entity';
import type { LegRole } from '../ledger/engine/posting-entry.entity';
import type { CallOverRowView } from './call-over.dto';

/** A condition on legs: `p` is the posting, `e` the entry, `l` its account; `$1` is the institution. */
export interface LegCondition {
  text: string;
  values: unknown[];
}

const LEGS = `
  posting p JOIN posting_entry e ON e.institution_id = p.institution_id AND e.posting_id = p.id
  JOIN ledger_account l ON l.institution_id = e.institution_id AND l.id = e.account_id`;

interface Row {
  posting_id: string;
  business_date: string;
  posted_at: Date;
  number: string;
  name: string;
  branch_code: string | null;
  branch_name: string | null;
  maker: string;
  checker: string | null;
  reference: string;
  amount_kobo: string;
  side: Side;
  role: LegRole;
  kind: string;
  narration: string;
  instrument_number: string | null;
}

/** One page of legs, sorted by the time of their postings. */
export async function callOverRows(
  tx: Tx,
  { text, values }: LegCondition,
  page: { direction: 'Asc' | 'Desc'; limit: number; offset: number },
): Promise<CallOverRowView[]> {
  const direction = page.direction === 'Asc' ? 'ASC' : 'DESC';
  const rows = await tx.query<Row[]>(
    `SELECT p.id AS posting_id, e.business_date, e.posted_at, l.number, l.name, b.branch_code, b.branch_name,
            p.maker, p.checker, p.reference, e.amount_kobo, e.side, e.role, p.kind,
            coalesce(e.narration, p.narration) AS narration, p.instrument_number
       FROM ${LEGS} LEFT JOIN branch b ON b.institution_id = l.institution_id AND b.id = l.branch_id
      WHERE p.institution_id = $1 AND ${text}
      ORDER BY p.posted_at ${direction}, p.id ${direction}, e.leg
      LIMIT ${page.limit} OFFSET ${page.offset}`,
    values,
  );
  const names = await actorNames(tx, values[0] as number, rows);
  const named = (actor: string): string => names.get(actor) ?? actor;
  return rows.map((row) => {
    const amount = koboToNaira(BigInt(row.amount_kobo));
    return {
      transactionID: Number(row.posting_id),
      financialDate: row.business_date,
      transactionDate: row.posted_at.toISOString(),
      accountNumber: row.number,
      accountName: row.name,
      branch: row.branch_name,
      branchCode: row.branch_code,
      initiatedBy: named(row.maker),
      approvedBy: row.checker === null ? null : named(row.checker),
      referenceNumber: row.reference,
      postingReferenceNumber: postingReferenceNumber(Number(row.posting_id)),
      amount,
      debit: row.side === 'debit' ? amount : 0,
      credit: row.side === 'credit' ? amount : 0,
      narration: row.narration,
      entryCode: row.role === 'principal' ? row.kind : `${row.kind}:${row.role}`,
      instrumentNumber: row.instrument_number,
    };
  });
}

/** The number of legs under a condition, counted no further than `cap`. */
export async function countLegs(tx: Tx, { text, values }: LegCondition, cap: number): Promise<number> {
  const rows = await tx.query<{ count: string }[]>(
    `SELECT count(*) AS count
       FROM (SELECT 1 FROM ${LEGS} WHERE p.institution_id = $1 AND ${text} LIMIT ${cap}) counted`,
    values,
  );
  return Number(rows[0]?.count);
}

/** Names of makers and checkers by their actor names; the system and gateways have none. */
async function actorNames(
  tx: Tx,
  institutionId: number,
  rows: Pick<Row, 'maker' | 'checker'>[],
): Promise<Map<string, string>> {
  const ids = (prefix: string): string[] =>
    [...new Set(rows.flatMap(({ maker, checker }) => [maker, checker ?? '']))]
      .filter((actor) => actor.startsWith(prefix))
      .map((actor) => actor.slice(prefix.length));
  const staff = await tx.query<{ id: string; name: string }[]>(
    'SELECT staff_code AS id, name FROM staff WHERE institution_id = $1 AND staff_code = ANY($2::varchar[])',
    [institutionId, ids('staff:')],
  );
  const clients = await tx.query<{ id: string; name: string }[]>(
    'SELECT client_id AS id, name FROM api_client WHERE institution_id = $1 AND client_id = ANY($2::varchar[])',
    [institutionId, ids('api-client:')],
  );
  const entries = (prefix: string, found: { id: string; name: string }[]): [string, string][] =>
    found.map(({ id, name }) => [`${prefix}${id}`, `${name} (${id})`]);
  return new Map([...entries('staff:', staff), ...entries('api-client:', clients)]);
}
