import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { SettingCatalogue } from '../../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../../institutions/staff/permission-catalogue';
import { AccountStatusController } from './account-status.controller';
import { AccountStatusAdminController } from './account-status-admin.controller';
import { AccountStatusChanger } from './account-status-changer';
import { ChangeAccountStatusHandler } from './commands/change-account-status';
import { ListStatusChangesHandler } from './queries/list-status-changes';
import { statusPermissions } from './status.permissions';
import { statusSettings } from './status.settings';
import { STATUS_CHANGE_SUBJECTS } from './status-change-subjects';
import { StatusClosureBlocker } from './status-closure-blocker';

/** The status of accounts: activation, deactivation and freezes with their approvals and history. */
@Module({
  imports: [InstitutionsModule],
  controllers: [AccountStatusController, AccountStatusAdminController],
  providers: [
    AccountStatusChanger,
    ...STATUS_CHANGE_SUBJECTS,
    StatusClosureBlocker,
    ChangeAccountStatusHandler,
    ListStatusChangesHandler,
  ],
  exports: [AccountStatusChanger],
})
export class AccountStatusModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(statusPermissions, 'Accounts');
    this.settings.register(statusSettings);
  }
}
