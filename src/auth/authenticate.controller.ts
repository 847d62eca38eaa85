import { Body, Controller, Ip, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { commonErrors } from '../common/errors/common.errors';
import { BodyLimit } from '../common/http/body-limit.decorator';
import { Endpoint, signInAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import { authErrors } from './auth.errors';
import { AuthenticateBody, TokenEnvelope, TokenView } from './authenticate.dto';
import { SIGN_IN_BODY_MAX_BYTES } from './authentication-limits';
import { AuthenticateClient } from './commands/authenticate-client';

@ApiTags('Auth')
@Controller('api/auth/v1')
export class AuthenticateController {
  constructor(private readonly commandBus: CommandBus) {}

  @Post('authenticate')
  @BodyLimit(SIGN_IN_BODY_MAX_BYTES)
  @ApiOkResponse({ type: TokenEnvelope, description: 'The token is in `data` and again at the top of the body.' })
  @Endpoint({
    summary: 'Get an access token',
    description:
      'Exchanges the key pair of an API client for a token. An unknown key, an inactive key, a key unused for 14 ' +
      'days and a wrong secret get the same answer.',
    access: signInAccess,
    response: TokenView,
    errors: [
      authErrors.API_KEY_INACTIVE,
      authErrors.TOO_MANY_ATTEMPTS,
      commonErrors.ADDRESS_NOT_ALLOWED,
      commonErrors.PAYLOAD_TOO_LARGE,
    ],
  })
  authenticate(@Body() body: AuthenticateBody, @Ip() source: string): Promise<Outcome> {
    return this.commandBus.execute(new AuthenticateClient(body, source));
  }
}
