import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../common/audit/audited-read';
import { commonErrors } from '../../common/errors/common.errors';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { documentsErrors } from '../../documents/documents.errors';
import type { ReceivedFiles } from '../../documents/received-files';
import { BodyFiles, BodyWithDocuments } from '../../documents/upload/body-with-documents';
import { changeAccepted } from '../../institutions/changes/configuration-changes';
import { WatchListImports } from './watch-list-imports';
import { WatchListSearch } from './watch-list-search';
import { WatchLists } from './watch-lists';
import {
  ActivateWatchListBody,
  CreateWatchListBody,
  ImportedWatchListVersionView,
  ImportWatchListBody,
  ListWatchListsQuery,
  ListWatchListVersionsQuery,
  WatchListMatchesQuery,
  WatchListMatchesView,
  WatchListPath,
  WatchListVersionView,
  WatchListView,
} from './watch-lists.dto';
import { watchListsErrors } from './watch-lists.errors';
import { watchListsPermissions } from './watch-lists.permissions';

const VIEW = staffAccess(watchListsPermissions.view);
const MANAGE = staffAccess(watchListsPermissions.manage);

/** Watch-lists: import, activation and search (docs/api/watch-lists.md). */
@Controller('api/admin/v1/watch-lists')
@ApiTags('Watch-lists')
export class WatchListsController {
  constructor(
    private readonly lists: WatchLists,
    private readonly imports: WatchListImports,
    private readonly searches: WatchListSearch,
  ) {}

  @Get()
  @Endpoint({ summary: 'List watch-lists', access: VIEW, response: WatchListView, list: 'page' })
  list(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() filters: ListWatchListsQuery,
  ): Promise<Page<WatchListView>> {
    return this.lists.list(institutionId, filters);
  }

  @Post()
  @Endpoint({
    summary: 'Add a watch-list',
    description: 'The list is empty until a version of it is imported and activated.',
    access: MANAGE,
    reference: 'honoured',
    response: WatchListView,
    errors: [watchListsErrors.WATCH_LIST_CODE_TAKEN],
  })
  create(@Write() write: WriteRequest, @Body() body: CreateWatchListBody): Promise<Outcome> {
    return this.lists.create(write, body);
  }

  @Get(':listCode')
  @Endpoint({
    summary: 'Get a watch-list',
    access: VIEW,
    response: WatchListView,
    errors: [watchListsErrors.WATCH_LIST_NOT_FOUND],
  })
  get(@CurrentStaff() { institutionId }: StaffActor, @Param() { listCode }: WatchListPath): Promise<WatchListView> {
    return this.lists.get(institutionId, listCode);
  }

  @Get(':listCode/versions')
  @Endpoint({
    summary: 'List versions of a watch-list',
    description: 'Latest first, each with its difference from the version that was active at its import.',
    access: VIEW,
    response: WatchListVersionView,
    list: 'page',
    errors: [watchListsErrors.WATCH_LIST_NOT_FOUND],
  })
  versions(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { listCode }: WatchListPath,
    @Query() filters: ListWatchListVersionsQuery,
  ): Promise<Page<WatchListVersionView>> {
    return this.lists.versions(institutionId, listCode, filters);
  }

  @Post(':listCode/versions')
  @BodyWithDocuments()
  @Endpoint({
    summary: 'Import a version of a watch-list',
    description:
      'Reads a file in the format of the list, whole or not at all. The version is not in use before its activation. ' +
      'The file of the latest version a second time changes nothing.',
    access: MANAGE,
    reference: 'honoured',
    response: ImportedWatchListVersionView,
    errors: [
      watchListsErrors.WATCH_LIST_NOT_FOUND,
      watchListsErrors.WATCH_LIST_FILE_REFUSED,
      documentsErrors.DOCUMENT_UNREADABLE,
      documentsErrors.DOCUMENT_TOO_LARGE,
      commonErrors.PAYLOAD_TOO_LARGE,
    ],
  })
  import(
    @Write() write: WriteRequest,
    @Param() { listCode }: WatchListPath,
    @Body() body: ImportWatchListBody,
    @BodyFiles() files: ReceivedFiles,
  ): Promise<Outcome> {
    return this.imports.import(write, listCode, body, files);
  }

  @Post(':listCode/activate')
  @Endpoint({
    summary: 'Activate a version of a watch-list',
    description:
      'It replaces the active version. Where it lacks more than 10 % of the active entries, it waits for a second person.',
    access: MANAGE,
    reference: 'honoured',
    stepUp: true,
    response: WatchListView,
    accepted: changeAccepted,
    errors: [watchListsErrors.WATCH_LIST_NOT_FOUND, watchListsErrors.WATCH_LIST_VERSION_NOT_FOUND],
  })
  activate(
    @Write() write: WriteRequest,
    @Param() { listCode }: WatchListPath,
    @Body() { version }: ActivateWatchListBody,
  ): Promise<Outcome> {
    return this.lists.activate(write, listCode, version);
  }

  @Get(':listCode/matches')
  @Endpoint({
    summary: 'Search a watch-list for a name',
    description: 'Compares the name with the active version by the rules of matching, and gives score and reasons.',
    access: VIEW,
    audited: readOf('watch-list.search', { listCode: 'watch-list' }),
    response: WatchListMatchesView,
    errors: [watchListsErrors.WATCH_LIST_NOT_FOUND],
  })
  matches(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { listCode }: WatchListPath,
    @Query() asked: WatchListMatchesQuery,
  ): Promise<WatchListMatchesView> {
    return this.searches.search(institutionId, listCode, asked);
  }
}
