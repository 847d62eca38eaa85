import { Module, type OnModuleInit } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { Admission } from '../common/http/admission';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { MessagingModule } from '../messaging/messaging.module';
import { AccessGuard } from './access.guard';
import { ApiClientChanges } from './api-client-changes';
import { ApiClients } from './api-clients';
import { ApiClientsController } from './api-clients.controller';
import { authPermissions } from './auth.permissions';
import { authSettings } from './auth.settings';
import { AuthenticateController } from './authenticate.controller';
import { AuthenticationFailures } from './authentication-failures';
import { AuthenticationLimits } from './authentication-limits';
import { ClientGrants } from './client-grants';
import { ClientReactivations } from './client-reactivations';
import { ClientSecretChanges } from './client-secret-changes';
import { ClientUse } from './client-use';
import { AuthenticateClientHandler } from './commands/authenticate-client';
import { ChangeOwnPasswordHandler } from './commands/change-own-password';
import { CreateApiClientHandler } from './commands/create-api-client';
import { DeactivateApiClientHandler } from './commands/deactivate-api-client';
import { ReactivateApiClientHandler } from './commands/reactivate-api-client';
import { RegenerateApiClientHandler } from './commands/regenerate-api-client';
import { SetPasswordWithCodeHandler } from './commands/set-password-with-code';
import { SignInStaffHandler } from './commands/sign-in-staff';
import { UpdateApiClientHandler } from './commands/update-api-client';
import { ConsoleSessionController } from './console/console-session.controller';
import { ConsoleSessionViews } from './console/console-session-views';
import { ConsoleTokens } from './console/console-tokens';
import { ConsoleUse } from './console/console-use';
import { ExtendConsoleSessionHandler } from './console/extend-console-session';
import { GetConsoleSessionHandler } from './console/get-console-session';
import { SignInToConsoleHandler } from './console/sign-in-to-console';
import { InactiveClients } from './inactive-clients';
import { NewClientChanges } from './new-client-changes';
import { OidcController } from './oidc/oidc.controller';
import { OidcProvider } from './oidc/oidc-provider';
import { OidcSignIns } from './oidc/oidc-sign-ins';
import { AddPasskeyHandler } from './passkeys/add-passkey';
import { ListPasskeysHandler } from './passkeys/list-passkeys';
import { PasskeyChallenges } from './passkeys/passkey-challenges';
import { PasskeyOptions } from './passkeys/passkey-options';
import { Passkeys } from './passkeys/passkeys';
import { PasskeysController } from './passkeys/passkeys.controller';
import { RemovePasskeyHandler } from './passkeys/remove-passkey';
import { SignInWithPasskeyHandler } from './passkeys/sign-in-with-passkey';
import { StepUpWithPasskeyHandler } from './passkeys/step-up-with-passkey';
import { ForgottenPasswordHandler } from './password-codes/forgotten-password';
import { IssuePasswordCodeHandler } from './password-codes/issue-password-code';
import { PasswordCodeChanges } from './password-codes/password-code-changes';
import { PasswordCodeMail } from './password-codes/password-code-mail';
import { PasswordCodesController } from './password-codes/password-codes.controller';
import { GetMeHandler } from './queries/get-me';
import { ListApiClientsHandler } from './queries/list-api-clients';
import { BeginSecondFactorHandler } from './second-factor/commands/begin-second-factor';
import { ConfirmSecondFactorHandler } from './second-factor/commands/confirm-second-factor';
import { RemoveSecondFactorHandler } from './second-factor/commands/remove-second-factor';
import { RenewRecoveryCodesHandler } from './second-factor/commands/renew-recovery-codes';
import { ResetSecondFactorHandler } from './second-factor/commands/reset-second-factor';
import { FactorProof } from './second-factor/factor-proof';
import { GetSecondFactorHandler } from './second-factor/queries/get-second-factor';
import { SecondFactorController } from './second-factor/second-factor.controller';
import { SecondFactorChanges } from './second-factor/second-factor-changes';
import { SecondFactorNeeds } from './second-factor/second-factor-needs';
import { SecondFactors } from './second-factor/second-factors';
import { SessionController } from './session.controller';
import { SessionBeginnings } from './session-beginnings';
import { EndSessionHandler } from './sessions/commands/end-session';
import { EndStaffSessionsHandler } from './sessions/commands/end-staff-sessions';
import { StepUpHandler } from './sessions/commands/step-up';
import { UnlockStaffHandler } from './sessions/commands/unlock-staff';
import { OwnSessionsController } from './sessions/own-sessions.controller';
import { ListStaffSessionsHandler } from './sessions/queries/list-staff-sessions';
import { SessionUse } from './sessions/session-use';
import { StaffGate } from './sessions/staff-gate';
import { StaffSessionsController } from './sessions/staff-sessions.controller';
import { SignInFailures } from './sign-in-failures';
import { StaffSignIns } from './staff-sign-ins';
import { ApiClientStrategy, StaffStrategy } from './token-strategies';
import { Tokens } from './tokens';
import { UnknownSignIns } from './unknown-sign-ins';

