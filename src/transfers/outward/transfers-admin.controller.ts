import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { payoutsErrors } from '../../payouts/payouts.errors';
import { payoutsPermissions } from '../../payouts/payouts.permissions';
import { approvalAccepted } from '../../postings/accepted-answers';
import { SearchTransfers } from '../search/queries/search-transfers';
import { SearchTransfersQuery, TransferRowView } from '../search/transfer-search.dto';
import { transfersPermissions } from '../transfers.permissions';
import { ConfirmTransfer } from './commands/confirm-transfer';
import { ListUnresolvedTransfers } from './queries/list-unresolved-transfers';
import {
  ConfirmationAskedView,
  ConfirmTransferBody,
  ListUnresolvedTransfersQuery,
  UnresolvedTransferView,
} from './transfers-admin.dto';

@ApiTags('Transfers')
@Controller('api/admin/v1/transfers')
export class TransfersAdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List transfers',
    description:
      'Transfers within the institution and to other institutions, newest first, those that wait or were refused ' +
      'included.',
    access: staffAccess(transfersPermissions.viewTransfers),
    audited: readOf('transfer.list', { AccountNumber: 'account' }),
    response: TransferRowView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() query: SearchTransfersQuery): Promise<Page<TransferRowView>> {
    return this.queries.execute(new SearchTransfers(staff.institutionId, query));
  }

  @Get('unresolved')
  @Endpoint({
    summary: 'List unresolved outward transfers',
    description:
      'Lists the outward transfers that wait for staff, newest first: Failed, ConfirmManually, and transfers that ' +
      'the provider disputes.',
    access: staffAccess(transfersPermissions.viewUnresolved),
    response: UnresolvedTransferView,
    list: 'page',
  })
  unresolved(
    @CurrentStaff() staff: StaffActor,
    @Query() query: ListUnresolvedTransfersQuery,
  ): Promise<Page<UnresolvedTransferView>> {
    return this.queries.execute(new ListUnresolvedTransfers(staff.institutionId, query));
  }

  @Post('confirm')
  @Endpoint({
    summary: 'Confirm an outward transfer',
    description:
      'Settles a transfer that waits for staff. Needs evidence, and always the approval of another member of staff; ' +
      'no money moves before.',
    access: staffAccess(payoutsPermissions.confirm),
    reference: 'honoured',
    stepUp: true,
    response: ConfirmationAskedView,
    accepted: approvalAccepted,
    errors: [payoutsErrors.PAYOUT_NOT_FOUND, payoutsErrors.PAYOUT_NOT_OPEN, payoutsErrors.PAYOUT_ALREADY_CONFIRMING],
  })
  confirm(@Write() write: WriteRequest, @Body() body: ConfirmTransferBody): Promise<Outcome> {
    return this.commands.execute(new ConfirmTransfer(write, body));
  }
}
