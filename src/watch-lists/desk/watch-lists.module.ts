import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { PermissionCatalogue } from '../../institutions/staff/permission-catalogue';
import { FetchedVersions } from '../sources/fetched-versions';
import { ListDownloads } from '../sources/list-downloads';
import { SourceGauges } from '../sources/source-gauges';
import { WatchListFetches } from '../sources/watch-list-fetches';
import { WatchListSourceChanges } from '../sources/watch-list-source-changes';
import { WatchListSources } from '../sources/watch-list-sources';
import { WatchListSourcesController } from '../sources/watch-list-sources.controller';
import { ActivationFollowUps } from './activation-follow-ups';
import { ShownWatchLists } from './shown-watch-lists';
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
  controllers: [WatchListsController, WatchListSourcesController],
  providers: [
    ActivationFollowUps,
    FetchedVersions,
    ListDownloads,
    ShownWatchLists,
    SourceGauges,
    StoredWatchLists,
    WatchListActivation,
    WatchListFetches,
    WatchListImports,
    WatchListIndexes,
    WatchListSearch,
    WatchLists,
    WatchListSourceChanges,
    WatchListSources,
  ],
  exports: [ActivationFollowUps, WatchListIndexes, WatchListSearch],
})
export class WatchListsModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(watchListsPermissions, 'AML');
  }
}
