import { BILL_VEND } from '../../bills/vend-kind';
import { DIRECT_KINDS, REVERSAL_KIND, TRANSFER_KIND } from '../../postings/posting-kinds';
import { INWARD_TRANSFER } from '../../transfers/inward/inward-transfer.operation';
import { OUTWARD_TRANSFER } from '../../transfers/outward/outward-transfer-kind';
import type { SearchSource } from './search-source';

/** `postingReferenceNumber` in SQL. */
const NUMBER = `'PST' || lpad(p.id::text, greatest(12, length(p.id::text)), '0')`;

const PAYMENT_COLUMNS = `${NUMBER} AS id, p.reference AS title, p.narration AS subtitle,
  coalesce(o.status, p.status) AS status, p.amount_kobo AS amount, coalesce(p.posted_at, p.created_at) AS at`;

const PAYMENT_FROM = `JOIN posting p ON p.institution_id = $1 AND p.id = h.id
  LEFT JOIN payout o ON o.institution_id = $1 AND o.posting_id = p.id AND o.kind = p.kind`;

/** Payments by reference, by session at the provider, or by the number of their posting. */
function payments(kind: 'transfer' | 'bill', kinds: readonly string[]): SearchSource {
  return {
    kind,
    exact: ({ text, postingId }, values) => {
      const own = values.add(text);
      const among = `kind = ANY(${values.add(kinds)}::text[])`;
      return [
        `SELECT id FROM posting WHERE institution_id = $1 AND ${among} AND reference = ${own}`,
        `SELECT posting_id AS id FROM payout WHERE institution_id = $1 AND session_id = ${own} AND ${among}`,
        ...(postingId === undefined
          ? []
          : [`SELECT id FROM posting WHERE institution_id = $1 AND id = ${values.add(postingId)} AND ${among}`]),
      ];
    },
    columns: PAYMENT_COLUMNS,
    from: PAYMENT_FROM,
  };
}

const INWARD_TRANSFERS: SearchSource = {
  kind: 'inward-transfer',
  exact: ({ text, postingId }, values) => [
    `SELECT id FROM inward_transfer WHERE institution_id = $1 AND session_id = ${values.add(text)}`,
    ...(postingId === undefined
      ? []
      : [
          `SELECT i.id FROM posting p JOIN inward_transfer i ON i.institution_id = $1 AND i.session_id = p.reference
            WHERE p.institution_id = $1 AND p.kind = '${INWARD_TRANSFER}' AND p.id = ${values.add(postingId)}`,
        ]),
  ],
  columns: `i.id::text AS id, i.originator_account_name AS title,
    concat_ws(' · ', i.session_id, i.account_number) AS subtitle, i.status, i.amount_kobo AS amount,
    i.received_at AS at`,
  from: 'JOIN inward_transfer i ON i.institution_id = $1 AND i.id = h.id',
};

const POSTINGS: SearchSource = {
  kind: 'posting',
  exact: ({ text, postingId }, values) => {
    const own = values.add(text);
    return [
      ...(postingId === undefined
        ? []
        : [`SELECT id FROM posting WHERE institution_id = $1 AND id = ${values.add(postingId)}`]),
      `SELECT id FROM posting WHERE institution_id = $1 AND transaction_reference = ${own}`,
      `SELECT id FROM posting WHERE institution_id = $1
          AND kind = ANY(${values.add([...DIRECT_KINDS, REVERSAL_KIND])}::text[]) AND reference = ${own}`,
    ];
  },
  columns: `${NUMBER} AS id, ${NUMBER} AS title, p.narration AS subtitle, p.status,
    p.amount_kobo AS amount, coalesce(p.posted_at, p.created_at) AS at`,
  from: 'JOIN posting p ON p.institution_id = $1 AND p.id = h.id',
};

const HOLDS: SearchSource = {
  kind: 'hold',
  exact: ({ text, id, postingId }, values) => {
    const where = (condition: string): string => `SELECT id FROM aml_hold WHERE institution_id = $1 AND ${condition}`;
    return [
      ...(id === undefined ? [] : [where(`approval_id = ${values.add(id)}`)]),
      ...(postingId === undefined ? [] : [where(`posting_id = ${values.add(postingId)}`)]),
      where(`account_number = ${values.add(text)} AND status IN ('Held', 'Approved')`),
    ];
  },
  columns: `t.approval_id::text AS id, t.rule_name AS title, concat_ws(' · ', t.account_number, t.reference) AS subtitle,
    t.status, t.amount_kobo AS amount, t.created_at AS at`,
  from: 'JOIN aml_hold t ON t.institution_id = $1 AND t.id = h.id',
};

const APPROVALS: SearchSource = {
  kind: 'approval',
  exact: ({ id, postingId }, values, hidden) => {
    const seen = `institution_id = $1 AND operation <> ALL(${values.add(hidden)}::text[])`;
    const where = (condition: string): string => `SELECT id FROM approval WHERE ${seen} AND ${condition}`;
    return [
      ...(id === undefined ? [] : [where(`id = ${values.add(id)}`)]),
      ...(postingId === undefined ? [] : [`${where(`posting_id = ${values.add(postingId)}`)} ORDER BY id DESC`]),
    ];
  },
  columns: `t.id::text AS id, t.title, t.summary AS subtitle, t.status, t.amount_kobo AS amount, t.created_at AS at`,
  from: 'JOIN approval t ON t.institution_id = $1 AND t.id = h.id',
};

/** Movements of money, and the decisions that they wait for. */
export const MOVEMENT_SOURCES: readonly SearchSource[] = [
  payments('transfer', [TRANSFER_KIND, OUTWARD_TRANSFER]),
  payments('bill', [BILL_VEND]),
  INWARD_TRANSFERS,
  POSTINGS,
  HOLDS,
  APPROVALS,
];
