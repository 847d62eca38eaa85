import { Body, Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { commonErrors } from '../../common/errors/common.errors';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { BodyLimit } from '../../common/http/body-limit.decorator';
import { ANY_STAFF, consoleSignInAccess, Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { authErrors } from '../auth.errors';
import { SIGN_IN_BODY_MAX_BYTES } from '../authentication-limits';
import { SessionView } from '../console/console-session.dto';
import { ConsoleTokens } from '../console/console-tokens';
import { StepUpView } from '../sessions/staff-sessions.dto';
import { originOf } from '../sign-in-origin';
import { AddPasskey } from './add-passkey';
import { ListPasskeys } from './list-passkeys';
import { PasskeyOptions } from './passkey-options';
import {
  AddPasskeyBody,
  PasskeyCreationView,
  PasskeyPath,
  PasskeyRemovedView,
  PasskeyRequestView,
  PasskeySignInOptionsBody,
  PasskeyView,
  UsePasskeyBody,
} from './passkeys.dto';
import { RemovePasskey } from './remove-passkey';
import { SignInWithPasskey } from './sign-in-with-passkey';
import { StepUpWithPasskey } from './step-up-with-passkey';

const OWN = { access: staffAccess(ANY_STAFF) };
const { CONSOLE_NOT_CONFIGURED, TOO_MANY_ATTEMPTS } = authErrors;

/** Passkeys of staff: added, listed and removed by their owner, and used to sign in and to step up. */
@ApiTags('Session')
@Controller('api/admin/v1')
export class PasskeysController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly queryBus: QueryBus,
    private readonly options: PasskeyOptions,
    private readonly consoleTokens: ConsoleTokens,
  ) {}

  @Get('me/passkeys')
  @Endpoint({ summary: 'List your passkeys', ...OWN, response: PasskeyView, list: 'flat' })
  list(@CurrentStaff() staff: StaffActor): Promise<{ data: PasskeyView[]; recordCount: number }> {
    return this.queryBus.execute(new ListPasskeys(staff));
  }

  @Post('me/passkeys/options')
  @Endpoint({
    summary: 'Begin to add a passkey',
    description: 'The answer is what `navigator.credentials.create` takes, in JSON.',
    ...OWN,
    stepUp: true,
    response: PasskeyCreationView,
    errors: [CONSOLE_NOT_CONFIGURED],
  })
  addOptions(@CurrentStaff() staff: StaffActor): Promise<PasskeyCreationView> {
    return this.options.toAdd(staff);
  }

  @Post('me/passkeys')
  @BodyLimit(SIGN_IN_BODY_MAX_BYTES)
  @Endpoint({
    summary: 'Add a passkey',
    description: 'At most ten. The session then counts as proven by a second factor.',
    ...OWN,
    stepUp: true,
    reference: 'honoured',
    response: PasskeyView,
    errors: [
      CONSOLE_NOT_CONFIGURED,
      authErrors.PASSKEY_NOT_ACCEPTED,
      authErrors.PASSKEY_KNOWN,
      authErrors.TOO_MANY_PASSKEYS,
      commonErrors.PAYLOAD_TOO_LARGE,
    ],
  })
  async add(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Body() body: AddPasskeyBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Outcome> {
    const outcome = await this.commandBus.execute(new AddPasskey(write, staff, body));
    if (!outcome.meta.replayed) await this.renewCookie(staff, reply);
    return outcome;
  }

  @Delete('me/passkeys/:passkeyId')
  @Endpoint({
    summary: 'Remove a passkey',
    description: 'The last one stays while you hold a permission that needs a second factor and have no other.',
    ...OWN,
    stepUp: true,
    reference: 'honoured',
    response: PasskeyRemovedView,
    errors: [authErrors.PASSKEY_NOT_FOUND, authErrors.SECOND_FACTOR_STILL_NEEDED],
  })
  remove(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { passkeyId }: PasskeyPath,
  ): Promise<Outcome> {
    return this.commandBus.execute(new RemovePasskey(write, staff, Number(passkeyId)));
  }

  @Post('session/passkey/options')
  @BodyLimit(SIGN_IN_BODY_MAX_BYTES)
  @Endpoint({
    summary: 'Begin to sign in with a passkey',
    description: 'The answer is what `navigator.credentials.get` takes, in JSON. It does not tell who has a passkey.',
    access: consoleSignInAccess,
    response: PasskeyRequestView,
    errors: [CONSOLE_NOT_CONFIGURED, TOO_MANY_ATTEMPTS, commonErrors.PAYLOAD_TOO_LARGE],
  })
  signInOptions(@Body() { email }: PasskeySignInOptionsBody): Promise<PasskeyRequestView> {
    return this.options.toSignIn(email);
  }

  @Post('session/passkey')
  @BodyLimit(SIGN_IN_BODY_MAX_BYTES)
  @Endpoint({
    summary: 'Sign in with a passkey',
    description: 'Begins a session of the console with the assurance `second-factor`.',
    access: consoleSignInAccess,
    response: SessionView,
    errors: [CONSOLE_NOT_CONFIGURED, authErrors.PASSKEY_REFUSED, TOO_MANY_ATTEMPTS, commonErrors.PAYLOAD_TOO_LARGE],
  })
  async signIn(
    @Body() { credential }: UsePasskeyBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const { cookie, view } = await this.commandBus.execute(new SignInWithPasskey(credential, originOf(request)));
    void reply.header('set-cookie', cookie);
    return view;
  }

  @Post('me/step-up/passkey/options')
  @Endpoint({
    summary: 'Begin to step up with a passkey',
    description: 'The answer is what `navigator.credentials.get` takes, in JSON.',
    ...OWN,
    response: PasskeyRequestView,
    errors: [CONSOLE_NOT_CONFIGURED],
  })
  stepUpOptions(@CurrentStaff() staff: StaffActor): Promise<PasskeyRequestView> {
    return this.options.toStepUp(staff);
  }

  @Post('me/step-up/passkey')
  @BodyLimit(SIGN_IN_BODY_MAX_BYTES)
  @Endpoint({
    summary: 'Step up with a passkey',
    description: 'The fifth wrong proof in a row ends the session.',
    ...OWN,
    response: StepUpView,
    errors: [CONSOLE_NOT_CONFIGURED, authErrors.STEP_UP_REFUSED, commonErrors.PAYLOAD_TOO_LARGE],
  })
  async stepUp(
    @CurrentStaff() staff: StaffActor,
    @Body() { credential }: UsePasskeyBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StepUpView> {
    const view = await this.commandBus.execute(new StepUpWithPasskey(staff, credential, originOf(request)));
    await this.renewCookie(staff, reply);
    return view;
  }

  private async renewCookie(staff: StaffActor, reply: FastifyReply): Promise<void> {
    const cookie = await this.consoleTokens.renewedCookie(staff);
    if (cookie !== undefined) void reply.header('set-cookie', cookie);
  }
}
