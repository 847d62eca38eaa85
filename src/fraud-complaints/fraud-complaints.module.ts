import { Module, type OnModuleInit } from '@nestjs/common';
import { LiensModule } from '../accounts/liens/liens.module';
import { AccountStatusModule } from '../accounts/status/account-status.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { ComplaintDeadlines } from './complaint-deadlines';
import { ComplaintEscalations } from './complaint-escalations';
import { ComplaintLiens } from './complaint-liens';
import { ComplaintRefunds } from './complaint-refunds';
import { FraudComplaints } from './fraud-complaints';
import { FraudComplaintsController } from './fraud-complaints.controller';
import { fraudComplaintsPermissions } from './fraud-complaints.permissions';
import { fraudComplaintsSettings } from './fraud-complaints.settings';
import { Recalls } from './recalls';
import { RefundedPaymentBlocker } from './refunded-payment-blocker';

/** Complaints of customers about payments by fraud. */
@Module({
  imports: [AccountStatusModule, InstitutionsModule, LiensModule],
  controllers: [FraudComplaintsController],
  providers: [
    ComplaintDeadlines,
    ComplaintEscalations,
    ComplaintLiens,
    ComplaintRefunds,
    FraudComplaints,
    Recalls,
    RefundedPaymentBlocker,
  ],
})
export class FraudComplaintsModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(fraudComplaintsPermissions, 'AML');
    this.settings.register(fraudComplaintsSettings);
  }
}
