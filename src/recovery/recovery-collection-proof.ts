import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProofCheck, ProofChecks } from '../ledger/proof/proof-checks';

const CHECK: ProofCheck = {
  name: 'recovery-collections',
  description:
    'Every collection of the recovery partner is a posting of its own amount: what the partner owes and what it keeps, and all of it for the loan or its borrower.',
  violations: `SELECT c.transaction_reference AS example FROM recovery_collection c
    LEFT JOIN posting p ON p.institution_id = $1 AND p.id = c.posting_id AND p.status = 'Posted' AND p.reference = c.transaction_reference
    WHERE c.institution_id = $1 AND (p.amount_kobo IS DISTINCT FROM c.debited_kobo OR c.debited_kobo <> c.settlement_kobo + c.recovery_fee_kobo OR c.surplus_kobo NOT BETWEEN 0 AND c.debited_kobo)`,
};

/** Has every proof of the ledger compare the partner's collections with their postings. */
@Injectable()
export class RecoveryCollectionProof implements OnModuleInit {
  constructor(private readonly checks: ProofChecks) {}

  onModuleInit(): void {
    this.checks.register(CHECK);
  }
}
