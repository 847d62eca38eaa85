import { Global, Module } from '@nestjs/common';
import { MovementCapacity } from '../common/http/movement-capacity';
import { AccountDirectory } from './chart/account-directory';
import { LedgerAccounts } from './chart/ledger-accounts';
import { ClientLimits } from './engine/client-limits';
import { LedgerService } from './engine/ledger.service';
import { LedgerPool } from './engine/ledger-pool';
import { PostingBatcher } from './engine/posting-batcher';
import { PostingEngine } from './engine/posting-engine';
import { PostingMetadata } from './engine/posting-metadata';
import { SpreadPoster } from './engine/spread-posting';
import { FirstPostings } from './movements/first-postings';
import { MovementPlanners } from './movements/movement-planners';
import { Movements } from './movements/movements';
import { ProofChecks } from './proof/proof-checks';
import { GetTrialBalanceHandler } from './proof/queries/get-trial-balance';
import { ProveLedgerHandler } from './proof/queries/prove-ledger';

/**
 * The posting engine, the movements and the directory of accounts. It needs `MovementScreen` (from `aml`) and
 * `MovementApproval` (from `approvals`): an application without them does not start, so no movement can pass
 * unscreened.
 */
@Global()
@Module({
  providers: [
    AccountDirectory,
    ClientLimits,
    LedgerAccounts,
    LedgerPool,
    LedgerService,
    MovementPlanners,
    FirstPostings,
    Movements,
    PostingEngine,
    PostingMetadata,
    PostingBatcher,
    { provide: MovementCapacity, useExisting: PostingBatcher },
    ProofChecks,
    SpreadPoster,
    GetTrialBalanceHandler,
    ProveLedgerHandler,
  ],
  exports: [
    AccountDirectory,
    ClientLimits,
    LedgerAccounts,
    LedgerService,
    MovementPlanners,
    Movements,
    PostingMetadata,
    ProofChecks,
  ],
})
export class LedgerModule {}
