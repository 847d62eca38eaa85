import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { actorName, type ClientActor, CurrentClient } from '../../common/http/actor';
import { clientAccess, Endpoint } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { integrationsErrors } from '../../institutions/integrations/integrations.errors';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { movementAccepted } from '../../postings/accepted-answers';
import { accountStateErrors } from '../../postings/movement-errors';
import { LocalTransferView } from '../local/local-transfers.dto';
import { transfersErrors } from '../transfers.errors';
import { BankView, ListBanksQuery, NameEnquiryQuery, NameEnquiryView } from './banks.dto';
import { EnquireName } from './commands/enquire-name';
import { SendOutwardTransfer } from './commands/send-outward-transfer';
import { TransferFunds } from './commands/transfer-funds';
import { FundsTransferBody } from './funds-transfer.dto';
import {
  OutwardTransferBody,
  OutwardTransferView,
  TransferStatusQuery,
  TransferStatusView,
} from './outward-transfers.dto';
import { GetTransferStatus } from './queries/get-transfer-status';
import { ListBanks } from './queries/list-banks';

const MOVEMENT_ERRORS = [
  ...accountStateErrors,
  ledgerErrors.CLIENT_LIMIT_EXCEEDED,
  ledgerErrors.AML_REFERENCE_REJECTED,
  ledgerErrors.TRANSACTION_NOT_EXECUTED,
  ledgerErrors.LIMIT_EXCEEDED,
  integrationsErrors.INTEGRATION_NOT_ENABLED,
  transfersErrors.CHARGES_NOT_CONFIGURED,
  transfersErrors.OWN_INSTITUTION,
  transfersErrors.NAME_ENQUIRY_NOT_FOUND,
  transfersErrors.NAME_ENQUIRY_EXPIRED,
  transfersErrors.NAME_ENQUIRY_MISMATCH,
  transfersErrors.BENEFICIARY_NAME_MISMATCH,
  transfersErrors.TRANSFER_REVERSED,
  transfersErrors.TRANSFER_FAILED,
];

/** Outward transfers, in the order of their use: banks, name enquiry, transfer, status. */
@ApiTags('Transfers')
@Controller('api/transfer/v1')
export class OutwardTransfersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('banks')
  @Endpoint({
    summary: 'List banks',
    description: 'Lists the institutions that can receive transfers.',
    access: clientAccess('transfers:read'),
    response: BankView,
    list: 'page',
    errors: [integrationsErrors.INTEGRATION_NOT_ENABLED, integrationsErrors.GATEWAY_UNAVAILABLE],
  })
  banks(@CurrentClient() client: ClientActor, @Query() query: ListBanksQuery): Promise<Page<BankView>> {
    return this.queries.execute(new ListBanks(client.institutionId, query));
  }

  @Get('nameenquiry')
  @Endpoint({
    summary: 'Name enquiry',
    description:
      'Returns the name of an account at another institution. Send its nameEnquiryRef with outward transfers to this ' +
      'account within 24 hours.',
    access: clientAccess('transfers:read'),
    response: NameEnquiryView,
    errors: [
      integrationsErrors.INTEGRATION_NOT_ENABLED,
      integrationsErrors.GATEWAY_UNAVAILABLE,
      transfersErrors.BENEFICIARY_NOT_FOUND,
      transfersErrors.NAME_ENQUIRY_REFUSED,
      transfersErrors.OWN_INSTITUTION,
      transfersErrors.UNKNOWN_DESTINATION_INSTITUTION,
    ],
  })
  nameEnquiry(
    @CurrentClient() client: ClientActor,
    @Query() query: NameEnquiryQuery,
  ): Promise<Outcome<NameEnquiryView>> {
    const write = {
      institutionId: client.institutionId,
      actor: actorName(client),
      endpoint: 'GET /api/transfer/v1/nameenquiry',
      requestReference: undefined,
    };
    return this.commands.execute(new EnquireName(write, query));
  }

  @Post('outwardtransfer')
  @Endpoint({
    summary: 'Create an outward transfer',
    description:
      'Sends money to an account at another institution. AML screens the transfer: a held transfer answers 202 and ' +
      'no money moves. A 200 with processingStatus Pending, Processing or PendingTSQ is not final: query tsq, and ' +
      'never send the transfer again under a new reference. The same request with the same request-reference ' +
      "returns the present state. The provider gets the sender's name from the account and the beneficiary's name " +
      'from the name enquiry.',
    access: clientAccess('transfers:write'),
    reference: 'required',
    dryRun: true,
    response: OutwardTransferView,
    accepted: movementAccepted,
    errors: MOVEMENT_ERRORS,
  })
  outwardTransfer(@Write() write: WriteRequest, @Body() body: OutwardTransferBody): Promise<Outcome> {
    return this.commands.execute(new SendOutwardTransfer(write, body));
  }

  @Post('fundstransfer')
  @Endpoint({
    summary: 'Create a funds transfer, local or outward',
    description:
      'Without destinationInstitutionCode, or with your own code, this is a local transfer to ' +
      'beneficiaryAccountNumber: it needs the two account numbers, the amount and the transactionReference, and ' +
      'answers as localfundtransfer does. Otherwise it is an outward transfer with all of its rules. Both status ' +
      'queries find it by its transactionReference.',
    access: clientAccess('transfers:write'),
    reference: 'required',
    dryRun: true,
    response: OutwardTransferView,
    otherResponses: [LocalTransferView],
    accepted: movementAccepted,
    errors: MOVEMENT_ERRORS,
  })
  fundsTransfer(@Write() write: WriteRequest, @Body() body: FundsTransferBody): Promise<Outcome> {
    return this.commands.execute(new TransferFunds(write, body));
  }

  @Get('tsq')
  @Endpoint({
    summary: 'Get transfer status',
    description:
      'Queries the provider when the outcome is unknown. Also finds local transfers, and transfers that AML holds ' +
      'or that wait for approval.',
    access: clientAccess('transfers:read'),
    response: TransferStatusView,
    errors: [transfersErrors.TRANSFER_NOT_FOUND],
  })
  transferStatus(
    @CurrentClient() client: ClientActor,
    @Query() query: TransferStatusQuery,
  ): Promise<TransferStatusView> {
    return this.queries.execute(new GetTransferStatus(client.institutionId, query.transactionRef));
  }
}
