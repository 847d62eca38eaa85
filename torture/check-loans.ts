import type { Client } from 'pg';
import type { Finding } from './fates';

interface LoanRow {
  number: string;
  status: string;
  disbursed: string;
  repaid: string;
  outstanding: string;
  least: string;
  took: string;
  uneven: string;
  orphans: string;
}

/** Amount taken for each loan, by its transactions. */
const LOANS = `SELECT l.loan_account_number AS number, l.status, l.disbursed_kobo AS disbursed, l.principal_repaid_kobo AS repaid,
    l.outstanding_principal_kobo + l.outstanding_interest_kobo + l.outstanding_fee_kobo + l.outstanding_default_kobo + l.outstanding_penalty_kobo AS outstanding,
    least(l.outstanding_principal_kobo, l.outstanding_interest_kobo, l.outstanding_fee_kobo, l.outstanding_default_kobo, l.outstanding_penalty_kobo) AS least,
    coalesce(t.principal, 0) AS took, coalesce(t.uneven, 0) AS uneven, coalesce(t.orphans, 0) AS orphans
  FROM loan l LEFT JOIN LATERAL (
    SELECT sum(t.principal_kobo) AS principal,
      count(*) FILTER (WHERE t.amount_kobo <> t.principal_kobo + t.interest_kobo + t.fee_kobo + t.default_kobo + t.penalty_kobo + coalesce((t.details ->> 'surplusKobo')::bigint, 0)) AS uneven,
      count(*) FILTER (WHERE NOT EXISTS (SELECT 1 FROM posting p WHERE p.institution_id = t.institution_id AND p.id = t.posting_id AND p.status = 'Posted')) AS orphans
    FROM loan_transaction t WHERE t.institution_id = l.institution_id AND t.loan_id = l.id AND t.kind IN ('Repayment', 'EarlyRepayment', 'Collection')) t ON true
  WHERE l.institution_id = $1 AND l.disbursement_date IS NOT NULL`;

/** However many repaid a loan at once, no kobo was taken that was not owed. */
export async function checkLoans(database: Client, institutionId: number): Promise<Finding> {
  const { rows } = await database.query<LoanRow>(LOANS, [institutionId]);
  const violations = rows.flatMap((loan) => {
    const { number, status, disbursed, repaid, outstanding, least, took, uneven, orphans } = loan;
    return [
      ...(took === repaid ? [] : [`${number} was repaid ${repaid} of principal by transactions of ${took}`]),
      ...(BigInt(took) > BigInt(disbursed) ? [`${number} took ${took} for a principal of ${disbursed}`] : []),
      ...(BigInt(least) < 0n ? [`${number} owes ${least}`] : []),
      ...(status === 'Closed' && outstanding !== '0' ? [`${number} is closed and owes ${outstanding}`] : []),
      ...(status === 'Closed' && took !== disbursed
        ? [`${number} is closed and took ${took} for a principal of ${disbursed}`]
        : []),
      ...(uneven === '0' ? [] : [`${number} has ${uneven} transactions whose parts are not their amount`]),
      ...(orphans === '0' ? [] : [`${number} has ${orphans} transactions without a posting`]),
    ];
  });
  return { check: 'no loan was repaid more than it owed', looked: rows.length, violations };
}
