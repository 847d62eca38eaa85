import { Module, type OnModuleInit } from '@nestjs/common';
import { BusinessDayModule } from '../business-day/business-day.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { DueRatings } from './due-ratings';
import { RiskRaters } from './risk-raters';
import { RiskRatingStep } from './risk-rating.step';
import { RiskRatings } from './risk-ratings';
import { RiskRatingsController } from './risk-ratings.controller';
import { riskRatingsPermissions } from './risk-ratings.permissions';
import { riskRatingsSettings } from './risk-ratings.settings';
import { RiskTierCeiling } from './risk-tier-ceiling';

/** Risk ratings of customers. */
@Module({
  imports: [BusinessDayModule, InstitutionsModule],
  controllers: [RiskRatingsController],
  providers: [DueRatings, RiskRaters, RiskRatings, RiskRatingStep, RiskTierCeiling],
})
export class RiskRatingsModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(riskRatingsPermissions, 'AML');
    this.settings.register(riskRatingsSettings);
  }
}
