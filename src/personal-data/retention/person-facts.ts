import { HOLD_IN_FORCE } from '../../accounts/legal-holds/legal-holds';
import type { Tx } from '../../common/database/unit-of-work';
import { signedAccounts } from '../signatories';
import type { PersonFacts } from './erasure-decision';

/** The customers whose business is the person's: the person, and companies and groups of which it is a member. */
const PARTIES = `
  SELECT c.id AS person_id, c.id AS customer_id FROM customer c
   WHERE c.institution_id = $1 AND c.id = ANY($2)
  UNION ALL
  SELECT m.member_customer_id, m.group_customer_id FROM group_member m
   WHERE m.institution_id = $1 AND m.member_customer_id = ANY($2)`;

/** The first day after the month that a card's expiry names; null for a text that is no month. */
const CARD_EXPIRED_ON = `CASE WHEN d.expiry_date ~ '^(0[1-9]|1[0-2])/[0-9]{2}$'
  THEN (to_date(d.expiry_date, 'MM/YY') + interval '1 month')::date END`;

/** What began and ended, each with its end; null while it is open. Instants count by the date in the zone. */
const ENDS = `
  SELECT person_id, 'account' AS kind, date_closed AS ended_on FROM account
  UNION ALL
  SELECT person_id, 'approval', NULL FROM account WHERE pending_approval_id IS NOT NULL
  UNION ALL
  SELECT p.person_id, 'loan', CASE WHEN l.status IN ('Rejected', 'Closed', 'Canceled')
         THEN coalesce(l.closed_date, (l.updated_at AT TIME ZONE zone.name)::date) END
    FROM zone, party p JOIN loan l ON l.institution_id = $1 AND l.customer_id = p.customer_id
  UNION ALL
  SELECT g.customer_id::bigint, 'guarantee', CASE WHEN l.status IN ('Rejected', 'Closed', 'Canceled')
         THEN coalesce(l.closed_date, (l.updated_at AT TIME ZONE zone.name)::date) END
    FROM zone, loan_contract c
    JOIN loan l ON l.institution_id = $1 AND l.id = c.loan_id
   CROSS JOIN LATERAL jsonb_array_elements_text(
         coalesce(nullif(c.particulars -> 'loanGuarantors', 'null'), '[]')) AS g (customer_id)
   WHERE c.institution_id = $1 AND g.customer_id::bigint = ANY($2)
  UNION ALL
  SELECT s.person_id, 'mandate', CASE WHEN NOT EXISTS (SELECT 1 FROM legal_hold h
         WHERE h.institution_id = $1 AND h.customer_id = a.customer_id AND ${HOLD_IN_FORCE}) THEN a.date_closed END
    FROM (${signedAccounts('c.id = ANY($2)')}) s
    JOIN deposit_account a ON a.institution_id = $1 AND a.id = s.account_id
  UNION ALL
  SELECT p.person_id, 'fixed deposit', CASE WHEN f.status NOT IN ('PendingApproval', 'Active')
         THEN coalesce(f.closed_on, (f.updated_at AT TIME ZONE zone.name)::date) END
    FROM zone, party p JOIN fixed_deposit f ON f.institution_id = $1 AND f.customer_id = p.customer_id
  UNION ALL
  SELECT a.person_id, 'card', CASE WHEN d.status IN ('Deleted', 'Failed')
         THEN (d.status_as_of AT TIME ZONE zone.name)::date
         WHEN ${CARD_EXPIRED_ON} <= zone.business_date THEN ${CARD_EXPIRED_ON} END
    FROM zone, account a JOIN card d ON d.institution_id = $1 AND d.account_number = a.account_number
  UNION ALL
  SELECT a.person_id, 'lien', CASE WHEN n.status <> 'Active' THEN (n.ended_at AT TIME ZONE zone.name)::date END
    FROM zone, account a JOIN lien n ON n.institution_id = $1 AND n.account_id = a.id
  UNION ALL
  SELECT a.person_id, 'payout', NULL FROM account a JOIN payout o
      ON o.institution_id = $1 AND o.account_number = a.account_number AND o.status NOT IN ('Processed', 'Reversed')
  UNION ALL
  SELECT a.person_id, 'AML hold', NULL FROM account a JOIN aml_hold x
      ON x.institution_id = $1 AND x.account_number = a.account_number AND x.status IN ('Held', 'Approved')
  UNION ALL
  SELECT p.person_id, 'AML case', NULL FROM party p JOIN aml_case k
      ON k.institution_id = $1 AND k.customer_id = p.customer_id AND k.status <> 'closed'
  UNION ALL
  SELECT p.person_id, 'NFIU report', NULL FROM party p JOIN nfiu_report r
      ON r.institution_id = $1 AND r.customer_id = p.customer_id
     AND r.status NOT IN ('submitted', 'accepted', 'withdrawn')`;

const FACTS = `
  WITH zone AS (SELECT time_zone AS name, business_date FROM institution WHERE institution_id = $1),
  party AS (${PARTIES}),
  account AS (
    SELECT p.person_id, a.id, a.account_number, a.date_closed, a.pending_approval_id
      FROM party p JOIN deposit_account a ON a.institution_id = $1 AND a.customer_id = p.customer_id),
  ending AS (${ENDS})
  SELECT c.id, c.erased_at IS NOT NULL AS "isErased",
         EXISTS (SELECT 1 FROM legal_hold h
                  WHERE h.institution_id = $1 AND h.customer_id = c.id AND ${HOLD_IN_FORCE}) AS "isHeld",
         ARRAY(SELECT DISTINCT e.kind FROM ending e WHERE e.person_id = c.id AND e.ended_on IS NULL ORDER BY 1) AS open,
         greatest((c.created_at AT TIME ZONE zone.name)::date,
                  (SELECT max(e.ended_on) FROM ending e WHERE e.person_id = c.id))::text AS "endedOn",
         EXISTS (SELECT 1 FROM deposit_account a JOIN interest_posting i
                     ON i.institution_id = $1 AND i.account_id = a.id AND i.tax_kobo > 0
                  WHERE a.institution_id = $1 AND a.customer_id = c.id)
         OR EXISTS (SELECT 1 FROM fixed_deposit f
                     WHERE f.institution_id = $1 AND f.customer_id = c.id AND f.tax_withheld_kobo > 0) AS "isTaxed"
    FROM zone, customer c WHERE c.institution_id = $1 AND c.id = ANY($2) ORDER BY c.id`;

/**
 * Persons without an open account of their own, one of whose accounts was closed long enough ago. It finds all who may
 * be due, and more: the facts decide. `$2` is the id before the page, `$3` the date that closes, `$4` the years.
 */
export const CANDIDATES = `
  SELECT DISTINCT a.customer_id AS id FROM deposit_account a
    JOIN customer c ON c.institution_id = a.institution_id AND c.id = a.customer_id
   WHERE a.institution_id = $1 AND a.customer_id > $2 AND a.date_closed IS NOT NULL
     AND a.date_closed <= ($3::date - make_interval(years => $4))::date
     AND c.erased_at IS NULL AND c.customer_type = 'Individual'
     AND NOT EXISTS (SELECT 1 FROM deposit_account o
          WHERE o.institution_id = $1 AND o.customer_id = a.customer_id AND o.date_closed IS NULL)
   ORDER BY id LIMIT`;

/** Reads what decides on the erasure of these persons, in the order of their ids. */
export async function readPersonFacts(tx: Tx, institutionId: number, ids: readonly number[]): Promise<PersonFacts[]> {
  const rows = await tx.query<(Omit<PersonFacts, 'id'> & { id: string })[]>(FACTS, [institutionId, ids]);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
