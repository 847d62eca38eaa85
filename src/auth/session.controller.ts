import { Body, Controller, Get, Post, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { commonErrors } from '../common/errors/common.errors';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { BodyLimit } from '../common/http/body-limit.decorator';
import { ANY_STAFF, Endpoint, signInAccess, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import { Write, type WriteRequest } from '../common/http/write-request';
import { institutionsErrors } from '../institutions/institutions.errors';
import { authErrors } from './auth.errors';
import { SIGN_IN_BODY_MAX_BYTES } from './authentication-limits';
import { ChangeOwnPassword } from './commands/change-own-password';
import { SetPasswordWithCode } from './commands/set-password-with-code';
import { SignInStaff } from './commands/sign-in-staff';
import { ForgottenPassword } from './password-codes/forgotten-password';
import { ForgottenPasswordBody, ForgottenPasswordView } from './password-codes/password-codes.dto';
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
import { originOf } from './sign-in-origin';

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
      'An unknown address, a wrong password or code, an inactive member and a locked sign-in get the same answer. The ' +
      'fifth failure in a row from one network locks that network for the member: for 15 minutes, doubled up to a day ' +
      'by further ones; for a minute where the member usually signs in. During a lock the right password is refused ' +
      'too, unless it comes with the right code of a second factor.',
    access: signInAccess,
    response: StaffTokenView,
    errors: [
      authErrors.SIGN_IN_REFUSED,
      authErrors.SECOND_FACTOR_CODE_REQUIRED,
      authErrors.TOO_MANY_ATTEMPTS,
      commonErrors.PAYLOAD_TOO_LARGE,
    ],
  })
  signIn(@Body() body: SignInBody, @Req() request: FastifyRequest): Promise<Outcome> {
    return this.commandBus.execute(new SignInStaff(body, originOf(request)));
  }

  @Post('password')
  @BodyLimit(SIGN_IN_BODY_MAX_BYTES)
  @Endpoint({
    summary: 'Set your password with a one-time code',
    description:
      'Ends a sign-in lock and all sessions of the member. A member with a second factor sends its code too. An ' +
      'unknown address, a wrong, used or expired code and an inactive member get the same answer.',
    access: signInAccess,
    response: PasswordChangedView,
    errors: [
      authErrors.ONE_TIME_CODE_REFUSED,
      authErrors.SECOND_FACTOR_CODE_REQUIRED,
      institutionsErrors.PASSWORD_REFUSED,
      authErrors.TOO_MANY_ATTEMPTS,
      commonErrors.PAYLOAD_TOO_LARGE,
    ],
  })
  setPassword(@Body() body: SetPasswordBody, @Req() request: FastifyRequest): Promise<Outcome> {
    return this.commandBus.execute(new SetPasswordWithCode(body, originOf(request)));
  }

  @Post('password/forgotten')
  @BodyLimit(SIGN_IN_BODY_MAX_BYTES)
  @Endpoint({
    summary: 'Ask for a one-time code for a forgotten password',
    description:
      'Mails a code to the member of staff, at most three in an hour; it works for an hour. The answer is the same, ' +
      'after the same time, whether the address exists or not.',
    access: signInAccess,
    response: ForgottenPasswordView,
    errors: [authErrors.TOO_MANY_ATTEMPTS, commonErrors.PAYLOAD_TOO_LARGE],
  })
  forgottenPassword(@Body() body: ForgottenPasswordBody, @Req() request: FastifyRequest): Promise<Outcome> {
    return this.commandBus.execute(new ForgottenPassword(body, originOf(request)));
  }

  @Get('me')
  @Endpoint({ summary: 'Get the signed-in member of staff', access: staffAccess(ANY_STAFF), response: MeView })
  me(@CurrentStaff() staff: StaffActor): Promise<MeView> {
    return this.queryBus.execute(new GetMe(staff));
  }

  @Post('me/password')
  @Endpoint({
    summary: 'Change your own password',
    description:
      'Ends all sessions of the caller, including this one. A wrong current password counts as a wrong proof: the ' +
      'fifth in a row ends the session.',
    access: staffAccess(ANY_STAFF),
    reference: 'honoured',
    response: PasswordChangedView,
    errors: [authErrors.CURRENT_PASSWORD_WRONG, institutionsErrors.PASSWORD_REFUSED, authErrors.TOO_MANY_ATTEMPTS],
  })
  changePassword(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Body() body: ChangePasswordBody,
  ): Promise<Outcome> {
    return this.commandBus.execute(new ChangeOwnPassword(write, staff, body));
  }
}
