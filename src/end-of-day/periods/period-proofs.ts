import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProofCheck, ProofChecks } from '../../ledger/proof-checks';
import { YEAR_END_KIND } from './year-end';

const CHECKS: readonly ProofCheck[] = [
  {
    name: 'closed-periods',
    description: 'No posting was made with a value date in a period that was closed before, but the closing entries of years.',
    violations: `SELECT p.id::text AS example FROM (SELECT last_day, min(closed_at) AS closed_at FROM accounting_period WHERE institution_id = $1 AND status = 'Closed' GROUP BY last_day) c
      JOIN posting p ON p.institution_id = $1 AND p.status = 'Posted' AND p.posted_at > c.closed_at AND p.value_date <= c.last_day AND p.kind <> '${YEAR_END_KIND}'`,
  },
  {
    name: 'closed-years',
    description: 'Up to the end of the last closed year, every income and expense account is at zero by value date.',
    violations: `SELECT a.number AS example FROM gl_account g
      JOIN ledger_account a ON a.institution_id = g.institution_id AND coalesce(a.control_account_id, a.id) = g.id
      JOIN posting_entry e ON e.institution_id = a.institution_id AND e.account_id = a.id
      JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id
      WHERE g.institution_id = $1 AND g.category IN ('Income', 'Expense')
        AND p.value_date <= (SELECT max(last_day) FROM accounting_period WHERE institution_id = $1 AND kind = 'Year' AND status = 'Closed')
      GROUP BY a.number HAVING sum(CASE e.side WHEN 'debit' THEN e.amount_kobo ELSE -e.amount_kobo END) <> 0`,
  },
];

/** Proves closed periods against the ledger. */
@Injectable()
export class PeriodProofs implements OnModuleInit {
  constructor(private readonly checks: ProofChecks) {}

  onModuleInit(): void {
    for (const check of CHECKS) this.checks.register(check);
  }
}
