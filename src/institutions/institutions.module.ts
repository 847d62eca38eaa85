import { Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeping } from '../common/housekeeping';
import { Branches } from './branches/branches';
import { BranchesController } from './branches/branches.controller';
import { CreateBranchHandler } from './branches/commands/create-branch';
import { UpdateBranchHandler } from './branches/commands/update-branch';
import { ListBranchesHandler } from './branches/queries/list-branches';
import { ChangeKinds } from './changes/change-kinds';
import { institutionsPermissions } from './institutions.permissions';
import { GatewayKeys } from './integrations/gateway-keys';
import { Integrations } from './integrations/integrations';
import { IntegrationsController } from './integrations/integrations.controller';
import { ListIntegrationsHandler } from './integrations/queries/list-integrations';
import { WebhookSecrets } from './integrations/webhook-secrets';
import { RetentionKinds } from './retention/retention-kinds';
import { SESSION_RETENTION } from './retention/session-retention';
import { SandboxInstitutions } from './sandbox-institutions';
import { ChangeConfigurationHandler } from './settings/commands/change-configuration';
import { ConfigurationController } from './settings/configuration.controller';
import { InstitutionSettings } from './settings/institution-settings';
import { Letterheads } from './settings/letterheads';
import { LogoSources } from './settings/logo-sources';
import { MasterKeyBinding } from './settings/master-key-binding';
import { ListConfigurationHandler } from './settings/queries/list-configuration';
import { SecretRotation } from './settings/secret-rotation';
import { SettingCatalogue } from './settings/setting-catalogue';
import { SettingChanges } from './settings/setting-changes';
import { AssignStaffRolesHandler } from './staff/commands/assign-staff-roles';
import { CreateRoleHandler } from './staff/commands/create-role';
import { CreateStaffHandler } from './staff/commands/create-staff';
import { UpdateRoleHandler } from './staff/commands/update-role';
import { UpdateStaffHandler } from './staff/commands/update-staff';
import { OneTimeCodes } from './staff/one-time-codes';
import { PermissionCatalogue } from './staff/permission-catalogue';
import { PreferencesController } from './staff/preferences/preferences.controller';
import { PreferencesOfStaff } from './staff/preferences/preferences-of-staff';
import { SavedViews } from './staff/preferences/saved-views';
import { ListPermissionsHandler } from './staff/queries/list-permissions';
import { ListRolesHandler } from './staff/queries/list-roles';
import { ListStaffHandler } from './staff/queries/list-staff';
import { RoleChanges } from './staff/role-changes';
import { Roles } from './staff/roles';
import { RolesController } from './staff/roles.controller';
import { StaffSessions } from './staff/sessions/staff-sessions';
import { StaffController } from './staff/staff.controller';
import { StaffAccess } from './staff/staff-access';
import { StaffRecordChanges } from './staff/staff-changes';
import { StaffMembers } from './staff/staff-members';
import { StaffRecovery } from './staff/staff-recovery';
import { StaffPermissions } from './staff/staff-rights';
import { StaffRoleChanges } from './staff/staff-role-changes';

const services = [
  Branches,
  ChangeKinds,
  GatewayKeys,
  InstitutionSettings,
  Integrations,
  LogoSources,
  Letterheads,
  OneTimeCodes,
  PermissionCatalogue,
  RetentionKinds,
  Roles,
  SandboxInstitutions,
  SettingCatalogue,
  StaffAccess,
  StaffMembers,
  StaffSessions,
  StaffRecovery,
  StaffPermissions,
  WebhookSecrets,
];

/** The institution: configuration, integrations, branches, staff and roles. */
@Module({
  controllers: [
    BranchesController,
    ConfigurationController,
    IntegrationsController,
    PreferencesController,
    RolesController,
    StaffController,
  ],
  providers: [
    ...services,
    MasterKeyBinding,
    PreferencesOfStaff,
    SavedViews,
    RoleChanges,
    SecretRotation,
    SettingChanges,
    StaffRecordChanges,
    StaffRoleChanges,
    AssignStaffRolesHandler,
    CreateBranchHandler,
    CreateRoleHandler,
    CreateStaffHandler,
    ChangeConfigurationHandler,
    UpdateBranchHandler,
    UpdateRoleHandler,
    UpdateStaffHandler,
    ListBranchesHandler,
    ListConfigurationHandler,
    ListIntegrationsHandler,
    ListPermissionsHandler,
    ListRolesHandler,
    ListStaffHandler,
  ],
  exports: services,
})
export class InstitutionsModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly housekeeping: Housekeeping,
    private readonly retention: RetentionKinds,
  ) {}

  onModuleInit(): void {
    this.permissions.register(institutionsPermissions, 'Administration');
    this.housekeeping.register({
      table: 'staff_one_time_code',
      key: 'id',
      where: `expires_at < now() - interval '30 days'`,
    });
    this.housekeeping.register({
      table: 'sign_in_failure',
      key: 'staff_id, network',
      where: `last_failed_at < now() - interval '7 days'`,
    });
    this.retention.register(SESSION_RETENTION);
  }
}
