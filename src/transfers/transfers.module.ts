import { Module } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PostingsModule } from '../postings/postings.module';
import { TransferLocalFundsHandler } from './commands/transfer-local-funds';
import { LocalTransferCharges } from './local-transfer-charges';
import { LocalTransferPlanner } from './local-transfer-planner';
import { LocalTransferOperation } from './local-transfer.operation';
import { OwnInstitution } from './own-institution';
import { GetBalanceHandler } from './queries/get-balance';
import { GetLocalNameHandler } from './queries/get-local-name';
import { GetLocalTransferStatusHandler } from './queries/get-local-transfer-status';
import { SearchTransfersHandler } from './queries/search-transfers';
import { TransfersController } from './transfers.controller';

/** Transfers inside the institution. */
@Module({
  imports: [InstitutionsModule, PostingsModule],
  controllers: [TransfersController],
  providers: [
    LocalTransferCharges,
    LocalTransferOperation,
    LocalTransferPlanner,
    OwnInstitution,
    TransferLocalFundsHandler,
    GetBalanceHandler,
    GetLocalNameHandler,
    GetLocalTransferStatusHandler,
    SearchTransfersHandler,
  ],
})
export class TransfersModule {}
