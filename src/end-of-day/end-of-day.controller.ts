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
    summary: 'Run the end of the day',
    description:
      'Closes the days that are over by the calendar of the institution, one after the other, and goes on with one that stopped. It begins by itself at ' +
      'local midnight and at a start of the program; postings go on meanwhile. The answer is the progress at the start.',
    ...CHANGING,
    response: EndOfDayProgressView,
    errors: [endOfDayErrors.NO_DAY_DUE, endOfDayErrors.END_OF_DAY_RUNNING],
  })
  run(@Write() write: WriteRequest): Promise<Outcome> {
    return this.commands.execute(new RunEndOfDay(write));
  }

  @Get('progress')
  @Endpoint({
    summary: 'See how far the end of a day is',
    description: 'Each step with the rows it went through so far, at most a second old.',
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
  @Endpoint({ summary: 'List closed days with their proofs', ...VIEWING, response: EndOfDayView, list: 'page' })
  history(@CurrentStaff() staff: StaffActor, @Query() paging: ListEndOfDaysQuery): Promise<Page<EndOfDayView>> {
    return this.queries.execute(new ListEndOfDays(staff.institutionId, paging));
  }

  @Get('exceptions')
  @Endpoint({
    summary: 'List what the end of a day could not go through',
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
    summary: 'Run failed rows of a closed day again',
    description:
      'The steps run again for that day and go through what is left; what succeeds is resolved in the list of exceptions.',
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
