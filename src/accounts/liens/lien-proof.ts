import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProofCheck, ProofChecks } from '../../ledger/proof/proof-checks';

const CHECK: ProofCheck = {
  name: 'held-equals-liens',
  description:
    'The liened money of every account is the sum of its active liens, and every active lien belongs to an account.',
  // Only accounts with liened money or a lien are joined: most accounts have neither.
  violations: `WITH active AS (
        SELECT account_id, sum(amount_kobo) AS liened_kobo FROM lien
         WHERE institution_id = $1 AND status = 'Active' GROUP BY account_id)
    SELECT coalesce(a.number, 'account ' || l.account_id) AS example
      FROM (SELECT id, number, held_kobo FROM ledger_account
             WHERE institution_id = $1 AND (held_kobo <> 0 OR id IN (SELECT account_id FROM active))) a
      FULL JOIN active l ON l.account_id = a.id
     WHERE coalesce(a.held_kobo, 0) <> coalesce(l.liened_kobo, 0) OR a.id IS NULL`,
  provedDaily: true,
};

/** Adds the check of liens to the proofs of the ledger and of each day (`docs/api/postings.md#ledger-proof`). */
@Injectable()
export class LienProof implements OnModuleInit {
  constructor(private readonly checks: ProofChecks) {}

  onModuleInit(): void {
    this.checks.register(CHECK);
  }
}
