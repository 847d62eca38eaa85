import { Module, type OnModuleInit } from '@nestjs/common';
import { BusinessDayModule } from '../../business-day/business-day.module';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { PermissionCatalogue } from '../../institutions/staff/permission-catalogue';
import { AccountNumberFilter } from '../account-number-filter';
import { PlaceLienHandler } from './commands/place-lien';
import { UnplaceLienHandler } from './commands/unplace-lien';
import { UpdateLienHandler } from './commands/update-lien';
import { LienExpiryStep } from './lien-expiry.step';
import { LienProof } from './lien-proof';
import { Liens } from './liens';
import { LiensController } from './liens.controller';
import { liensPermissions } from './liens.permissions';
import { LiensAdminController } from './liens-admin.controller';
import { ListLiensHandler } from './queries/list-liens';

/** Liens: reservations of customers' money. */
@Module({
  imports: [BusinessDayModule, InstitutionsModule],
  controllers: [LiensAdminController, LiensController],
  providers: [
    AccountNumberFilter,
    LienExpiryStep,
    LienProof,
    Liens,
    PlaceLienHandler,
    UnplaceLienHandler,
    UpdateLienHandler,
    ListLiensHandler,
  ],
  exports: [Liens],
})
export class LiensModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(liensPermissions, 'Accounts');
  }
}
