import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { BusinessDayModule } from '../business-day/business-day.module';
import { DueDiligenceModule } from '../due-diligence/due-diligence.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { WatchListsModule } from '../watch-lists/desk/watch-lists.module';
import { AccountSignatories } from './account-signatories';
import { ClearanceStep } from './clearance.step';
import { CustomerScreening } from './customer-screening';
import { ExposedOwners } from './exposed-owners';
import { ExposedPersons } from './exposed-persons';
import { ListScreening } from './list-screening';
import { NameScreener } from './name-screener';
import { CLEARANCE_DAYS, nameScreeningSettings } from './name-screening.settings';
import { RecordedPositions } from './recorded-positions';
import { ScreenedParties } from './screened-parties';

/** Screening of customers, directors and members against watch-lists (docs/api/watch-lists.md#screening). */
@Module({
  imports: [AccountsModule, BusinessDayModule, DueDiligenceModule, InstitutionsModule, WatchListsModule],
  providers: [
    AccountSignatories,
    ClearanceStep,
    CustomerScreening,
    ExposedOwners,
    ExposedPersons,
    ListScreening,
    NameScreener,
    RecordedPositions,
    ScreenedParties,
  ],
})
export class NameScreeningModule implements OnModuleInit {
  constructor(
    private readonly catalogue: SettingCatalogue,
    private readonly settings: InstitutionSettings,
    private readonly lists: ListScreening,
  ) {}

  onModuleInit(): void {
    this.catalogue.register(nameScreeningSettings);
    this.settings.onChange(CLEARANCE_DAYS, (tx, institutionId) => this.lists.clearancesChanged(tx, institutionId));
  }
}
