import { Module, type OnModuleInit } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { ExportAttempts } from './export-attempts';
import { ExportExpiry } from './export-expiry';
import { ExportWriter } from './export-writer';
import { Exports } from './exports';
import { ExportsController } from './exports.controller';
import { exportsPermissions } from './exports.permissions';
import { exportsSettings } from './exports.settings';

/** Lists as files that a job writes. The lists are read through their own queries. */
@Module({
  imports: [DocumentsModule, InstitutionsModule],
  controllers: [ExportsController],
  providers: [ExportAttempts, ExportExpiry, ExportWriter, Exports],
})
export class ExportsModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(exportsPermissions, 'Audit and operations');
    this.settings.register(exportsSettings);
  }
}
