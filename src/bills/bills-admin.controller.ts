import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { ledgerErrors } from '../ledger/ledger.errors';
import { payoutsErrors } from '../payouts/payouts.errors';
import { payoutsPermissions } from '../payouts/payouts.permissions';
import { approvalAccepted } from '../postings/accepted-answers';
import { VendRowView } from './bills.dto';
import { billsPermissions } from './bills.permissions';
import {
  ConfirmVendBody,
  ListUnresolvedVendsQuery,
  PendingConfirmationView,
  UnresolvedVendView,
} from './bills-admin.dto';
import { ConfirmVend } from './commands/confirm-vend';
import { ListUnresolvedVends } from './queries/list-unresolved-vends';
import { SearchVends } from './queries/search-vends';
import { SearchVendsQuery } from './vend-search.dto';

@ApiTags('Bills')
@Controller('api/admin/v1/bills')
export class BillsAdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List bill payments',
    description: 'Newest first. Payments that wait for approval show as Pending.',
    access: staffAccess(billsPermissions.viewBills),
    audited: readOf('bill.list', { AccountNumber: 'account' }),
    response: VendRowView,
    list: 'page',
    errors: [ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  list(@CurrentStaff() staff: StaffActor, @Query() query: SearchVendsQuery): Promise<Page<VendRowView>> {
    return this.queries.execute(new SearchVends(staff.institutionId, query));
  }

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
