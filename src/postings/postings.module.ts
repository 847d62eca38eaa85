import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { CreatePostingGroupHandler } from './commands/create-posting-group';
import { PostEntriesHandler } from './commands/post-entries';
import { PostTransactionHandler } from './commands/post-transaction';
import { ReverseTransactionHandler } from './commands/reverse-transaction';
import { NamedAccounts } from './named-accounts';
import { PostEntriesPlanner } from './post-entries.planner';
import { PostTransactionPlanner } from './post-transaction.planner';
import { PostingGroupPlanner } from './posting-group.planner';
import { PostingGroupsController } from './posting-groups.controller';
import { PostingsController } from './postings.controller';
import { postingsPermissions } from './postings.permissions';
import { postingsSettings } from './postings.settings';
import { PostingsAdminController } from './postings-admin.controller';
import { GetPostingGroupHandler } from './queries/get-posting-group';
import { ListPostingGroupsHandler } from './queries/list-posting-groups';
import { ReversalBlockers } from './reversal-blockers';
import { ReversalBuilder } from './reversal-builder';
import { ReverseTransactionPlanner } from './reverse-transaction.planner';
import { ReversiblePostings } from './reversible-postings';
import { ValueDates } from './value-dates';

/** Manual postings, their reversal, and the portal's posting groups. */
@Module({
  imports: [InstitutionsModule],
  controllers: [PostingsController, PostingsAdminController, PostingGroupsController],
  providers: [
    ReversalBuilder,
    NamedAccounts,
    ValueDates,
    PostEntriesPlanner,
    PostTransactionPlanner,
    PostingGroupPlanner,
    ReverseTransactionPlanner,
    ReversalBlockers,
    ReversiblePostings,
    CreatePostingGroupHandler,
    PostEntriesHandler,
    PostTransactionHandler,
    ReverseTransactionHandler,
    GetPostingGroupHandler,
    ListPostingGroupsHandler,
  ],
  exports: [ReversalBlockers, ReversalBuilder, NamedAccounts],
})
export class PostingsModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(postingsPermissions, 'Postings');
    this.settings.register(postingsSettings);
  }
}
