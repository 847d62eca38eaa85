import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { accountsErrors } from '../../accounts/accounts.errors';
import { CustomerPath } from '../../accounts/customers/identity-numbers.dto';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { changeAccepted } from '../../institutions/changes/configuration-changes';
import { personalDataErrors } from '../personal-data.errors';
import { personalDataPermissions } from '../personal-data.permissions';
import { PlaceLegalHold } from './commands/place-legal-hold';
import { RemoveLegalHold } from './commands/remove-legal-hold';
import { LegalHoldView, ListLegalHoldsQuery, PlaceLegalHoldBody, RemoveLegalHoldBody } from './legal-holds.dto';
import { ListLegalHolds } from './queries/list-legal-holds';

const CHANGE = {
  access: staffAccess(personalDataPermissions.manageLegalHolds),
  reference: 'honoured' as const,
  stepUp: true as const,
  response: LegalHoldView,
};

@Controller('api/admin/v1')
@ApiTags('Personal data')
export class LegalHoldsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('legal-holds')
  @Endpoint({
    summary: 'List legal holds',
    access: staffAccess(personalDataPermissions.manageLegalHolds),
    audited: readOf('legal-hold.list', { CustomerID: 'customer' }),
    response: LegalHoldView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListLegalHoldsQuery): Promise<Page<LegalHoldView>> {
    return this.queries.execute(new ListLegalHolds(staff.institutionId, filters));
  }

  @Post('customers/:customerID/legal-hold')
  @Endpoint({
    ...CHANGE,
    summary: 'Place a legal hold',
    description:
      'From now on nothing of the customer is erased or deleted, whatever its retention period. One person places a ' +
      'hold; its removal takes two.',
    errors: [
      accountsErrors.CUSTOMER_NOT_FOUND,
      accountsErrors.CUSTOMER_ERASED,
      personalDataErrors.LEGAL_HOLD_EXISTS,
      personalDataErrors.LEGAL_HOLD_ENDED,
    ],
  })
  place(
    @Write() write: WriteRequest,
    @Param() { customerID }: CustomerPath,
    @Body() body: PlaceLegalHoldBody,
  ): Promise<Outcome> {
    return this.commands.execute(new PlaceLegalHold(write, customerID, body));
  }

  @Delete('customers/:customerID/legal-hold')
  @Endpoint({
    ...CHANGE,
    summary: 'Remove a legal hold',
    description: 'Waits for a second person.',
    accepted: changeAccepted,
    errors: [personalDataErrors.LEGAL_HOLD_NOT_FOUND],
  })
  remove(
    @Write() write: WriteRequest,
    @Param() { customerID }: CustomerPath,
    @Body() { reason }: RemoveLegalHoldBody,
  ): Promise<Outcome> {
    return this.commands.execute(new RemoveLegalHold(write, customerID, reason));
  }
}
