import type { Keyset, SortOrder } from '../common/database/keyset';
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

/** The order of legs by the time of their postings; those of one posting come from its first on in either direction. */
export function callOverOrder(direction: SortOrder['direction']): SortOrder {
  return {
    keys: [
      { column: 'p.posted_at', type: 'instant' },
      { column: 'p.id', type: 'bigint' },
      { column: legKey(direction), type: 'bigint' },
    ],
    direction,
  };
}

const legKey = (direction: SortOrder['direction']): string => (direction === 'ASC' ? 'e.leg' : '-e.leg');

interface Row {
  /** The third key of the order. */
  leg_key: string;
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

/** One page of legs. @param keyset by `callOverOrder`. */
export async function callOverRows(
  tx: Tx,
  { text, values }: LegCondition,
  keyset: Keyset,
  direction: SortOrder['direction'],
): Promise<{ rows: CallOverRowView[]; nextAfter: string | null }> {
  const own = [...values];
  const place = (value: unknown): string => `$${own.push(value)}`;
  const later = keyset.condition(place) ?? 'true';
  const position = keyset.position();
  // The index has the times of postings and no legs, so the time alone bounds what is read of it.
  const bound = position ? `p.posted_at ${direction === 'ASC' ? '>=' : '<='} ${place(position[0])}` : 'true';
  const found = await tx.query<Row[]>(
    `SELECT ${legKey(direction)} AS leg_key, p.id AS posting_id, e.business_date, e.posted_at, l.number, l.name,
            b.branch_code, b.branch_name, p.maker, p.checker, p.reference, e.amount_kobo, e.side, e.role, p.kind,
            coalesce(e.narration, p.narration) AS narration, p.instrument_number
       FROM ${LEGS} LEFT JOIN branch b ON b.institution_id = l.institution_id AND b.id = l.branch_id
      WHERE p.institution_id = $1 AND ${text} AND ${later} AND ${bound}
      ORDER BY ${keyset.orderBy} LIMIT ${keyset.limit} OFFSET ${keyset.offset}`,
    own,
  );
  const { rows, nextAfter } = keyset.cut(found, (row) => [
    row.posted_at.toISOString(),
    row.posting_id,
    String(row.leg_key),
  ]);
  return { rows: await callOverViews(tx, values[0] as number, rows), nextAfter };
}

async function callOverViews(tx: Tx, institutionId: number, rows: readonly Row[]): Promise<CallOverRowView[]> {
  const names = await actorNames(tx, institutionId, rows);
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
  rows: readonly Pick<Row, 'maker' | 'checker'>[],
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
