import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { PermissionCatalogue } from '../../institutions/staff/permission-catalogue';
import { ActivationFollowUps } from './activation-follow-ups';
import { StoredWatchLists } from './stored-watch-lists';
import { WatchListActivation } from './watch-list-activation';
import { WatchListImports } from './watch-list-imports';
import { WatchListIndexes } from './watch-list-indexes';
import { WatchListSearch } from './watch-list-search';
import { WatchLists } from './watch-lists';
import { WatchListsController } from './watch-lists.controller';
import { watchListsPermissions } from './watch-lists.permissions';

/** Watch-lists with their versions, activation and search (docs/api/watch-lists.md). */
@Module({
  imports: [InstitutionsModule],
  controllers: [WatchListsController],
  providers: [
    ActivationFollowUps,
    StoredWatchLists,
    WatchListActivation,
    WatchListImports,
    WatchListIndexes,
    WatchListSearch,
    WatchLists,
  ],
  exports: [ActivationFollowUps, WatchListIndexes, WatchListSearch],
})
export class WatchListsModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(watchListsPermissions, 'AML');
  }
}
