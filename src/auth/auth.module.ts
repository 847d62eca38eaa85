import { Module, type OnModuleInit } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { Admission } from '../common/http/admission';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { AccessGuard } from './access.guard';
import { ApiClients } from './api-clients';
import { ApiClientsController } from './api-clients.controller';
import { authPermissions } from './auth.permissions';
import { AuthenticateController } from './authenticate.controller';
import { AuthenticationFailures } from './authentication-failures';
import { AuthenticationLimits } from './authentication-limits';
import { ClientUse } from './client-use';
import { AuthenticateClientHandler } from './commands/authenticate-client';
import { ChangeOwnPasswordHandler } from './commands/change-own-password';
import { CreateApiClientHandler } from './commands/create-api-client';
import { DeactivateApiClientHandler } from './commands/deactivate-api-client';
import { ReactivateApiClientHandler } from './commands/reactivate-api-client';
import { RegenerateApiClientHandler } from './commands/regenerate-api-client';
import { SignInStaffHandler } from './commands/sign-in-staff';
import { UpdateApiClientHandler } from './commands/update-api-client';
import { InactiveClients } from './inactive-clients';
import { GetMeHandler } from './queries/get-me';
import { ListApiClientsHandler } from './queries/list-api-clients';
import { SessionController } from './session.controller';
import { ApiClientStrategy, StaffStrategy } from './token-strategies';
import { Tokens } from './tokens';

/** Authentication: API clients, staff sign-in, tokens, and the guard of every route. */
@Module({
  imports: [InstitutionsModule, JwtModule.register({})],
  controllers: [ApiClientsController, AuthenticateController, SessionController],
  providers: [
    ApiClients,
    ApiClientStrategy,
    AuthenticationFailures,
    AuthenticationLimits,
    ClientUse,
    InactiveClients,
    StaffStrategy,
    Tokens,
    AccessGuard,
    { provide: APP_GUARD, useExisting: AccessGuard },
    { provide: Admission, useExisting: AccessGuard },
    AuthenticateClientHandler,
    ChangeOwnPasswordHandler,
    CreateApiClientHandler,
    DeactivateApiClientHandler,
    ReactivateApiClientHandler,
    RegenerateApiClientHandler,
    SignInStaffHandler,
    UpdateApiClientHandler,
    GetMeHandler,
    ListApiClientsHandler,
  ],
  exports: [ApiClients, InactiveClients, Tokens],
})
export class AuthModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(authPermissions);
  }
}
