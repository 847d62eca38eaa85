import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { commonErrors } from '../common/errors/common.errors';
import { type ClientActor, CurrentClient } from '../common/http/actor';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import { SandboxReset } from './sandbox-reset';
import { SandboxResetView } from './sandbox-reset.dto';
import { sandboxResetErrors } from './sandbox-reset.errors';

/** The reset of the sandbox institution. */
@ApiTags('Sandbox')
@Controller('api/sandbox/v1')
export class SandboxResetController {
  constructor(private readonly sandbox: SandboxReset) {}

  @Post('reset')
  @Endpoint({
    summary: 'Replace the sandbox institution by a fresh one',
    description:
      'Makes an institution as at the first start, with today as its date, and gives it the API clients and the staff of ' +
      'the old one with their secrets and passwords. Tokens end: sign in again. Webhook endpoints, accounts and ' +
      'everything else stay behind in the old institution. ' +
      'Only in the sandbox institution; anywhere else the route does not exist.',
    access: clientAccess('transfers:write'),
    response: SandboxResetView,
    errors: [commonErrors.NOT_FOUND, sandboxResetErrors.SANDBOX_RESET_RUNNING, commonErrors.TOO_MANY_REQUESTS],
  })
  reset(@CurrentClient() client: ClientActor): Promise<SandboxResetView> {
    return this.sandbox.reset(client);
  }
}
