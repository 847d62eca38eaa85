import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { commonErrors } from '../../common/errors/common.errors';
import { CurrentGateway, type GatewayActor } from '../../common/http/actor';
import { Endpoint, gatewayAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { transfersErrors } from '../transfers.errors';
import { ReceiveInwardTransfer } from './commands/receive-inward-transfer';
import { InwardCreditBody, InwardCreditView, InwardNameEnquiryBody, InwardNameView } from './inward-transfers.dto';
import { GetInwardName } from './queries/get-inward-name';

/** The calls of the middleware about transfers from other institutions. */
@ApiTags('Inward transfer callbacks')
@Controller('cba/transfers/inward')
export class InwardCallbacksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('credit')
  @Endpoint({
    summary: 'Credit a transfer from another institution',
    description:
      'The money has arrived, so it is always posted: to the account, or to the suspense ledger with the `reason` ' +
      'when the account is unknown or closed or cannot take it. Staff then credit another account or return it. The ' +
      'same `sessionId` again returns the present state; with other fields it answers 409. Unknown fields are ignored.',
    access: gatewayAccess('inward-transfer'),
    response: InwardCreditView,
    errors: [commonErrors.DUPLICATE_REFERENCE, transfersErrors.INWARD_TRANSFER_LEDGERS_NOT_CONFIGURED],
  })
  credit(@CurrentGateway() { institutionId }: GatewayActor, @Body() body: InwardCreditBody): Promise<Outcome> {
    return this.commands.execute(new ReceiveInwardTransfer(institutionId, body));
  }

  @Post('name-enquiry')
  @Endpoint({
    summary: 'Look up the name of an account',
    description:
      'The name that another institution shows its customer before a transfer. Only accounts and virtual accounts of ' +
      'customers are found, and only while they can be credited. Unknown fields are ignored.',
    access: gatewayAccess('inward-transfer'),
    response: InwardNameView,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND],
  })
  name(
    @CurrentGateway() { institutionId }: GatewayActor,
    @Body() { accountNumber }: InwardNameEnquiryBody,
  ): Promise<InwardNameView> {
    return this.queries.execute(new GetInwardName(institutionId, accountNumber));
  }
}
