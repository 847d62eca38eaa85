import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/permission-catalogue';
import { SettingCatalogue } from '../institutions/setting-catalogue';
import { MessagingModule } from '../messaging/messaging.module';
import { PayoutsModule } from '../payouts/payouts.module';
import { PostingsModule } from '../postings/postings.module';
import { ConfirmTransferHandler } from './commands/confirm-transfer';
import { TransferLocalFundsHandler } from './commands/transfer-local-funds';
import { LocalTransferPlanner } from './local-transfer-planner';
import { LocalTransferOperation } from './local-transfer.operation';
import { BankList } from './outward/bank-list';
import { EnquireNameHandler } from './outward/commands/enquire-name';
import { SendOutwardTransferHandler } from './outward/commands/send-outward-transfer';
import { TransferFundsHandler } from './outward/commands/transfer-funds';
import { NameEnquiries } from './outward/name-enquiries';
import { OutwardTransferChannel } from './outward/outward-transfer-channel';
import { OutwardTransferNotices } from './outward/outward-transfer-notices';
import { OutwardTransferOperation } from './outward/outward-transfer.operation';
import { OutwardTransferParties } from './outward/outward-transfer-parties';
import { OutwardTransfers } from './outward/outward-transfers';
import { OutwardTransfersController } from './outward/outward-transfers.controller';
import { ListBanksHandler } from './outward/queries/list-banks';
import { OwnInstitution } from './own-institution';
import { GetBalanceHandler } from './queries/get-balance';
import { GetLocalNameHandler } from './queries/get-local-name';
import { GetLocalTransferStatusHandler } from './queries/get-local-transfer-status';
import { GetTransferStatusHandler } from './queries/get-transfer-status';
import { ListUnresolvedTransfersHandler } from './queries/list-unresolved-transfers';
import { SearchTransfersHandler } from './queries/search-transfers';
import { TransferCharges } from './transfer-charges';
import { TransferPostings } from './transfer-postings';
import { TransfersAdminController } from './transfers-admin.controller';
import { TransfersController } from './transfers.controller';
import { transfersPermissions } from './transfers.permissions';
import { transfersSettings } from './transfers.settings';

/** Transfers inside the institution and to others. */
@Module({
  imports: [InstitutionsModule, MessagingModule, PayoutsModule, PostingsModule],
  controllers: [TransfersController, OutwardTransfersController, TransfersAdminController],
  providers: [
    BankList,
    LocalTransferOperation,
    LocalTransferPlanner,
    NameEnquiries,
    OutwardTransferChannel,
    OutwardTransferNotices,
    OutwardTransferOperation,
    OutwardTransferParties,
    OutwardTransfers,
    OwnInstitution,
    TransferCharges,
    TransferPostings,
    ConfirmTransferHandler,
    EnquireNameHandler,
    SendOutwardTransferHandler,
    TransferFundsHandler,
    TransferLocalFundsHandler,
    GetBalanceHandler,
    GetLocalNameHandler,
    GetLocalTransferStatusHandler,
    GetTransferStatusHandler,
    ListBanksHandler,
    ListUnresolvedTransfersHandler,
    SearchTransfersHandler,
  ],
})
export class TransfersModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(transfersPermissions);
    this.settings.register(transfersSettings);
  }
}
