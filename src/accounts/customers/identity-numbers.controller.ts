import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { institutionsPermissions } from '../../institutions/institutions.permissions';
import { accountsErrors } from '../accounts.errors';
import { RevealNumbers } from './commands/reveal-numbers';
import { CustomerPath, RevealedNumbersView, RevealNumbersBody, SealingProgressView } from './identity-numbers.dto';
import { identityPermissions } from './identity-numbers.permissions';
import { ListSealingProgress } from './queries/list-sealing-progress';

@ApiTags('Personal data')
@Controller('api/admin/v1')
export class IdentityNumbersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('customers/:customerID/reveal')
  @Endpoint({
    summary: 'Show identity numbers of a customer',
    description:
      'The audit log keeps who asked, the names of the numbers and the reason. A repeated request reference is ' +
      'answered with masked numbers.',
    access: staffAccess(identityPermissions.revealPersonalData),
    reference: 'honoured',
    stepUp: true,
    response: RevealedNumbersView,
    errors: [accountsErrors.CUSTOMER_NOT_FOUND],
  })
  reveal(
    @Write() write: WriteRequest,
    @Param() { customerID }: CustomerPath,
    @Body() body: RevealNumbersBody,
  ): Promise<Outcome> {
    return this.commands.execute(new RevealNumbers(write, customerID, body));
  }

  @Get('identity-sealing')
  @Endpoint({
    summary: 'Show how far identity numbers are sealed',
    description: 'One row for each table, after an upgrade and after a rotation of the master key.',
    access: staffAccess(institutionsPermissions.viewConfiguration),
    response: SealingProgressView,
    list: 'flat',
  })
  sealing(@CurrentStaff() staff: StaffActor): Promise<{ data: SealingProgressView[]; recordCount: number }> {
    return this.queries.execute(new ListSealingProgress(staff.institutionId));
  }
}
