import { Module, type OnModuleInit } from '@nestjs/common';
import { Branches } from './branches';
import { BranchesController } from './branches.controller';
import { AssignStaffRolesHandler } from './commands/assign-staff-roles';
import { CreateBranchHandler } from './commands/create-branch';
import { CreateRoleHandler } from './commands/create-role';
import { CreateStaffHandler } from './commands/create-staff';
import { RemoveConfigurationKeyHandler } from './commands/remove-configuration-key';
import { SetConfigurationKeyHandler } from './commands/set-configuration-key';
import { SetStaffPasswordHandler } from './commands/set-staff-password';
import { UpdateBranchHandler } from './commands/update-branch';
import { UpdateRoleHandler } from './commands/update-role';
import { UpdateStaffHandler } from './commands/update-staff';
import { ConfigurationController } from './configuration.controller';
import { DaySteps } from './day-steps';
import { GatewayKeys } from './gateway-keys';
import { InstitutionSettings } from './institution-settings';
import { Integrations } from './integrations';
import { IntegrationsController } from './integrations.controller';
import { institutionsPermissions } from './institutions.permissions';
import { PermissionCatalogue } from './permission-catalogue';
import { Letterheads } from './letterheads';
import { ListBranchesHandler } from './queries/list-branches';
import { ListConfigurationHandler } from './queries/list-configuration';
import { ListIntegrationsHandler } from './queries/list-integrations';
import { ListPermissionsHandler } from './queries/list-permissions';
import { ListRolesHandler } from './queries/list-roles';
import { ListStaffHandler } from './queries/list-staff';
import { Roles } from './roles';
import { RolesController } from './roles.controller';
import { SecretRotation } from './secret-rotation';
import { SettingCatalogue } from './setting-catalogue';
import { StaffAccess } from './staff-access';
import { StaffController } from './staff.controller';
import { StaffMembers } from './staff-members';
import { WebhookSecrets } from './webhook-secrets';

const services = [
  Branches,
  DaySteps,
  GatewayKeys,
  InstitutionSettings,
  Integrations,
  Letterheads,
  PermissionCatalogue,
  Roles,
  SettingCatalogue,
  StaffAccess,
  StaffMembers,
  WebhookSecrets,
];

/** Institutions and what they say of themselves: configuration, branches, staff, roles, and the steps of the day. */
@Module({
  controllers: [BranchesController, ConfigurationController, IntegrationsController, RolesController, StaffController],
  providers: [
    ...services,
    SecretRotation,
    AssignStaffRolesHandler,
    CreateBranchHandler,
    CreateRoleHandler,
    CreateStaffHandler,
    RemoveConfigurationKeyHandler,
    SetConfigurationKeyHandler,
    SetStaffPasswordHandler,
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
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(institutionsPermissions);
  }
}
