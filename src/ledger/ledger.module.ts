import { Global, Module } from '@nestjs/common';
import { AccountDirectory } from './account-directory';
import { LedgerAccounts } from './ledger-accounts';
import { LedgerPool } from './ledger-pool';
import { LedgerService } from './ledger.service';
import { MovementOperations } from './movement-operations';
import { Movements } from './movements';
import { PostingEngine } from './posting-engine';
import { PostingMetadata } from './posting-metadata';
import { PostingPump } from './posting-pump';
import { ProofChecks } from './proof-checks';
import { GetTrialBalanceHandler } from './queries/get-trial-balance';
import { ProveLedgerHandler } from './queries/prove-ledger';

/**
 * The posting engine and what surrounds it. Needs `MovementScreen` (from aml) and `MovementApproval` (from approvals):
 * an application without them does not boot, so no movement can slip past.
 */
@Global()
@Module({
  providers: [
    AccountDirectory,
    LedgerAccounts,
    LedgerPool,
    LedgerService,
    MovementOperations,
    Movements,
    PostingEngine,
    PostingMetadata,
    PostingPump,
    ProofChecks,
    GetTrialBalanceHandler,
    ProveLedgerHandler,
  ],
  exports: [
    AccountDirectory,
    LedgerAccounts,
    LedgerService,
    MovementOperations,
    Movements,
    PostingMetadata,
    ProofChecks,
  ],
})
export class LedgerModule {}
