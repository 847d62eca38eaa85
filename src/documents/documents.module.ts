import { Module, type OnModuleInit } from '@nestjs/common';
import { AppConfig } from '../common/config/app-config';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { MetadataModule } from '../metadata/metadata.module';
import { DeleteDocumentHandler } from './commands/delete-document';
import { RemoveLogoHandler } from './commands/remove-logo';
import { SetLogoHandler } from './commands/set-logo';
import { UploadDocumentHandler } from './commands/upload-document';
import { DocumentContents } from './document-contents';
import { DocumentErasure } from './document-erasure';
import { Documents } from './documents';
import { DocumentsController } from './documents.controller';
import { documentsPermissions } from './documents.permissions';
import { LetterheadLogo } from './letterhead-logo';
import { LetterheadLogoController } from './letterhead-logo.controller';
import { GetDocumentContentHandler } from './queries/get-document-content';
import { ListDocumentsHandler } from './queries/list-documents';
import { DocumentStoreSelector } from './storage/document-store-selector';
import { PostgresDocumentStore } from './storage/postgres-document-store';
import { StoredDocumentsController } from './stored-documents.controller';
import { UploadSlots } from './upload/upload-slots';

/** Documents of other modules' records. */
@Module({
  imports: [InstitutionsModule, MetadataModule],
  controllers: [DocumentsController, LetterheadLogoController, StoredDocumentsController],
  providers: [
    PostgresDocumentStore,
    {
      provide: DocumentStoreSelector,
      inject: [AppConfig, PostgresDocumentStore],
      useFactory: (config: AppConfig, postgres: PostgresDocumentStore) => DocumentStoreSelector.open(config, postgres),
    },
    DocumentContents,
    DocumentErasure,
    Documents,
    UploadSlots,
    DeleteDocumentHandler,
    LetterheadLogo,
    RemoveLogoHandler,
    SetLogoHandler,
    UploadDocumentHandler,
    GetDocumentContentHandler,
    ListDocumentsHandler,
  ],
  exports: [DocumentContents, DocumentErasure, Documents, DocumentStoreSelector],
})
export class DocumentsModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(documentsPermissions, 'Documents');
  }
}
