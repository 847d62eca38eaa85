import { Body, Controller, Delete, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import { Write, type WriteRequest } from '../common/http/write-request';
import { institutionsPermissions } from '../institutions/institutions.permissions';
import { RemoveLogo } from './commands/remove-logo';
import { SetLogo } from './commands/set-logo';
import { UploadedDocumentView } from './documents.dto';
import { documentsErrors } from './documents.errors';
import { RemovedLogoView, SetLogoBody } from './letterhead-logo.dto';

const CHANGE = {
  access: staffAccess(institutionsPermissions.manageConfiguration),
  reference: 'honoured' as const,
  stepUp: true as const,
};

@ApiTags('Configuration')
@Controller('api/admin/v1/letterhead/logo')
export class LetterheadLogoController {
  constructor(private readonly commands: CommandBus) {}

  @Put()
  @Endpoint({
    summary: 'Set the logo of the letterhead',
    description: 'Statements, receipts, certificates, letters and reports that are made from now on show it.',
    ...CHANGE,
    response: UploadedDocumentView,
    errors: [
      documentsErrors.LOGO_REFUSED,
      documentsErrors.DOCUMENT_FORMAT_NOT_SUPPORTED,
      documentsErrors.DOCUMENT_STORAGE_UNAVAILABLE,
    ],
  })
  set(@Write() write: WriteRequest, @Body() body: SetLogoBody): Promise<Outcome> {
    return this.commands.execute(new SetLogo(write, body));
  }

  @Delete()
  @Endpoint({
    summary: 'Take the logo off the letterhead',
    description: 'Documents that are made from now on have the name alone.',
    ...CHANGE,
    response: RemovedLogoView,
  })
  remove(@Write() write: WriteRequest): Promise<Outcome> {
    return this.commands.execute(new RemoveLogo(write));
  }
}
