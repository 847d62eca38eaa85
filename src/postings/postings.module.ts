import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { CreatePostingGroupHandler } from './commands/create-posting-group';
import { PostEntriesHandler } from './commands/post-entries';
import { PostTransactionHandler } from './commands/post-transaction';
import { ReverseTransactionHandler } from './commands/reverse-transaction';
import { NamedAccounts } from './named-accounts';
import { PostOperation } from './post.operation';
import { PostTransactionOperation } from './post-transaction.operation';
import { PostingGroupOperation } from './posting-group.operation';
import { PostingGroupsController } from './posting-groups.controller';
import { PostingsController } from './postings.controller';
import { postingsPermissions } from './postings.permissions';
import { postingsSettings } from './postings.settings';
import { GetPostingGroupHandler } from './queries/get-posting-group';
import { ListPostingGroupsHandler } from './queries/list-posting-groups';
import { ReversalBuilder } from './reversal-builder';
import { ReverseTransactionOperation } from './reverse-transaction.operation';
import { ReversiblePostings } from './reversible-postings';

/** Manual postings, their reversal, and the portal's posting groups. */
@Module({
  imports: [InstitutionsModule],
  controllers: [PostingsController, PostingGroupsController],
  providers: [
    ReversalBuilder,
    NamedAccounts,
    PostOperation,
    PostTransactionOperation,
    PostingGroupOperation,
    ReverseTransactionOperation,
    ReversiblePostings,
    CreatePostingGroupHandler,
    PostEntriesHandler,
    PostTransactionHandler,
    ReverseTransactionHandler,
    GetPostingGroupHandler,
    ListPostingGroupsHandler,
  ],
  exports: [ReversalBuilder, NamedAccounts],
})
export class PostingsModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(postingsPermissions);
    this.settings.register(postingsSettings);
  }
}
