import { Body, Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { commonErrors } from '../../common/errors/common.errors';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { BodyLimit } from '../../common/http/body-limit.decorator';
import { ANY_STAFF, Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { authErrors } from '../auth.errors';
import { SIGN_IN_BODY_MAX_BYTES } from '../authentication-limits';
import { ConsoleTokens } from '../console/console-tokens';
import { originOf } from '../sign-in-origin';
import { EndSession } from './commands/end-session';
import { StepUp } from './commands/step-up';
import { ListStaffSessions } from './queries/list-staff-sessions';
import {
  ListSessionsQuery,
  SessionEndedView,
  SessionPath,
  StaffSessionView,
  StepUpBody,
  StepUpView,
} from './staff-sessions.dto';

const OWN = { access: staffAccess(ANY_STAFF) };

/** The sessions of the signed-in member of staff. */
@ApiTags('Session')
@Controller('api/admin/v1/me')
export class OwnSessionsController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly queryBus: QueryBus,
    private readonly consoleTokens: ConsoleTokens,
  ) {}

  @Get('sessions')
  @Endpoint({ summary: 'List your sessions', ...OWN, response: StaffSessionView, list: 'page' })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListSessionsQuery): Promise<Page<StaffSessionView>> {
    return this.queryBus.execute(new ListStaffSessions(staff, staff.id, filters));
  }

  @Delete('sessions/:sessionId')
  @Endpoint({
    summary: 'End one of your sessions',
    description: 'Its token stops working at once, in other processes within 20 seconds.',
    ...OWN,
    reference: 'honoured',
    response: SessionEndedView,
    errors: [authErrors.SESSION_NOT_FOUND],
  })
  end(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { sessionId }: SessionPath,
  ): Promise<Outcome> {
    return this.commandBus.execute(new EndSession(write, staff, Number(sessionId)));
  }

  @Post('sign-out')
  @Endpoint({
    summary: 'Sign out',
    description: 'Ends the session of the request.',
    ...OWN,
    reference: 'honoured',
    response: SessionEndedView,
    errors: [authErrors.SESSION_NOT_FOUND],
  })
  signOut(@Write() write: WriteRequest, @CurrentStaff() staff: StaffActor): Promise<Outcome> {
    return this.commandBus.execute(new EndSession(write, staff, staff.sessionId!));
  }

  @Post('step-up')
  @BodyLimit(SIGN_IN_BODY_MAX_BYTES)
  @Endpoint({
    summary: 'Step up',
    description:
      'Proves that it is still you, for routes that answer `STEP_UP_REQUIRED`: send the code of your second factor or ' +
      'a recovery code; without a second factor send your password. The fifth wrong proof in a row ends the session.',
    ...OWN,
    response: StepUpView,
    errors: [authErrors.STEP_UP_REFUSED, commonErrors.PAYLOAD_TOO_LARGE],
  })
  async stepUp(
    @CurrentStaff() staff: StaffActor,
    @Body() body: StepUpBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StepUpView> {
    const view = await this.commandBus.execute(new StepUp(staff, body, originOf(request)));
    const cookie = await this.consoleTokens.renewedCookie(staff);
    if (cookie !== undefined) void reply.header('set-cookie', cookie);
    return view;
  }
}
