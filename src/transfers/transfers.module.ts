import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { MessagingModule } from '../messaging/messaging.module';
import { PayoutsModule } from '../payouts/payouts.module';
import { PostingsModule } from '../postings/postings.module';
import { BulkReturns } from './bulk/bulk-returns';
import { BulkRowsJob, MixedBulkRowsJob } from './bulk/bulk-rows.job';
import { BulkTransferPlanner } from './bulk/bulk-transfer.planner';
import { BulkTransferClosureBlocker } from './bulk/bulk-transfer-closure-blocker';
import { BulkTransfersController } from './bulk/bulk-transfers.controller';
import { BulkTransfersAdminController } from './bulk/bulk-transfers-admin.controller';
import { TransferInBulkHandler } from './bulk/commands/transfer-in-bulk';
import { OutwardRows } from './bulk/outward-rows';
import { GetBulkTransferHandler } from './bulk/queries/get-bulk-transfer';
import { GetBulkTransferForStaffHandler } from './bulk/queries/get-bulk-transfer-for-staff';
import { ListBulkTransferRowsHandler } from './bulk/queries/list-bulk-transfer-rows';
import { ListBulkTransfersHandler } from './bulk/queries/list-bulk-transfers';
import { WaitingFiles } from './bulk/waiting-files';
import { ReceiveInwardTransferHandler } from './inward/commands/receive-inward-transfer';
import { SettleInwardTransferHandler } from './inward/commands/settle-inward-transfer';
import { InwardCallbacksController } from './inward/inward-callbacks.controller';
import { InwardLedgers } from './inward/inward-ledgers';
import { InwardReturns } from './inward/inward-returns';
import { InwardSettlements } from './inward/inward-settlements';
import { InwardTransfers } from './inward/inward-transfers';
import { InwardTransfersAdminController } from './inward/inward-transfers-admin.controller';
import { GetInwardNameHandler } from './inward/queries/get-inward-name';
import { ListInwardTransfersHandler } from './inward/queries/list-inward-transfers';
import { TransferLocalFundsHandler } from './local/commands/transfer-local-funds';
import { LocalTransferPlanner } from './local/local-transfer.planner';
import { LocalTransferNotices } from './local/local-transfer-notices';
import { GetBalanceHandler } from './local/queries/get-balance';
import { GetLocalNameHandler } from './local/queries/get-local-name';
import { GetLocalTransferStatusHandler } from './local/queries/get-local-transfer-status';
import { TransfersController } from './local/transfers.controller';
import { BankList } from './outward/bank-list';
import { ConfirmTransferHandler } from './outward/commands/confirm-transfer';
import { EnquireNameHandler } from './outward/commands/enquire-name';
import { SendOutwardTransferHandler } from './outward/commands/send-outward-transfer';
import { TransferFundsHandler } from './outward/commands/transfer-funds';
import { NameEnquiries } from './outward/name-enquiries';
import { NameLookup } from './outward/name-lookup';
import { NewOutwardTransfers } from './outward/new-outward-transfers';
import { OutwardTransferPlanner } from './outward/outward-transfer.planner';
import { OutwardTransferNotices } from './outward/outward-transfer-notices';
import { OutwardTransferParties } from './outward/outward-transfer-parties';
import { OutwardTransferProvider } from './outward/outward-transfer-provider';
import { OutwardTransfers } from './outward/outward-transfers';
import { OutwardTransfersController } from './outward/outward-transfers.controller';
import { GetTransferStatusHandler } from './outward/queries/get-transfer-status';
import { ListBanksHandler } from './outward/queries/list-banks';
import { ListUnresolvedTransfersHandler } from './outward/queries/list-unresolved-transfers';
import { StoredNameEnquiries, StoredPayoutDetails, StoredPostingMetadata } from './outward/stored-transfer-numbers';
import { TransfersAdminController } from './outward/transfers-admin.controller';
import { OwnAccounts } from './own-accounts';
import { OwnInstitution } from './own-institution';
import { SearchTransfersHandler } from './search/queries/search-transfers';
import { TransferCharges } from './transfer-charges';
import { TransferPostings } from './transfer-postings';
import { transfersPermissions } from './transfers.permissions';
import { transfersSettings } from './transfers.settings';

/** Transfers within the institution, to other institutions and from them. */
@Module({
  imports: [InstitutionsModule, MessagingModule, PayoutsModule, PostingsModule],
  controllers: [
    TransfersController,
    BulkTransfersController,
    BulkTransfersAdminController,
    OutwardTransfersController,
    TransfersAdminController,
    InwardCallbacksController,
    InwardTransfersAdminController,
  ],
  providers: [
    BankList,
    BulkReturns,
    BulkRowsJob,
    MixedBulkRowsJob,
    BulkTransferClosureBlocker,
    BulkTransferPlanner,
    WaitingFiles,
    InwardLedgers,
    InwardReturns,
    InwardSettlements,
    InwardTransfers,
    LocalTransferNotices,
    LocalTransferPlanner,
    NameEnquiries,
    NameLookup,
    NewOutwardTransfers,
    OutwardTransferProvider,
    OutwardTransferNotices,
    OutwardTransferPlanner,
    OutwardTransferParties,
    OutwardRows,
    OutwardTransfers,
    OwnAccounts,
    OwnInstitution,
    StoredNameEnquiries,
    StoredPayoutDetails,
    StoredPostingMetadata,
    TransferCharges,
    TransferPostings,
    ConfirmTransferHandler,
    EnquireNameHandler,
    ReceiveInwardTransferHandler,
    SendOutwardTransferHandler,
    SettleInwardTransferHandler,
    TransferFundsHandler,
    TransferInBulkHandler,
    GetBulkTransferHandler,
    GetBulkTransferForStaffHandler,
    ListBulkTransfersHandler,
    ListBulkTransferRowsHandler,
    TransferLocalFundsHandler,
    GetBalanceHandler,
    GetInwardNameHandler,
    GetLocalNameHandler,
    GetLocalTransferStatusHandler,
    GetTransferStatusHandler,
    ListBanksHandler,
    ListInwardTransfersHandler,
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
    this.permissions.register(transfersPermissions, 'Transfers');
    this.settings.register(transfersSettings);
  }
}
