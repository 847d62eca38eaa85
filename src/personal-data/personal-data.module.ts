import { Module, type OnModuleInit } from '@nestjs/common';
import { BusinessDayModule } from '../business-day/business-day.module';
import { Housekeeping } from '../common/housekeeping';
import { DocumentsModule } from '../documents/documents.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { RetentionKinds } from '../institutions/retention/retention-kinds';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { ExportPersonalDataHandler } from './export/commands/export-personal-data';
import { PersonExport } from './export/person-export';
import { PersonalDataExportController } from './export/personal-data-export.controller';
import { PlaceLegalHoldHandler } from './legal-holds/commands/place-legal-hold';
import { RemoveLegalHoldHandler } from './legal-holds/commands/remove-legal-hold';
import { CustomerRecordHolds } from './legal-holds/customer-record-holds';
import { HELD_ROWS } from './legal-holds/held-rows';
import { LegalHoldChanges } from './legal-holds/legal-hold-changes';
import { LegalHoldsController } from './legal-holds/legal-holds.controller';
import { ListLegalHoldsHandler } from './legal-holds/queries/list-legal-holds';
import { personalDataPermissions } from './personal-data.permissions';
import { DueRecords } from './retention/due-records';
import { ErasureStep } from './retention/erasure.step';
import { HolderErasure } from './retention/holder-erasure';
import { PersonErasure } from './retention/person-erasure';
import {
  HOLDER_RETENTION,
  IDENTITY_RETENTION,
  REFUSED_RETENTION,
  TAX_RETENTION,
} from './retention/personal-data-kinds';
import { PersonalDataRetentionController } from './retention/personal-data-retention.controller';
import { ListRetentionHandler } from './retention/queries/list-retention';

/** Export, retention and legal hold of personal data. */
@Module({
  imports: [BusinessDayModule, DocumentsModule, InstitutionsModule],
  controllers: [PersonalDataExportController, LegalHoldsController, PersonalDataRetentionController],
  providers: [
    CustomerRecordHolds,
    DueRecords,
    ErasureStep,
    HolderErasure,
    LegalHoldChanges,
    PersonErasure,
    PersonExport,
    ExportPersonalDataHandler,
    PlaceLegalHoldHandler,
    RemoveLegalHoldHandler,
    ListLegalHoldsHandler,
    ListRetentionHandler,
  ],
})
export class PersonalDataModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly retention: RetentionKinds,
    private readonly housekeeping: Housekeeping,
  ) {}

  onModuleInit(): void {
    this.permissions.register(personalDataPermissions, 'Personal data');
    for (const kind of [IDENTITY_RETENTION, TAX_RETENTION, HOLDER_RETENTION, REFUSED_RETENTION])
      this.retention.register(kind);
    for (const rows of HELD_ROWS) this.housekeeping.keep(rows);
  }
}
