import { Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppConfig } from '../../common/config/app-config';
import { commonErrors } from '../../common/errors/common.errors';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { BodyLimit } from '../../common/http/body-limit.decorator';
import {
  ANY_STAFF,
  consoleSignInAccess,
  Endpoint,
  publicAccess,
  staffAccess,
} from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { authErrors } from '../auth.errors';
import { SIGN_IN_BODY_MAX_BYTES } from '../authentication-limits';
import { Passkeys } from '../passkeys/passkeys';
import { SignInBody } from '../session.dto';
import { EndSession } from '../sessions/commands/end-session';
import { SessionEndedView } from '../sessions/staff-sessions.dto';
import { originOf } from '../sign-in-origin';
import { CLEARED_CONSOLE_COOKIE } from './console-cookie';
import { SessionView, SignInMethodsView } from './console-session.dto';
import { ExtendConsoleSession } from './extend-console-session';
import { GetConsoleSession } from './get-console-session';
import { SignInToConsole } from './sign-in-to-console';

const OWN = { access: staffAccess(ANY_STAFF) };

/** The session of a browser that shows the console: its token is in a cookie that no script can read. */
@ApiTags('Session')
@Controller('api/admin/v1/session')
export class ConsoleSessionController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly queryBus: QueryBus,
    private readonly passkeys: Passkeys,
    private readonly config: AppConfig,
  ) {}

  @Post()
  @BodyLimit(SIGN_IN_BODY_MAX_BYTES)
  @Endpoint({
    summary: 'Sign in to the console',
    description:
      'Like `login`, for pages of the console: the token is in the cookie `__Host-corebank-staff`. Needs ' +
      '`Sec-Fetch-Site: same-origin` or the `Origin` of the console, and `x-corebank-console: 1`.',
    access: consoleSignInAccess,
    response: SessionView,
    errors: [
      authErrors.SIGN_IN_REFUSED,
      authErrors.SECOND_FACTOR_CODE_REQUIRED,
      authErrors.TOO_MANY_ATTEMPTS,
      authErrors.CONSOLE_NOT_CONFIGURED,
      commonErrors.PAYLOAD_TOO_LARGE,
    ],
  })
  async signIn(
    @Body() body: SignInBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const { cookie, view } = await this.commandBus.execute(new SignInToConsole(body, originOf(request)));
    void reply.header('set-cookie', cookie);
    return view;
  }

  @Get('methods')
  @Endpoint({
    summary: 'Get the ways to sign in to the console',
    description: 'Those beside a password, which always works.',
    access: publicAccess,
    response: SignInMethodsView,
  })
  methods(): SignInMethodsView {
    return { passkey: this.passkeys.isPossible, oidc: this.config.oidc ? { label: this.config.oidc.label } : null };
  }

  @Get()
  @Endpoint({ summary: 'Get your session', ...OWN, response: SessionView })
  get(@CurrentStaff() staff: StaffActor): Promise<SessionView> {
    return this.queryBus.execute(new GetConsoleSession(staff));
  }

  @Post('extend')
  @Endpoint({
    summary: 'Keep your session',
    description: 'The time without use begins anew. The absolute end of the session stays.',
    ...OWN,
    response: SessionView,
  })
  extend(@CurrentStaff() staff: StaffActor): Promise<SessionView> {
    return this.commandBus.execute(new ExtendConsoleSession(staff));
  }

  @Delete()
  @Endpoint({
    summary: 'End your session',
    description: 'Signs out, and takes the cookie of the console away.',
    ...OWN,
    reference: 'honoured',
    response: SessionEndedView,
    errors: [authErrors.SESSION_NOT_FOUND],
  })
  async end(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Outcome> {
    const outcome = await this.commandBus.execute(new EndSession(write, staff, staff.sessionId!));
    void reply.header('set-cookie', CLEARED_CONSOLE_COOKIE);
    return outcome;
  }
}
