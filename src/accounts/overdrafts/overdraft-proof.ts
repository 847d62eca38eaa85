import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProofCheck, ProofChecks } from '../../ledger/proof/proof-checks';

const CHECK: ProofCheck = {
  name: 'overdraft-limits',
  description:
    'The overdraft limit of every account is that of its overdraft in force, and only an active overdraft is in force.',
  // Only accounts with a limit or an overdraft in force are joined: most accounts have neither.
  violations: `WITH in_force AS (
        SELECT account_id, sum(limit_kobo) AS limit_kobo, bool_and(status = 'Active') AS is_active FROM overdraft
         WHERE institution_id = $1 AND in_force GROUP BY account_id)
    SELECT coalesce(a.number, 'account ' || o.account_id) AS example
      FROM (SELECT id, number, overdraft_limit_kobo FROM ledger_account
             WHERE institution_id = $1 AND (overdraft_limit_kobo <> 0 OR id IN (SELECT account_id FROM in_force))) a
      FULL JOIN in_force o ON o.account_id = a.id
     WHERE coalesce(a.overdraft_limit_kobo, 0) <> coalesce(o.limit_kobo, 0) OR a.id IS NULL OR NOT o.is_active`,
  provedDaily: true,
};

/** Adds the check of overdrafts to the proofs of the ledger and of each day (`docs/api/postings.md#ledger-proof`). */
@Injectable()
export class OverdraftProof implements OnModuleInit {
  constructor(private readonly checks: ProofChecks) {}

  onModuleInit(): void {
    this.checks.register(CHECK);
  }
}
