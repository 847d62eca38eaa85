import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type ClientActor, CurrentClient } from '../../common/http/actor';
import { clientAccess, Endpoint } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { movementAccepted } from '../../postings/accepted-answers';
import { accountStateErrors } from '../../postings/movement-errors';
import { postingsErrors } from '../../postings/postings.errors';
import { SearchTransfers } from '../search/queries/search-transfers';
import { SearchTransfersQuery, TransferRowView } from '../search/transfer-search.dto';
import { transfersErrors } from '../transfers.errors';
import { TransferLocalFunds } from './commands/transfer-local-funds';
import {
  BalanceEnquiryBody,
  BalanceEnquiryView,
  LocalFundTransferBody,
  LocalNameEnquiryQuery,
  LocalNameView,
  LocalTransferStatusQuery,
  LocalTransferStatusView,
  LocalTransferView,
} from './local-transfers.dto';
import { GetBalance } from './queries/get-balance';
import { GetLocalName } from './queries/get-local-name';
import { GetLocalTransferStatus } from './queries/get-local-transfer-status';

@ApiTags('Transfers')
@Controller('api/transfer/v1')
export class TransfersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('localfundtransfer')
  @Endpoint({
    summary: 'Create a local transfer',
    description:
      'Moves money between two accounts or ledgers of the institution, in any combination. ' +
      'AML screens the transfer: a held transfer answers 202 and no money moves.',
    access: clientAccess('transfers:write'),
    reference: 'required',
    dryRun: true,
    response: LocalTransferView,
    accepted: movementAccepted,
    errors: [
      ...accountStateErrors,
      ledgerErrors.CLIENT_LIMIT_EXCEEDED,
      ledgerErrors.AML_REFERENCE_REJECTED,
      ledgerErrors.TRANSACTION_NOT_EXECUTED,
      ledgerErrors.LEDGER_NOT_FOUND,
      ledgerErrors.FEE_LEDGER_NOT_ALLOWED,
      ledgerErrors.LIMIT_EXCEEDED,
      postingsErrors.POSTINGS_TRANSACTION_TYPE_MISMATCH,
      transfersErrors.CHARGES_NOT_CONFIGURED,
      transfersErrors.FEE_TOO_HIGH,
    ],
  })
  localFundTransfer(@Write() write: WriteRequest, @Body() body: LocalFundTransferBody): Promise<Outcome> {
    return this.commands.execute(new TransferLocalFunds(write, body));
  }

  @Get('tsq/local')
  @Endpoint({
    summary: 'Get local transfer status',
    description:
      'Accepts the postingReferenceNumber, the reference of the transfer, ' +
      'or the request-reference of the retry after a released AML hold.',
    access: clientAccess('transfers:read'),
    response: LocalTransferStatusView,
    errors: [transfersErrors.TRANSFER_NOT_FOUND],
  })
  localTransferStatus(
    @CurrentClient() client: ClientActor,
    @Query() query: LocalTransferStatusQuery,
  ): Promise<LocalTransferStatusView> {
    return this.queries.execute(new GetLocalTransferStatus(client.institutionId, query.referenceNumber));
  }

  @Get('nameenquiry/local')
  @Endpoint({
    summary: 'Local name enquiry',
    access: clientAccess('transfers:read'),
    response: LocalNameView,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND],
  })
  localName(@CurrentClient() client: ClientActor, @Query() query: LocalNameEnquiryQuery): Promise<LocalNameView> {
    return this.queries.execute(new GetLocalName(client.institutionId, query.AccountNumber));
  }

  @Post('balanceenquiry')
  @Endpoint({
    summary: 'Get the balance of a customer account',
    access: clientAccess('transfers:read'),
    response: BalanceEnquiryView,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  balance(@CurrentClient() client: ClientActor, @Body() body: BalanceEnquiryBody): Promise<BalanceEnquiryView> {
    return this.queries.execute(new GetBalance(client.institutionId, body.accountNumber));
  }

  @Get('search')
  @Endpoint({
    summary: 'Search transfers',
    description: 'Newest first. Transfers that AML holds or that wait for approval show as Pending.',
    access: clientAccess('transfers:read'),
    response: TransferRowView,
    list: 'page',
  })
  search(@CurrentClient() client: ClientActor, @Query() query: SearchTransfersQuery): Promise<Page<TransferRowView>> {
    return this.queries.execute(new SearchTransfers(client.institutionId, query));
  }
}
