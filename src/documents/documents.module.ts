import { Module, type OnModuleInit } from '@nestjs/common';
import { AppConfig } from '../common/config/app-config';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/permission-catalogue';
import { MetadataModule } from '../metadata/metadata.module';
import { DeleteDocumentHandler } from './commands/delete-document';
import { UploadDocumentHandler } from './commands/upload-document';
import { DocumentController } from './document.controller';
import { DocumentContents } from './document-contents';
import { Documents } from './documents';
import { documentsPermissions } from './documents.permissions';
import { GetDocumentContentHandler } from './queries/get-document-content';
import { ListDocumentsHandler } from './queries/list-documents';
import { DocumentStores } from './storage/document-stores';
import { PostgresDocumentStore } from './storage/postgres-document-store';
import { StoredDocumentsController } from './stored-documents.controller';
import { UploadSlots } from './upload/upload-slots';

/** Files that belong to other modules' records. */
@Module({
  imports: [InstitutionsModule, MetadataModule],
  controllers: [DocumentController, StoredDocumentsController],
  providers: [
    PostgresDocumentStore,
    {
      provide: DocumentStores,
      inject: [AppConfig, PostgresDocumentStore],
      useFactory: (config: AppConfig, postgres: PostgresDocumentStore) => DocumentStores.open(config, postgres),
    },
    DocumentContents,
    Documents,
    UploadSlots,
    DeleteDocumentHandler,
    UploadDocumentHandler,
    GetDocumentContentHandler,
    ListDocumentsHandler,
  ],
  exports: [DocumentContents, Documents],
})
export class DocumentsModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(documentsPermissions);
  }
}
