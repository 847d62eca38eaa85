import { NO_END } from './loan-position.entity';

/** A table with a row for each loan and state, whose latest rows are booked on accounts. */
export interface BookedRows {
  /** Table with `institution_id`, `loan_id`, `branch_id`, `product_id` and `until`. */
  table: string;
  /** Column besides branch and product that the accounts are kept by. */
  column: string;
  /** Amount of a row, in kobo; a credit is above zero. */
  kobo: string;
  /** Joined to the table where a row is booked on several accounts. */
  join?: string;
  /** Table of the accounts, which has `id`, the branch, the product and the column. */
  accounts: string;
  /** Accounts that hold something else, left out by a condition on `x`. */
  accountsWhere?: string;
}

/**
 * SQL of the violations of `ProofCheck`: accounts that do not hold the sum of the latest rows of their loans, and loans
 * with several latest rows.
 */
export function latestRowsViolations({ table, column, kobo, join, accounts, accountsWhere }: BookedRows): string {
  return `SELECT coalesce(a.number, sums.${column} || ' ' || sums.product_id) AS example
      FROM (SELECT branch_id, product_id, ${column}, sum(${kobo}) AS kobo FROM ${table} ${join ?? ''}
             WHERE institution_id = $1 AND until = '${NO_END}' GROUP BY branch_id, product_id, ${column}) sums
      FULL JOIN (SELECT x.branch_id, x.product_id, x.${column}, l.number,
                        l.credits_posted_kobo - l.debits_posted_kobo AS kobo
                   FROM ${accounts} x
                   JOIN ledger_account l ON l.institution_id = x.institution_id AND l.id = x.id
                  WHERE x.institution_id = $1 AND ${accountsWhere ?? 'true'}) a
        USING (branch_id, product_id, ${column})
     WHERE coalesce(sums.kobo, 0) <> coalesce(a.kobo, 0)
    UNION ALL
    SELECT 'loan:' || loan_id FROM ${table} WHERE institution_id = $1 AND until = '${NO_END}'
     GROUP BY loan_id HAVING count(*) > 1`;
}
