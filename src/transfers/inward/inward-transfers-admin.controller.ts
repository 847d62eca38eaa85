import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { integrationsErrors } from '../../institutions/integrations/integrations.errors';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { approvalAccepted } from '../../postings/accepted-answers';
import { transfersErrors } from '../transfers.errors';
import { transfersPermissions } from '../transfers.permissions';
import { SettleInwardTransfer } from './commands/settle-inward-transfer';
import {
  InwardSettlementAskedView,
  InwardTransferRowView,
  ListInwardTransfersQuery,
  SettleInwardTransferBody,
} from './inward-transfers-admin.dto';
import { ListInwardTransfers } from './queries/list-inward-transfers';

@ApiTags('Transfers')
@Controller('api/admin/v1/inward-transfers')
export class InwardTransfersAdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List transfers from other institutions',
    description: '`Status=InSuspense` lists the money that waits for staff.',
    access: staffAccess(transfersPermissions.viewInward),
    audited: readOf('inward-transfer.list', { AccountNumber: 'account', SessionId: 'session' }),
    response: InwardTransferRowView,
    list: 'page',
  })
  list(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: ListInwardTransfersQuery,
  ): Promise<Page<InwardTransferRowView>> {
    return this.queries.execute(new ListInwardTransfers(staff.institutionId, filters));
  }

  @Post('settle')
  @Endpoint({
    summary: 'Settle an inward transfer in suspense',
    description:
      'Credits an account with money in suspense, or returns it to the sender by an outward transfer after a name ' +
      'enquiry. Always needs the approval of another member of staff; no money moves before.',
    access: staffAccess(transfersPermissions.settleInward),
    reference: 'honoured',
    stepUp: true,
    response: InwardSettlementAskedView,
    accepted: approvalAccepted,
    errors: [
      transfersErrors.INWARD_TRANSFER_NOT_FOUND,
      transfersErrors.INWARD_TRANSFER_NOT_IN_SUSPENSE,
      transfersErrors.INWARD_SETTLEMENT_WAITS,
      transfersErrors.INWARD_TRANSFER_LEDGERS_NOT_CONFIGURED,
      transfersErrors.CHARGES_NOT_CONFIGURED,
      transfersErrors.BENEFICIARY_NOT_FOUND,
      transfersErrors.OWN_INSTITUTION,
      transfersErrors.UNKNOWN_DESTINATION_INSTITUTION,
      transfersErrors.NAME_ENQUIRY_REFUSED,
      ledgerErrors.ACCOUNT_NOT_FOUND,
      ledgerErrors.ACCOUNT_CLOSED,
      ledgerErrors.ACCOUNT_INACTIVE,
      ledgerErrors.ACCOUNT_PENDING_APPROVAL,
      integrationsErrors.INTEGRATION_NOT_ENABLED,
      integrationsErrors.GATEWAY_UNAVAILABLE,
    ],
  })
  settle(@Write() write: WriteRequest, @Body() body: SettleInwardTransferBody): Promise<Outcome> {
    return this.commands.execute(new SettleInwardTransfer(write, body));
  }
}
