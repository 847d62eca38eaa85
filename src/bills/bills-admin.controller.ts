import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { payoutsErrors } from '../payouts/payouts.errors';
import { payoutsPermissions } from '../payouts/payouts.permissions';
import { approvalAccepted } from '../postings/accepted-answers';
import { billsPermissions } from './bills.permissions';
import {
  ConfirmVendBody,
  ListUnresolvedVendsQuery,
  PendingConfirmationView,
  UnresolvedVendView,
} from './bills-admin.dto';
import { ConfirmVend } from './commands/confirm-vend';
import { ListUnresolvedVends } from './queries/list-unresolved-vends';

@ApiTags('Bills')
@Controller('api/admin/v1/bills')
export class BillsAdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('unresolved')
  @Endpoint({
    summary: 'List unresolved bill payments',
    description:
      'Lists the bill payments that wait for staff: Failed, ConfirmManually, and payments that the provider disputes.',
    access: staffAccess(billsPermissions.viewBills),
    response: UnresolvedVendView,
    list: 'page',
  })
  unresolved(
    @CurrentStaff() staff: StaffActor,
    @Query() query: ListUnresolvedVendsQuery,
  ): Promise<Page<UnresolvedVendView>> {
    return this.queries.execute(new ListUnresolvedVends(staff.institutionId, query));
  }

  @Post('confirm')
  @Endpoint({
    summary: 'Confirm a bill payment',
    description:
      'Settles a bill payment that no provider settled. Always answers 202, because another member of staff must ' +
      'approve. Successful leaves the money with the biller; Reversed returns it to the account.',
    access: staffAccess(payoutsPermissions.confirm),
    reference: 'honoured',
    stepUp: true,
    response: PendingConfirmationView,
    accepted: approvalAccepted,
    errors: [payoutsErrors.PAYOUT_NOT_FOUND, payoutsErrors.PAYOUT_NOT_OPEN, payoutsErrors.PAYOUT_ALREADY_CONFIRMING],
  })
  confirm(@Write() write: WriteRequest, @Body() body: ConfirmVendBody): Promise<Outcome> {
    return this.commands.execute(new ConfirmVend(write, body));
  }
}
