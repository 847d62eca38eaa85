import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { approvalAccepted } from '../../postings/accepted-answers';
import { operationsErrors } from '../operations.errors';
import { operationsPermissions } from '../operations.permissions';
import { TillPath } from '../tills.dto';
import { CountTill } from './count-till';
import { ListTillCounts } from './list-till-counts';
import { CountTillBody, ListTillCountsQuery, TillCountView } from './till-counts.dto';

/** Counts of the cash of tills. */
@Controller('api/admin/v1/tills')
@ApiTags('Tills')
export class TillCountsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(':tillId/counts')
  @Endpoint({
    summary: 'List the counts of a till',
    access: staffAccess(operationsPermissions.viewTills),
    response: TillCountView,
    list: 'page',
    errors: [operationsErrors.TILL_NOT_FOUND],
  })
  list(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { tillId }: TillPath,
    @Query() filters: ListTillCountsQuery,
  ): Promise<Page<TillCountView>> {
    return this.queries.execute(new ListTillCounts(institutionId, Number(tillId), filters));
  }

  @Post(':tillId/counts')
  @Endpoint({
    summary: 'Count the cash of a till',
    description:
      'Compares the counted cash with the ledger. A difference always needs the approval of another member of staff ' +
      'and is then posted to the ledger of `TILL_DIFFERENCE_LEDGER_CODE`.',
    access: staffAccess(operationsPermissions.countTills),
    reference: 'honoured',
    response: TillCountView,
    accepted: approvalAccepted,
    errors: [
      operationsErrors.TILL_NOT_FOUND,
      operationsErrors.TILL_COUNT_PENDING,
      operationsErrors.TILL_INACTIVE,
      operationsErrors.TILL_DIFFERENCE_LEDGER_NOT_CONFIGURED,
    ],
  })
  count(@Write() write: WriteRequest, @Param() { tillId }: TillPath, @Body() body: CountTillBody): Promise<Outcome> {
    return this.commands.execute(new CountTill(write, Number(tillId), body));
  }
}
