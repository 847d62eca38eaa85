import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { SettingCatalogue } from '../../institutions/settings/setting-catalogue';
import { AccountLimitsController } from './account-limits.controller';
import { AccountLimitsAdminController } from './account-limits-admin.controller';
import { UpdateAccountLimitHandler } from './commands/update-account-limit';
import { kycLimitsSettings } from './kyc-limits.settings';
import { GetAccountLimitHandler } from './queries/get-account-limit';

/** Limits of accounts, set by clients or by KYC tier. The ledger enforces them when it decides a posting. */
@Module({
  imports: [InstitutionsModule],
  controllers: [AccountLimitsController, AccountLimitsAdminController],
  providers: [UpdateAccountLimitHandler, GetAccountLimitHandler],
})
export class AccountLimitsModule implements OnModuleInit {
  constructor(private readonly settings: SettingCatalogue) {}

  onModuleInit(): void {
    this.settings.register(kycLimitsSettings);
  }
}
