import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { adminErrors } from './admin.errors';
import { adminPermissions } from './admin.permissions';
import { ReplayDeadLetter } from './commands/replay-dead-letter';
import { DeadLetterPath, DeadLetterReplayView, DeadLetterView, ListDeadLettersQuery } from './dead-letters.dto';
import { ListDeadLetters } from './queries/list-dead-letters';

@ApiTags('Dead letters')
@Controller('api/admin/v1/dead-letters')
export class DeadLettersController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly queryBus: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List dead letters',
    access: staffAccess(adminPermissions.viewDeadLetters),
    response: DeadLetterView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListDeadLettersQuery): Promise<Page<DeadLetterView>> {
    return this.queryBus.execute(new ListDeadLetters(staff.institutionId, filters));
  }

  @Post(':id/replay')
  @Endpoint({
    summary: 'Retry a dead letter',
    access: staffAccess(adminPermissions.manageDeadLetters),
    reference: 'honoured',
    response: DeadLetterReplayView,
    errors: [adminErrors.DEAD_LETTER_NOT_FOUND],
  })
  replay(@Write() write: WriteRequest, @Param() { id }: DeadLetterPath): Promise<Outcome> {
    return this.commandBus.execute(new ReplayDeadLetter(write, Number(id)));
  }
}
