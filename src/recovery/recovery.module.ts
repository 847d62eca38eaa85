import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { LoansModule } from '../loans/loans.module';
import { ServicingModule } from '../loans/servicing/servicing.module';
import { MessagingModule } from '../messaging/messaging.module';
import { ActivateMandateHandler } from './commands/activate-mandate';
import { QueueSmsAlertHandler } from './commands/queue-sms-alert';
import { RecordCollectionHandler } from './commands/record-collection';
import { GetLoanDueAmountHandler } from './queries/get-loan-due-amount';
import { recoverySettings } from './recovery.settings';
import { RecoveryCollectionProof } from './recovery-collection-proof';
import { RecoveryCollections } from './recovery-collections';
import { RecoveryWebhooksController } from './recovery-webhooks.controller';

/** The partner that collects overdue loans: its webhooks and its collections. */
@Module({
  imports: [InstitutionsModule, LoansModule, MessagingModule, ServicingModule],
  controllers: [RecoveryWebhooksController],
  providers: [
    RecoveryCollectionProof,
    RecoveryCollections,
    ActivateMandateHandler,
    QueueSmsAlertHandler,
    RecordCollectionHandler,
    GetLoanDueAmountHandler,
  ],
})
export class RecoveryModule implements OnModuleInit {
  constructor(private readonly settings: SettingCatalogue) {}

  onModuleInit(): void {
    this.settings.register(recoverySettings);
  }
}
