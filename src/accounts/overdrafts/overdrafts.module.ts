import { Module, type OnModuleInit } from '@nestjs/common';
import { BusinessDayModule } from '../../business-day/business-day.module';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { PermissionCatalogue } from '../../institutions/staff/permission-catalogue';
import { AccountNumberFilter } from '../account-number-filter';
import { ActivateOverdraftHandler } from './commands/activate-overdraft';
import { AddOverdraftHandler } from './commands/add-overdraft';
import { DeactivateOverdraftHandler } from './commands/deactivate-overdraft';
import { UpdateOverdraftHandler } from './commands/update-overdraft';
import { OverdraftChecks } from './overdraft-checks';
import { OverdraftClosureBlocker } from './overdraft-closure-blocker';
import { OverdraftGrants } from './overdraft-grants';
import { OverdraftProof } from './overdraft-proof';
import { OverdraftRollStep } from './overdraft-roll.step';
import { OverdraftSubject } from './overdraft-subject';
import { Overdrafts } from './overdrafts';
import { OverdraftsController } from './overdrafts.controller';
import { overdraftsPermissions } from './overdrafts.permissions';
import { OverdraftsAdminController } from './overdrafts-admin.controller';
import { SearchOverdraftsHandler } from './queries/search-overdrafts';

/** Overdrafts: permissions to draw customer accounts below zero. */
@Module({
  imports: [BusinessDayModule, InstitutionsModule],
  controllers: [OverdraftsController, OverdraftsAdminController],
  providers: [
    AccountNumberFilter,
    OverdraftChecks,
    OverdraftClosureBlocker,
    OverdraftGrants,
    OverdraftProof,
    OverdraftRollStep,
    Overdrafts,
    OverdraftSubject,
    ActivateOverdraftHandler,
    AddOverdraftHandler,
    DeactivateOverdraftHandler,
    UpdateOverdraftHandler,
    SearchOverdraftsHandler,
  ],
})
export class OverdraftsModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(overdraftsPermissions, 'Accounts');
  }
}