/** Authentication: API clients, staff sign-in, tokens, and the guard of every route. */
@Module({
  imports: [InstitutionsModule, JwtModule.register({}), MessagingModule],
  controllers: [
    ApiClientsController,
    AuthenticateController,
    ConsoleSessionController,
    OidcController,
    OwnSessionsController,
    PasskeysController,
    PasswordCodesController,
    SecondFactorController,
    SessionController,
    StaffSessionsController,
  ],
  providers: [
    ApiClientChanges,
    ApiClients,
    ApiClientStrategy,
    AuthenticationFailures,
    AuthenticationLimits,
    ClientGrants,
    ClientReactivations,
    ClientSecretChanges,
    ClientUse,
    ConsoleSessionViews,
    OidcProvider,
    OidcSignIns,
    ConsoleTokens,
    ConsoleUse,
    InactiveClients,
    NewClientChanges,
    PasskeyChallenges,
    PasskeyOptions,
    Passkeys,
    PasswordCodeChanges,
    PasswordCodeMail,
    SecondFactorChanges,
    SecondFactorNeeds,
    FactorProof,
    SecondFactors,
    SessionBeginnings,
    SessionUse,
    SignInFailures,
    StaffGate,
    StaffSignIns,
    StaffStrategy,
    Tokens,
    AccessGuard,
    { provide: APP_GUARD, useExisting: AccessGuard },
    { provide: Admission, useExisting: AccessGuard },
    UnknownSignIns,
    AddPasskeyHandler,
    AuthenticateClientHandler,
    BeginSecondFactorHandler,
    ChangeOwnPasswordHandler,
    ConfirmSecondFactorHandler,
    CreateApiClientHandler,
    DeactivateApiClientHandler,
    EndSessionHandler,
    EndStaffSessionsHandler,
    ExtendConsoleSessionHandler,
    ForgottenPasswordHandler,
    IssuePasswordCodeHandler,
    ReactivateApiClientHandler,
    RegenerateApiClientHandler,
    RemovePasskeyHandler,
    RemoveSecondFactorHandler,
    RenewRecoveryCodesHandler,
    ResetSecondFactorHandler,
    SetPasswordWithCodeHandler,
    SignInStaffHandler,
    SignInToConsoleHandler,
    SignInWithPasskeyHandler,
    StepUpHandler,
    StepUpWithPasskeyHandler,
    UnlockStaffHandler,
    UpdateApiClientHandler,
    GetConsoleSessionHandler,
    GetMeHandler,
    GetSecondFactorHandler,
    ListApiClientsHandler,
    ListPasskeysHandler,
    ListStaffSessionsHandler,
  ],
  exports: [ApiClients, InactiveClients, StaffGate, Tokens],
})
export class AuthModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(authPermissions, 'API clients');
    this.settings.register(authSettings(this.permissions));
  }
}
