import { Body, Controller, Delete, Get, Post, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { ANY_STAFF, Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { authErrors } from '../auth.errors';
import { ConsoleTokens } from '../console/console-tokens';
import { BeginSecondFactor } from './commands/begin-second-factor';
import { ConfirmSecondFactor } from './commands/confirm-second-factor';
import { RemoveSecondFactor } from './commands/remove-second-factor';
import { RenewRecoveryCodes } from './commands/renew-recovery-codes';
import { GetSecondFactor } from './queries/get-second-factor';
import {
  BegunSecondFactorView,
  ConfirmSecondFactorBody,
  RecoveryCodesView,
  SecondFactorRemovedView,
  SecondFactorView,
} from './second-factor.dto';

const READING = { access: staffAccess(ANY_STAFF) };
const CHANGING = { ...READING, reference: 'honoured' as const, stepUp: true as const };

/** The second factor of the signed-in member of staff. */
@ApiTags('Session')
@Controller('api/admin/v1/me/second-factor')
export class SecondFactorController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly queryBus: QueryBus,
    private readonly consoleTokens: ConsoleTokens,
  ) {}

  @Get()
  @Endpoint({ summary: 'Get the state of your second factor', ...READING, response: SecondFactorView })
  get(@CurrentStaff() staff: StaffActor): Promise<SecondFactorView> {
    return this.queryBus.execute(new GetSecondFactor(staff));
  }

  @Post()
  @Endpoint({
    summary: 'Begin to set up a second factor',
    description:
      'Answers a secret for an authenticator app, once. Codes are demanded after the first one was confirmed; a ' +
      'second beginning replaces the secret of the first.',
    ...CHANGING,
    response: BegunSecondFactorView,
    errors: [authErrors.SECOND_FACTOR_ACTIVE],
  })
  begin(@Write() write: WriteRequest, @CurrentStaff() staff: StaffActor): Promise<Outcome> {
    return this.commandBus.execute(new BeginSecondFactor(write, staff));
  }

  @Post('confirm')
  @Endpoint({
    summary: 'Confirm your second factor',
    description:
      'Activates the factor with the first code of the app and answers ten recovery codes, once. The present session ' +
      'counts as stepped up; others must step up with a code.',
    ...CHANGING,
    response: RecoveryCodesView,
    errors: [authErrors.SECOND_FACTOR_NOT_BEGUN, authErrors.SECOND_FACTOR_CODE_WRONG],
  })
  async confirm(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Body() body: ConfirmSecondFactorBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Outcome> {
    const outcome = await this.commandBus.execute(new ConfirmSecondFactor(write, staff, body));
    // A repeated request proves nothing, so its token stays.
    const cookie = outcome.meta.replayed ? undefined : await this.consoleTokens.renewedCookie(staff);
    if (cookie !== undefined) void reply.header('set-cookie', cookie);
    return outcome;
  }

  @Post('recovery-codes')
  @Endpoint({
    summary: 'Renew your recovery codes',
    description: 'The earlier codes stop working.',
    ...CHANGING,
    response: RecoveryCodesView,
    errors: [authErrors.SECOND_FACTOR_NOT_SET_UP],
  })
  renew(@Write() write: WriteRequest, @CurrentStaff() staff: StaffActor): Promise<Outcome> {
    return this.commandBus.execute(new RenewRecoveryCodes(write, staff));
  }

  @Delete()
  @Endpoint({
    summary: 'Remove your second factor',
    description: 'Needs a step-up with a code. Refused while you hold a permission that needs a second factor.',
    ...CHANGING,
    response: SecondFactorRemovedView,
    errors: [authErrors.SECOND_FACTOR_NOT_SET_UP, authErrors.SECOND_FACTOR_STILL_NEEDED],
  })
  remove(@Write() write: WriteRequest, @CurrentStaff() staff: StaffActor): Promise<Outcome> {
    return this.commandBus.execute(new RemoveSecondFactor(write, staff));
  }
}
