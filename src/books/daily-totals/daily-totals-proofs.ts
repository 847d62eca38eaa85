import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProofCheck, ProofChecks } from '../../ledger/proof/proof-checks';
import { bookedEntries, bookedMoves } from './booked-entries';

const THROUGH = `(SELECT through FROM daily_totals_progress WHERE institution_id = $1)`;

const CHECKS: readonly ProofCheck[] = [
  {
    name: 'account-daily-totals',
    description: 'The daily totals of every account are the sums of its entries up to the last date that is written.',
    violations: `SELECT coalesce(e.account_id, t.account_id) || '/' || coalesce(e.business_date, t.business_date) AS example
      FROM (SELECT pe.account_id, pe.business_date, p.value_date,
                   coalesce(sum(pe.amount_kobo) FILTER (WHERE pe.side = 'debit'), 0) AS debits,
                   coalesce(sum(pe.amount_kobo) FILTER (WHERE pe.side = 'credit'), 0) AS credits
              FROM posting_entry pe JOIN posting p ON p.institution_id = $1 AND p.id = pe.posting_id
             WHERE pe.institution_id = $1 AND pe.business_date <= ${THROUGH} GROUP BY 1, 2, 3) e
      FULL JOIN (SELECT * FROM account_daily_total WHERE institution_id = $1) t
        ON (t.account_id, t.business_date, t.value_date) = (e.account_id, e.business_date, e.value_date)
     WHERE (e.debits, e.credits) IS DISTINCT FROM (t.debits_kobo, t.credits_kobo)`,
  },
  {
    name: 'ledger-daily-totals',
    description: 'The daily totals of every ledger and what was booked since are its present totals.',
    violations: `SELECT g.code AS example FROM gl_account g
      LEFT JOIN (SELECT coalesce(control_account_id, id) AS id, sum(debits_posted_kobo) AS debits,
                        sum(credits_posted_kobo) AS credits
                   FROM ledger_account WHERE institution_id = $1 GROUP BY 1) a ON a.id = g.id
      LEFT JOIN (SELECT ledger_id, sum(debits) AS debits, sum(credits) AS credits
                   FROM (SELECT ledger_id, debits_kobo AS debits, credits_kobo AS credits FROM ledger_daily_total
                          WHERE institution_id = $1
                         UNION ALL SELECT ledger_id, debits, credits
                           FROM (${bookedEntries({ after: THROUGH, through: 'NULL' })}) e
                         UNION ALL SELECT ledger_id, debits, credits
                           FROM (${bookedMoves({ after: THROUGH, through: 'NULL' })}) m) d GROUP BY 1) t
        ON t.ledger_id = g.id
     WHERE g.institution_id = $1
       AND (coalesce(a.debits, 0), coalesce(a.credits, 0)) <> (coalesce(t.debits, 0), coalesce(t.credits, 0))`,
  },
];

/** Registers the proofs of the daily totals against entries and accounts. */
@Injectable()
export class DailyTotalsProofs implements OnModuleInit {
  constructor(private readonly checks: ProofChecks) {}

  onModuleInit(): void {
    for (const check of CHECKS) this.checks.register(check);
  }
}
