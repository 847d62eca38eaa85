import { Body, Controller, Get, Post, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { commonErrors } from '../common/errors/common.errors';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { BodyLimit } from '../common/http/body-limit.decorator';
import { ANY_STAFF, Endpoint, publicAccess, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import { Write, type WriteRequest } from '../common/http/write-request';
import { authErrors } from './auth.errors';
import { SIGN_IN_BODY_MAX_BYTES } from './authentication-limits';
import { ChangeOwnPassword } from './commands/change-own-password';
import { SetPasswordWithCode } from './commands/set-password-with-code';
import { SignInStaff } from './commands/sign-in-staff';
import { GetMe } from './queries/get-me';
import {
  ChangePasswordBody,
  MeView,
  PasswordChangedView,
  SetPasswordBody,
  SignInBody,
  StaffTokenEnvelope,
  StaffTokenView,
} from './session.dto';

@ApiTags('Session')
@Controller('api/admin/v1')
export class SessionController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly queryBus: QueryBus,
  ) {}

  @Post('login')
  @BodyLimit(SIGN_IN_BODY_MAX_BYTES)
  @ApiOkResponse({ type: StaffTokenEnvelope, description: 'The token is in `data` and again at the top of the body.' })
  @Endpoint({
    summary: 'Sign in',
    description:
      'An unknown address, a wrong password, an inactive member and a locked sign-in get the same answer. The fifth ' +
      'wrong password in a row locks sign-in for 15 minutes; each further one doubles the time, up to a day. During ' +
      'a lock the right password is refused too.',
    access: publicAccess,
    response: StaffTokenView,
    errors: [authErrors.SIGN_IN_REFUSED, authErrors.TOO_MANY_ATTEMPTS, commonErrors.PAYLOAD_TOO_LARGE],
  })
  signIn(@Body() body: SignInBody, @Req() { ip, id }: FastifyRequest): Promise<Outcome> {
    return this.commandBus.execute(new SignInStaff(body, { source: ip, correlationId: id }));
  }

  @Post('password')
  @BodyLimit(SIGN_IN_BODY_MAX_BYTES)
  @Endpoint({
    summary: 'Set your password with a one-time code',
    description:
      'Ends a sign-in lock and all sessions of the member. An unknown address, a wrong, used or expired code and an ' +
      'inactive member get the same answer.',
    access: publicAccess,
    response: PasswordChangedView,
    errors: [authErrors.ONE_TIME_CODE_REFUSED, authErrors.TOO_MANY_ATTEMPTS, commonErrors.PAYLOAD_TOO_LARGE],
  })
  setPassword(@Body() body: SetPasswordBody, @Req() { ip, id }: FastifyRequest): Promise<Outcome> {
    return this.commandBus.execute(new SetPasswordWithCode(body, { source: ip, correlationId: id }));
  }

  @Get('me')
  @Endpoint({ summary: 'Get the signed-in member of staff', access: staffAccess(ANY_STAFF), response: MeView })
  me(@CurrentStaff() staff: StaffActor): Promise<MeView> {
    return this.queryBus.execute(new GetMe(staff));
  }

  @Post('me/password')
  @Endpoint({
    summary: 'Change your own password',
    description: 'Ends all sessions of the caller, including this one.',
    access: staffAccess(ANY_STAFF),
    reference: 'honoured',
    response: PasswordChangedView,
    errors: [authErrors.CURRENT_PASSWORD_WRONG, authErrors.TOO_MANY_ATTEMPTS],
  })
  changePassword(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Body() body: ChangePasswordBody,
  ): Promise<Outcome> {
    return this.commandBus.execute(new ChangeOwnPassword(write, staff, body));
  }
}
