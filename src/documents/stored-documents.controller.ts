import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { type AuditedRead, readOf } from '../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Page } from '../common/http/paging';
import { metadataErrors } from '../metadata/metadata.errors';
import { attachment } from './attachment';
import { DOCUMENT_MIME_TYPES } from './document.entity';
import { savedName } from './document-format';
import { DocumentPath, DocumentView, ListDocumentsQuery } from './documents.dto';
import { documentsErrors } from './documents.errors';
import { documentsPermissions } from './documents.permissions';
import { GetDocumentContent } from './queries/get-document-content';
import { ListDocuments } from './queries/list-documents';

/** The record whose documents are listed, by the kind and key of the request. */
const RECORD_DOCUMENTS: AuditedRead = {
  action: 'document.list',
  subject: (parameter) => `${parameter('EntityType')}:${parameter('EntityId')}`,
};
const FILE = { schema: { type: 'string', format: 'binary' } } as const;

@Controller('api/admin/v1/documents')
@ApiTags('Documents')
export class StoredDocumentsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'List the documents of a record',
    access: staffAccess(documentsPermissions.viewDocuments),
    audited: RECORD_DOCUMENTS,
    response: DocumentView,
    list: 'page',
    errors: [metadataErrors.ENTITY_NOT_FOUND, metadataErrors.ENTITY_ID_AMBIGUOUS],
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListDocumentsQuery): Promise<Page<DocumentView>> {
    return this.queries.execute(new ListDocuments(staff.institutionId, filters));
  }

  @Get(':documentId/content')
  @ApiResponse({
    status: 200,
    description: 'The file, as an attachment.',
    content: Object.fromEntries(DOCUMENT_MIME_TYPES.map((type) => [type, FILE])),
  })
  @Endpoint({
    summary: 'Download a document',
    access: staffAccess(documentsPermissions.viewDocuments),
    audited: readOf('document.download', { documentId: 'document' }),
    errors: [documentsErrors.DOCUMENT_NOT_FOUND],
  })
  async download(@CurrentStaff() staff: StaffActor, @Param() { documentId }: DocumentPath): Promise<StreamableFile> {
    const { document, content } = await this.queries.execute(
      new GetDocumentContent(staff.institutionId, Number(documentId)),
    );
    return new StreamableFile(content, {
      type: document.mimeType,
      length: document.size,
      disposition: attachment(savedName(document.fileName, document.mimeType)),
    });
  }
}
