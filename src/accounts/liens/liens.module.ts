import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { PermissionCatalogue } from '../../institutions/permission-catalogue';
import { FilteredAccount } from '../filtered-account';
import { PlaceLienHandler } from './commands/place-lien';
import { UnplaceLienHandler } from './commands/unplace-lien';
import { UpdateLienHandler } from './commands/update-lien';
import { LienAdminController } from './lien-admin.controller';
import { LienExpiryStep } from './lien-expiry-step';
import { LienController } from './lien.controller';
import { Liens } from './liens';
import { liensPermissions } from './liens.permissions';
import { ListLiensHandler } from './queries/list-liens';

/** Liens: money of customer accounts that is held. */
@Module({
  imports: [InstitutionsModule],
  controllers: [LienAdminController, LienController],
  providers: [
    FilteredAccount,
    LienExpiryStep,
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
    this.permissions.register(liensPermissions);
  }
}
