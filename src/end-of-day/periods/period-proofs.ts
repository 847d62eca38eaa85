import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProofCheck, ProofChecks } from '../../ledger/proof/proof-checks';
import { YEAR_END_KIND } from './year-end';

const CHECKS: readonly ProofCheck[] = [
  {
    name: 'closed-periods',
    description:
      'No posting but the closing entries of years was made with a value date in a period that was closed before.',
    violations: `SELECT p.id::text AS example
      FROM (SELECT last_day, min(closed_at) AS closed_at FROM accounting_period
             WHERE institution_id = $1 AND status = 'Closed' GROUP BY last_day) c
      JOIN posting p ON p.institution_id = $1 AND p.status = 'Posted' AND p.posted_at > c.closed_at
       AND p.value_date <= c.last_day AND p.kind <> '${YEAR_END_KIND}'`,
  },
  {
    name: 'closed-years',
    description: 'Up to the end of the last closed year, every income and expense account is at zero by value date.',
    // The sums come first, over all accounts: starting at the ledgers, the query would search all entries for each
    // account.
    violations: `SELECT a.number AS example
      FROM (SELECT e.account_id, sum(CASE e.side WHEN 'debit' THEN e.amount_kobo ELSE -e.amount_kobo END) AS net
              FROM posting p JOIN posting_entry e ON e.institution_id = $1 AND e.posting_id = p.id
             WHERE p.institution_id = $1
               AND p.value_date <= (SELECT max(last_day) FROM accounting_period
                                     WHERE institution_id = $1 AND kind = 'Year' AND status = 'Closed')
               AND EXISTS (SELECT 1 FROM accounting_period
                            WHERE institution_id = $1 AND kind = 'Year' AND status = 'Closed')
             GROUP BY e.account_id) s
      JOIN ledger_account a ON a.institution_id = $1 AND a.id = s.account_id
      JOIN gl_account g ON g.institution_id = $1 AND g.id = coalesce(a.control_account_id, a.id)
      WHERE s.net <> 0 AND g.category IN ('Income', 'Expense')`,
  },
];

/** Registers the proofs of closed periods against the ledger. */
@Injectable()
export class PeriodProofs implements OnModuleInit {
  constructor(private readonly checks: ProofChecks) {}

  onModuleInit(): void {
    for (const check of CHECKS) this.checks.register(check);
  }
}
