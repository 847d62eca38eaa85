import type { ProofCheck } from '../../ledger/proof/proof-checks';
import { INTEREST_BOOKS, type InterestKind, OPENING_INTEREST, POSTING_KINDS } from './interest-kinds';

/**
 * Compares booked interest with the entries of its ledgers. Tax may use the same ledger, so only interest legs count.
 */
function ledgersCheck(kind: InterestKind): ProofCheck {
  const grows = INTEREST_BOOKS[kind].side;
  const kinds = [...Object.values(POSTING_KINDS[kind]), ...(kind === 'savings' ? [OPENING_INTEREST] : [])]
    .map((name) => `'${name}'`)
    .join(', ');
  return {
    name: `${kind}-interest-ledgers`,
    description: `The booked ${kind} interest of all products and branches equals the interest entries of its ledgers.`,
    violations: `SELECT l.number AS example FROM (
        SELECT ledger_id, sum(booked_kobo) AS booked FROM interest_total
         WHERE institution_id = $1 AND kind = '${kind}' AND ledger_id IS NOT NULL GROUP BY ledger_id) t
      JOIN ledger_account l ON l.institution_id = $1 AND l.id = t.ledger_id
      LEFT JOIN LATERAL (
        SELECT sum(CASE e.side WHEN '${grows}' THEN e.amount_kobo ELSE -e.amount_kobo END) AS posted
          FROM posting_entry e
          JOIN posting p ON p.institution_id = $1 AND p.id = e.posting_id AND p.kind IN (${kinds})
         WHERE e.institution_id = $1 AND e.account_id = t.ledger_id AND e.role = 'interest') e ON true
      WHERE t.booked <> coalesce(e.posted, 0)`,
  };
}

function totalsCheck(kind: InterestKind): ProofCheck {
  return {
    name: `${kind}-interest-totals`,
    description: `The unposted ${kind} interest of every product and branch is the sum over its accounts.`,
    violations: `SELECT coalesce(t.product_id, u.product_id) || '/' || coalesce(t.branch_id, u.branch_id) AS example
      FROM (
        SELECT product_id, branch_id, accrued_kobo FROM interest_total
         WHERE institution_id = $1 AND kind = '${kind}') t
      FULL JOIN (
        SELECT product_id, branch_id, sum(accrued_kobo) AS accrued_kobo FROM ${INTEREST_BOOKS[kind].unposted}
         WHERE institution_id = $1 GROUP BY product_id, branch_id) u
        ON u.product_id = t.product_id AND u.branch_id = t.branch_id
      WHERE coalesce(t.accrued_kobo, 0) <> coalesce(u.accrued_kobo, 0)`,
  };
}

/** Checks of interest in the ledger proof (`docs/api/postings.md#ledger-proof`). */
export const interestProofs: readonly ProofCheck[] = [
  totalsCheck('savings'),
  totalsCheck('overdraft'),
  ledgersCheck('savings'),
  ledgersCheck('overdraft'),
  {
    name: 'interest-rounding',
    description:
      'Booked unposted interest is the total rounded to the kobo. Between the steps of an end of day it may be older.',
    violations: `SELECT kind || ' ' || product_id || '/' || branch_id AS example FROM interest_total
      WHERE institution_id = $1 AND is_booked AND abs(accrued_kobo - booked_kobo) > 0.5`,
  },
];
