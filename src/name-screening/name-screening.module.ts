import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { DueDiligenceModule } from '../due-diligence/due-diligence.module';
import { WatchListsModule } from '../watch-lists/desk/watch-lists.module';
import { CustomerScreening } from './customer-screening';
import { ListScreening } from './list-screening';
import { NameScreener } from './name-screener';
import { ScreenedParties } from './screened-parties';

/** Screening of customers and their directors against watch-lists (docs/api/watch-lists.md#screening). */
@Module({
  imports: [AccountsModule, DueDiligenceModule, WatchListsModule],
  providers: [CustomerScreening, ListScreening, NameScreener, ScreenedParties],
})
export class NameScreeningModule {}
