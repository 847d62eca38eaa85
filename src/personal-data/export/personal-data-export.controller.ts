import { Body, Controller, Param, Post, type StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { accountsErrors } from '../../accounts/accounts.errors';
import { CustomerPath } from '../../accounts/customers/identity-numbers.dto';
import { Author } from '../../common/audit/audit-author';
import type { AuditAuthor } from '../../common/audit/audit-log';
import { commonErrors } from '../../common/errors/common.errors';
import { FileView } from '../../common/files/file-view.dto';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import { personalDataPermissions } from '../personal-data.permissions';
import { ExportPersonalData } from './commands/export-personal-data';
import { ExportPersonalDataBody } from './export.dto';

@Controller('api/admin/v1/customers')
@ApiTags('Personal data')
export class PersonalDataExportController {
  constructor(private readonly commands: CommandBus) {}

  @Post(':customerID/export')
  @Endpoint({
    summary: "Export a person's data",
    description:
      'A JSON file of everything that is stored about the person, for the person: without AML records and without ' +
      'data of other people. Identity numbers are in full. The audit log has the reason.',
    access: staffAccess(personalDataPermissions.export),
    stepUp: true,
    response: FileView,
    errors: [accountsErrors.CUSTOMER_NOT_FOUND, accountsErrors.CUSTOMER_NOT_INDIVIDUAL, commonErrors.EXPORT_TOO_LARGE],
  })
  export(
    @Author() author: AuditAuthor,
    @Param() { customerID }: CustomerPath,
    @Body() { reason }: ExportPersonalDataBody,
  ): Promise<StreamableFile> {
    return this.commands.execute(new ExportPersonalData(author, customerID, reason));
  }
}
