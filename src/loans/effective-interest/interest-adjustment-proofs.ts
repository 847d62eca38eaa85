import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProofCheck, ProofChecks } from '../../ledger/proof/proof-checks';
import { latestRowsViolations } from '../provisions/latest-rows-violations';

const ADJUSTMENTS: ProofCheck = {
  name: 'loan-interest-adjustments',
  description:
    'Every account of the adjustments of loan interest holds what the latest adjustments of its loans say, and every ' +
    'loan has at most one latest adjustment.',
  violations: latestRowsViolations({
    table: 'loan_interest_adjustment',
    column: 'kind',
    kobo: 'kobo',
    join: "CROSS JOIN LATERAL (VALUES ('Deferred', deferred_kobo), ('Stage3', -stage3_kobo)) AS v (kind, kobo)",
    accounts: 'loan_interest_account',
  }),
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
