import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProofCheck, ProofChecks } from '../../ledger/proof/proof-checks';
import { NO_END } from '../provisions/loan-position.entity';

const ADJUSTMENTS: ProofCheck = {
  name: 'loan-interest-adjustments',
  description:
    'Every account of the adjustments of loan interest holds what the latest adjustments of its loans say, and every ' +
    'loan has at most one latest adjustment.',
  violations: `SELECT coalesce(a.number, sums.kind || ' ' || sums.product_id) AS example
      FROM (SELECT branch_id, product_id, kind, sum(kobo) AS kobo FROM loan_interest_adjustment
             CROSS JOIN LATERAL (VALUES ('Deferred', deferred_kobo), ('Stage3', -stage3_kobo)) AS v (kind, kobo)
             WHERE institution_id = $1 AND until = '${NO_END}' GROUP BY branch_id, product_id, kind) sums
      FULL JOIN (SELECT i.branch_id, i.product_id, i.kind, l.number,
                        l.credits_posted_kobo - l.debits_posted_kobo AS kobo
                   FROM loan_interest_account i
                   JOIN ledger_account l ON l.institution_id = i.institution_id AND l.id = i.id
                  WHERE i.institution_id = $1) a
        USING (branch_id, product_id, kind)
     WHERE coalesce(sums.kobo, 0) <> coalesce(a.kobo, 0)
    UNION ALL
    SELECT 'loan:' || loan_id FROM loan_interest_adjustment WHERE institution_id = $1 AND until = '${NO_END}'
     GROUP BY loan_id HAVING count(*) > 1`,
  provedDaily: true,
};

/** Registers the check of the adjustments of interest with the ledger's proof. */
@Injectable()
export class InterestAdjustmentProofs implements OnModuleInit {
  constructor(private readonly proofs: ProofChecks) {}

  onModuleInit(): void {
    this.proofs.register(ADJUSTMENTS);
  }
}
