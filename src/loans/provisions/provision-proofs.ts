import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProofCheck, ProofChecks } from '../../ledger/proof/proof-checks';
import { NO_END } from './loan-position.entity';

const PROVISIONS: ProofCheck = {
  name: 'loan-provisions',
  description:
    'Every account of the allowance for loan losses holds what the positions of its loans say, and every loan has at ' +
    'most one latest position.',
  violations: `SELECT coalesce(a.number, sums.classification) AS example
      FROM (SELECT branch_id, product_id, classification, sum(allowance_kobo) AS kobo FROM loan_position
             WHERE institution_id = $1 AND until = '${NO_END}' GROUP BY branch_id, product_id, classification) sums
      FULL JOIN (SELECT p.branch_id, p.product_id, p.classification, l.number,
                        l.credits_posted_kobo - l.debits_posted_kobo AS kobo
                   FROM loan_provision_account p
                   JOIN ledger_account l ON l.institution_id = p.institution_id AND l.id = p.id
                  WHERE p.institution_id = $1 AND p.classification <> 'Reserve') a
        USING (branch_id, product_id, classification)
     WHERE coalesce(sums.kobo, 0) <> coalesce(a.kobo, 0)
    UNION ALL
    SELECT 'loan:' || loan_id FROM loan_position WHERE institution_id = $1 AND until = '${NO_END}'
     GROUP BY loan_id HAVING count(*) > 1`,
  provedDaily: true,
};

/** Registers the check of provisions with the ledger's proof. */
@Injectable()
export class ProvisionProofs implements OnModuleInit {
  constructor(private readonly proofs: ProofChecks) {}

  onModuleInit(): void {
    this.proofs.register(PROVISIONS);
  }
}
