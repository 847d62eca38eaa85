import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProofCheck, ProofChecks } from '../../ledger/proof/proof-checks';
import { latestRowsViolations } from './latest-rows-violations';

const PROVISIONS: ProofCheck = {
  name: 'loan-provisions',
  description:
    'Every account of the allowance for loan losses holds what the positions of its loans say, and every loan has at ' +
    'most one latest position.',
  violations: latestRowsViolations({
    table: 'loan_position',
    column: 'classification',
    kobo: 'allowance_kobo',
    accounts: 'loan_provision_account',
    accountsWhere: "x.classification <> 'Reserve'",
  }),
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
