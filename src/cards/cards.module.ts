import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { PostingsModule } from '../postings/postings.module';
import { CardCallbacksController } from './card-callbacks.controller';
import { CardCharges } from './card-charges';
import { CardGateway } from './card-gateway';
import { CardGiveBacks } from './card-give-backs';
import { CardLinkWorker } from './card-link-worker';
import { CardLinking } from './card-linking';
import { CardSecrets } from './card-secrets';
import { CardSpend } from './card-spend';
import { CardTransactions } from './card-transactions';
import { Cards } from './cards';
import { CardsController } from './cards.controller';
import { cardsPermissions } from './cards.permissions';
import { cardsSettings } from './cards.settings';
import { CardsAdminController } from './cards-admin.controller';
import { ClosedAccountCards } from './closed-account-cards';
import { AddCardHandler } from './commands/add-card';
import { ChangeCardHandler } from './commands/change-card';
import { RecordCardEventHandler } from './commands/record-card-event';
import { RecordCardTransactionHandler } from './commands/record-card-transaction';
import { LinkingCardClosureBlocker } from './linking-card-closure-blocker';
import { ListCardTransactionsHandler } from './queries/list-card-transactions';
import { ListCardsHandler } from './queries/list-cards';
import { SearchCardsHandler } from './queries/search-cards';
import { SearchProviderCardsHandler } from './queries/search-provider-cards';

/** Cards: linking and changing them through their providers, and the callbacks of the providers. */
@Module({
  imports: [InstitutionsModule, PostingsModule],
  controllers: [CardsController, CardsAdminController, CardCallbacksController],
  providers: [
    CardCharges,
    CardGateway,
    CardGiveBacks,
    CardLinking,
    CardLinkWorker,
    Cards,
    CardSecrets,
    CardSpend,
    CardTransactions,
    ClosedAccountCards,
    LinkingCardClosureBlocker,
    AddCardHandler,
    ChangeCardHandler,
    RecordCardEventHandler,
    RecordCardTransactionHandler,
    ListCardsHandler,
    ListCardTransactionsHandler,
    SearchCardsHandler,
    SearchProviderCardsHandler,
  ],
})
export class CardsModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(cardsPermissions, 'Cards');
    this.settings.register(cardsSettings);
  }
}
