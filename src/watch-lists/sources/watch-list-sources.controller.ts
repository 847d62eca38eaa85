import { Body, Controller, Delete, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { changeAccepted } from '../../institutions/changes/configuration-changes';
import { WatchListPath, WatchListView } from '../desk/watch-lists.dto';
import { watchListsErrors } from '../desk/watch-lists.errors';
import { watchListsPermissions } from '../desk/watch-lists.permissions';
import { WatchListSources } from './watch-list-sources';
import { SetWatchListSourceBody } from './watch-list-sources.dto';

const MANAGE = staffAccess(watchListsPermissions.manage);

/** The source of a watch-list (docs/api/watch-lists.md#sources). */
@Controller('api/admin/v1/watch-lists/:listCode/source')
@ApiTags('Watch-lists')
export class WatchListSourcesController {
  constructor(private readonly sources: WatchListSources) {}

  @Put()
  @Endpoint({
    summary: 'Set the source of a watch-list',
    description:
      'The list is fetched from the address at once and then every so many hours. A new address, and more hours ' +
      'than before, wait for a second person; fewer hours do not.',
    access: MANAGE,
    reference: 'honoured',
    stepUp: true,
    response: WatchListView,
    accepted: changeAccepted,
    errors: [watchListsErrors.WATCH_LIST_NOT_FOUND, watchListsErrors.WATCH_LIST_ADDRESS_NOT_ALLOWED],
  })
  set(
    @Write() write: WriteRequest,
    @Param() { listCode }: WatchListPath,
    @Body() body: SetWatchListSourceBody,
  ): Promise<Outcome> {
    return this.sources.set(write, listCode, body);
  }

  @Delete()
  @Endpoint({
    summary: 'Remove the source of a watch-list',
    description: 'Waits for a second person. The versions stay, and staff send the files again.',
    access: MANAGE,
    reference: 'honoured',
    stepUp: true,
    response: WatchListView,
    accepted: changeAccepted,
    errors: [watchListsErrors.WATCH_LIST_NOT_FOUND, watchListsErrors.WATCH_LIST_SOURCE_NOT_FOUND],
  })
  remove(@Write() write: WriteRequest, @Param() { listCode }: WatchListPath): Promise<Outcome> {
    return this.sources.remove(write, listCode);
  }

  @Post('fetch')
  @Endpoint({
    summary: 'Fetch a watch-list now',
    description: 'The fetch begins within seconds; the source of the list shows how it ended.',
    access: MANAGE,
    reference: 'honoured',
    response: WatchListView,
    errors: [
      watchListsErrors.WATCH_LIST_NOT_FOUND,
      watchListsErrors.WATCH_LIST_SOURCE_NOT_FOUND,
      watchListsErrors.WATCH_LIST_FETCH_IN_PROGRESS,
    ],
  })
  fetch(@Write() write: WriteRequest, @Param() { listCode }: WatchListPath): Promise<Outcome> {
    return this.sources.fetchNow(write, listCode);
  }
}
