import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProofCheck, ProofChecks } from '../ledger/proof/proof-checks';

const CHECK: ProofCheck = {
  name: 'recovery-collections',
  description:
    'Every collection of the recovery partner has a posting of its amount, which is the settlement plus the fee, ' +
    'and its surplus does not exceed the amount.',
  violations: `SELECT c.transaction_reference AS example FROM recovery_collection c
        LEFT JOIN posting p ON p.institution_id = $1 AND p.id = c.posting_id
                       AND p.status = 'Posted' AND p.reference = c.transaction_reference
    WHERE c.institution_id = $1
      AND (p.amount_kobo IS DISTINCT FROM c.debited_kobo
           OR c.debited_kobo <> c.settlement_kobo + c.recovery_fee_kobo
           OR c.surplus_kobo NOT BETWEEN 0 AND c.debited_kobo)`,
};

/** Adds the check of the partner's collections to the ledger proof (docs/api/postings.md#ledger-proof). */
@Injectable()
export class RecoveryCollectionProof implements OnModuleInit {
  constructor(private readonly checks: ProofChecks) {}

  onModuleInit(): void {
    this.checks.register(CHECK);
  }
}
