import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { RerunExceptions } from './commands/rerun-exceptions';
import { RunEndOfDay } from './commands/run-end-of-day';
import {
  EndOfDayExceptionView,
  EndOfDayProgressQuery,
  EndOfDayProgressView,
  EndOfDayView,
  ListEndOfDayExceptionsQuery,
  ListEndOfDaysQuery,
  RerunExceptionsBody,
  RerunView,
} from './end-of-day.dto';
import { endOfDayErrors } from './end-of-day.errors';
import { endOfDayPermissions } from './end-of-day.permissions';
import { GetEndOfDayProgress } from './queries/get-end-of-day-progress';
import { ListEndOfDayExceptions } from './queries/list-end-of-day-exceptions';
import { ListEndOfDays } from './queries/list-end-of-days';

const VIEWING = { access: staffAccess(endOfDayPermissions.viewEndOfDay) };
const CHANGING = { access: staffAccess(endOfDayPermissions.manageEndOfDay), reference: 'honoured' as const };

@Controller('api/admin/v1/end-of-day')
@ApiTags('End of day')
export class EndOfDayController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('run')
  @Endpoint({
    summary: 'Run the end of day',
    description:
      "Closes all business dates before today in the institution's time zone, one after the other, and resumes a " +
      'closing that stopped. The service also starts it at local midnight and when the program starts. Postings ' +
      'continue meanwhile. The response is the progress at the start.',
    ...CHANGING,
    response: EndOfDayProgressView,
    errors: [endOfDayErrors.NO_DAY_DUE, endOfDayErrors.END_OF_DAY_RUNNING, endOfDayErrors.END_OF_DAY_BLOCKED],
  })
  run(@Write() write: WriteRequest): Promise<Outcome> {
    return this.commands.execute(new RunEndOfDay(write));
  }

  @Get('progress')
  @Endpoint({
    summary: 'Get end-of-day progress',
    description: 'Returns each step with the number of rows processed so far; the count is at most a second old.',
    ...VIEWING,
    response: EndOfDayProgressView,
    errors: [endOfDayErrors.END_OF_DAY_NOT_FOUND],
  })
  progress(
    @CurrentStaff() staff: StaffActor,
    @Query() { Date: date }: EndOfDayProgressQuery,
  ): Promise<EndOfDayProgressView> {
    return this.queries.execute(new GetEndOfDayProgress(staff.institutionId, date));
  }

  @Get('history')
  @Endpoint({ summary: 'List end-of-day runs', ...VIEWING, response: EndOfDayView, list: 'page' })
  history(@CurrentStaff() staff: StaffActor, @Query() paging: ListEndOfDaysQuery): Promise<Page<EndOfDayView>> {
    return this.queries.execute(new ListEndOfDays(staff.institutionId, paging));
  }

  @Get('exceptions')
  @Endpoint({
    summary: 'List end-of-day exceptions',
    ...VIEWING,
    response: EndOfDayExceptionView,
    list: 'page',
  })
  exceptions(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: ListEndOfDayExceptionsQuery,
  ): Promise<Page<EndOfDayExceptionView>> {
    return this.queries.execute(new ListEndOfDayExceptions(staff.institutionId, filters));
  }

  @Post('exceptions/rerun')
  @Endpoint({
    summary: 'Rerun the exceptions of a closed day',
    description:
      'Runs the steps of that day again for the rows that failed. Rows that succeed are marked resolved in the list ' +
      'of exceptions.',
    ...CHANGING,
    response: RerunView,
    errors: [
      endOfDayErrors.END_OF_DAY_NOT_FOUND,
      endOfDayErrors.END_OF_DAY_NOT_COMPLETED,
      endOfDayErrors.NO_OPEN_EXCEPTIONS,
    ],
  })
  rerun(@Write() write: WriteRequest, @Body() body: RerunExceptionsBody): Promise<Outcome> {
    return this.commands.execute(new RerunExceptions(write, body));
  }
}
