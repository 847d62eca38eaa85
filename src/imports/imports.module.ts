import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { ImportFollowUps } from './import-follow-ups';
import { importsSettings } from './imports.settings';
import { LoadingImports } from './loading-imports';

/** The bringing-over of old books, which operators run by `corebank import`. */
@Module({ imports: [InstitutionsModule], providers: [ImportFollowUps, LoadingImports], exports: [ImportFollowUps] })
export class ImportsModule implements OnModuleInit {
  constructor(private readonly settings: SettingCatalogue) {}

  onModuleInit(): void {
    this.settings.register(importsSettings);
  }
}
