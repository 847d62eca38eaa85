import type { Tx } from '../common/database/unit-of-work';
import { LOCAL_TRANSFER } from '../ledger/engine/posting-events';
import type { ReadableRecord } from './catalogue/event-catalogue';
import type { EventPart } from './event-part';
import type { EventRecord } from './event-record.entity';

/** A record as it is stored, without what its reader does not need. */
export type StoredRecord = Omit<ReadableRecord, 'parts'> & Pick<EventRecord, 'types' | 'parts' | 'postingId'>;

/** A leg of a posting with the facts of the posting, as the database answers it. */
interface LegRow {
  posting_id: string;
  kind: string;
  reference: string;
  narration: string;
  business_date: string;
  posted_at: Date;
  is_reversal: boolean;
  amount_kobo: string;
  fee_kobo: string;
  account_number: string;
  is_customer: boolean;
  virtual_number: string | null;
  side: 'debit' | 'credit';
  role: string;
  leg_narration: string | null;
  leg_amount_kobo: string;
  balance_after_kobo: string;
}

const LEGS = `SELECT p.id AS posting_id, p.kind, p.reference, p.narration, p.business_date::text AS business_date,
    p.posted_at, p.reverses_id IS NOT NULL AS is_reversal, p.amount_kobo, p.fee_kobo,
    a.number AS account_number, a.kind = 'customer' AS is_customer, v.number AS virtual_number,
    e.side, e.role, e.narration AS leg_narration, e.amount_kobo AS leg_amount_kobo, e.balance_after_kobo
  FROM unnest($2::bigint[]) AS wanted (posting_id)
  JOIN posting p ON p.institution_id = $1 AND p.id = wanted.posting_id
  JOIN posting_entry e ON e.institution_id = $1 AND e.posting_id = wanted.posting_id
  JOIN ledger_account a ON a.institution_id = $1 AND a.id = e.account_id
  LEFT JOIN account_number v ON v.institution_id = $1 AND v.kind = 'virtual' AND v.account_id = e.virtual_account_id
  ORDER BY e.posting_id, e.leg`;

/**
 * Fills in the parts of records of postings. A posting and its legs never change, so its events are always the same:
 * one for a transfer inside the institution, then, leg by leg, one for the account of a customer and one for a virtual
 * account that was credited.
 */
export async function withPostingParts(
  tx: Tx,
  institutionId: number,
  records: readonly StoredRecord[],
): Promise<ReadableRecord[]> {
  const postingIds = [...new Set(records.flatMap(({ postingId }) => postingId ?? []))];
  const legs = new Map<number, LegRow[]>();
  if (postingIds.length > 0)
    for (const row of await tx.query<LegRow[]>(LEGS, [institutionId, postingIds])) {
      const id = Number(row.posting_id);
      const others = legs.get(id);
      if (others) others.push(row);
      else legs.set(id, [row]);
    }
  return records.map((record) => ({
    ...record,
    parts: record.parts ?? postingParts(legs.get(record.postingId ?? 0) ?? [], new Set(record.types)),
  }));
}

function postingParts(legs: LegRow[], types: ReadonlySet<string>): EventPart[] {
  const [first] = legs;
  if (!first) return [];
  const shared = {
    reference: first.reference,
    posting_id: first.posting_id,
    kind: first.kind,
    narration: first.narration,
    business_date: first.business_date,
    posted_at: first.posted_at.toISOString(),
    ...(first.is_reversal ? { reversal: true } : {}),
  };
  return [transferPart(first, legs), ...legs.flatMap((leg) => [accountPart(leg), virtualPart(leg, legs)])]
    .filter((part): part is EventPart => part !== undefined && types.has(part.type))
    .map((part, index) => (index === 0 ? { ...part, shared } : part));
}

function transferPart(posting: LegRow, legs: LegRow[]): EventPart | undefined {
  if (posting.kind !== LOCAL_TRANSFER || posting.is_reversal) return undefined;
  const credited = legs.find(({ side, role }) => side === 'credit' && role === 'principal');
  return {
    type: 'transfer.completed',
    row: {
      amount_kobo: posting.amount_kobo,
      fee_kobo: posting.fee_kobo,
      account_number: debitedLeg(legs)?.account_number ?? null,
      destination_account: credited?.virtual_number ?? credited?.account_number ?? null,
    },
  };
}

/** The event of a leg for the account of a customer; undefined for a ledger of the institution. */
function accountPart(leg: LegRow): EventPart | undefined {
  if (!leg.is_customer) return undefined;
  return {
    type: leg.side === 'debit' ? 'account.debited' : 'account.credited',
    row: {
      account_number: leg.account_number,
      amount_kobo: leg.leg_amount_kobo,
      balance_kobo: leg.balance_after_kobo,
      role: leg.role,
      ...narrationOf(leg),
    },
  };
}

function virtualPart(leg: LegRow, legs: LegRow[]): EventPart | undefined {
  if (leg.virtual_number === null || leg.side !== 'credit') return undefined;
  const debited = debitedLeg(legs);
  return {
    type: 'virtual-account.credited',
    row: {
      account_number: leg.virtual_number,
      amount_kobo: leg.leg_amount_kobo,
      source_account: debited?.is_customer ? debited.account_number : null,
      ...narrationOf(leg),
    },
  };
}

function debitedLeg(legs: LegRow[]): LegRow | undefined {
  return legs.find(({ side, role }) => side === 'debit' && role === 'principal');
}

/** The leg's own narration, when it differs from the posting's. */
function narrationOf({ leg_narration }: LegRow): { narration?: string } {
  return leg_narration === null ? {} : { narration: leg_narration };
}
