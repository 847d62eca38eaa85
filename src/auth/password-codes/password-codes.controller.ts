import { Body, Controller, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { changeAccepted } from '../../institutions/changes/configuration-changes';
import { institutionsErrors } from '../../institutions/institutions.errors';
import { institutionsPermissions } from '../../institutions/institutions.permissions';
import { IssuePasswordCode } from './issue-password-code';
import { IssuePasswordCodeBody, PasswordCodeView } from './password-codes.dto';

@ApiTags('Staff')
@Controller('api/admin/v1/staff')
export class PasswordCodesController {
  constructor(private readonly commands: CommandBus) {}

  @Post(':staffID/password')
  @Endpoint({
    summary: 'Issue a one-time code for a password',
    description:
      'Staff never set a colleague’s password: the owner sets it with the code (`POST password`). The code is mailed ' +
      'to the owner. Where e-mail is off, the code waits for a second person, to whom it is shown once.',
    access: staffAccess(institutionsPermissions.manageStaff),
    reference: 'honoured',
    stepUp: true,
    response: PasswordCodeView,
    accepted: changeAccepted,
    errors: [institutionsErrors.STAFF_NOT_FOUND, institutionsErrors.OWN_STAFF_RECORD],
  })
  issue(
    @Write() write: WriteRequest,
    @Param('staffID') staffID: string,
    @Body() body: IssuePasswordCodeBody,
  ): Promise<Outcome> {
    return this.commands.execute(new IssuePasswordCode(write, staffID, body));
  }
}
