import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { MetadataModule } from '../metadata/metadata.module';
import { ClosePlacementHandler } from './commands/close-placement';
import { CreatePlacementHandler } from './commands/create-placement';
import { UpdatePlacementHandler } from './commands/update-placement';
import { Placements } from './placements';
import { PlacementsController } from './placements.controller';
import { placementsPermissions } from './placements.permissions';
import { GetPlacementHandler } from './queries/get-placement';
import { ListPlacementsHandler } from './queries/list-placements';

/** The register of the institution's placements with other institutions. */
@Module({
  imports: [InstitutionsModule, MetadataModule],
  controllers: [PlacementsController],
  providers: [
    Placements,
    ClosePlacementHandler,
    CreatePlacementHandler,
    UpdatePlacementHandler,
    GetPlacementHandler,
    ListPlacementsHandler,
  ],
})
export class PlacementsModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(placementsPermissions, 'Books');
  }
}
