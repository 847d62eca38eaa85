import type { IncomingMessage } from 'node:http';
import { Body, Controller, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { commonErrors } from '../common/errors/common.errors';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import { BodyStream, StreamedBody } from '../common/http/streamed-body';
import { Write, type WriteRequest } from '../common/http/write-request';
import { metadataErrors } from '../metadata/metadata.errors';
import { DeleteDocument } from './commands/delete-document';
import { UploadDocument } from './commands/upload-document';
import { DeletedDocumentView, DeleteDocumentBody, UploadDocumentBody, UploadedDocumentView } from './documents.dto';
import { documentsErrors } from './documents.errors';

@Controller('api/operations/v1')
@ApiTags('Operations')
export class DocumentsController {
  constructor(private readonly commands: CommandBus) {}

  @Post('uploaddocument')
  @StreamedBody()
  @ApiBody({ type: UploadDocumentBody })
  @Endpoint({
    summary: 'Upload a document',
    description:
      'Stores a PDF, PNG or JPEG file of at most 10 MB (10,485,760 bytes) for a customer, an account, a loan or a ' +
      'fixed deposit.',
    access: clientAccess('documents:write'),
    reference: 'honoured',
    response: UploadedDocumentView,
    errors: [
      documentsErrors.DOCUMENT_UNREADABLE,
      documentsErrors.DOCUMENT_UPLOAD_TOO_SLOW,
      documentsErrors.DOCUMENT_TOO_LARGE,
      documentsErrors.DOCUMENT_FORMAT_NOT_SUPPORTED,
      documentsErrors.DOCUMENT_STORAGE_UNAVAILABLE,
      metadataErrors.ENTITY_NOT_FOUND,
      metadataErrors.ENTITY_ID_AMBIGUOUS,
      metadataErrors.CUSTOMER_ERASED,
      commonErrors.PAYLOAD_TOO_LARGE,
      commonErrors.UNSUPPORTED_MEDIA_TYPE,
    ],
  })
  upload(@Write() write: WriteRequest, @BodyStream() request: IncomingMessage): Promise<Outcome> {
    return this.commands.execute(new UploadDocument(write, request));
  }

  @Put('deletedocument')
  @Endpoint({
    summary: 'Delete a document',
    description: 'The document is no longer found. The file is kept, with the actor and the reason of the deletion.',
    access: clientAccess('documents:write'),
    reference: 'honoured',
    response: DeletedDocumentView,
    errors: [documentsErrors.DOCUMENT_NOT_FOUND, metadataErrors.RECORD_UNDER_LEGAL_HOLD],
  })
  delete(@Write() write: WriteRequest, @Body() body: DeleteDocumentBody): Promise<Outcome> {
    return this.commands.execute(new DeleteDocument(write, body));
  }
}
