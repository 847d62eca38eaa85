import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { WriteRehearsal } from '../../common/idempotency/write-rehearsal';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { SettingCatalogue } from '../../institutions/settings/setting-catalogue';
import { ledgerSettings } from '../ledger.settings';
import { DryRuns } from './dry-runs';

/** The dry runs of movements, apart from the ledger because they need the settings of the institution. */
@Global()
@Module({
  imports: [InstitutionsModule],
  providers: [DryRuns, { provide: WriteRehearsal, useExisting: DryRuns }],
  exports: [DryRuns, WriteRehearsal],
})
export class DryRunsModule implements OnModuleInit {
  constructor(private readonly settings: SettingCatalogue) {}

  onModuleInit(): void {
    this.settings.register(ledgerSettings);
  }
}
