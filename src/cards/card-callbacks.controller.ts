import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { commonErrors } from '../common/errors/common.errors';
import { CurrentGateway, type GatewayActor } from '../common/http/actor';
import { Endpoint, type EndpointOptions, gatewayAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import {
  LifecycleFeedbackBody,
  LifecycleFeedbackView,
  TransactionFeedbackBody,
  TransactionFeedbackView,
} from './card-callbacks.dto';
import { cardsErrors } from './cards.errors';
import { RecordCardEvent } from './commands/record-card-event';
import { RecordCardTransaction } from './commands/record-card-transaction';

const TRANSACTION: EndpointOptions = {
  summary: 'Report a card transaction',
  description:
    'A `Purchase` or `Withdrawal` debits the account whatever its balance and status, because it has happened. A ' +
    '`Refund` or `Reversal` returns money of the spend that its `originalReference` names, up to its amount. The ' +
    'same `transactionReference` again returns the first result; with other fields it answers 409. Unknown fields ' +
    'are ignored.',
  access: gatewayAccess('card'),
  response: TransactionFeedbackView,
  errors: [
    commonErrors.DUPLICATE_REFERENCE,
    cardsErrors.CARD_NOT_FOUND,
    cardsErrors.CARD_TRANSACTION_NOT_FOUND,
    cardsErrors.CARD_GIVE_BACK_EXCEEDS_ORIGINAL,
    cardsErrors.CARD_LEDGER_NOT_CONFIGURED,
  ],
};

const LIFECYCLE: EndpointOptions = {
  summary: 'Report a card lifecycle event',
  description:
    'Events may come twice and in any order: an event that is older than the status of the card is only recorded. ' +
    'Unknown fields are ignored.',
  access: gatewayAccess('card'),
  response: LifecycleFeedbackView,
  errors: [cardsErrors.CARD_NOT_FOUND],
};

/** The callbacks of the card middleware, with a path for each provider. */
@ApiTags('Card callbacks')
@Controller('cba/cards')
export class CardCallbacksController {
  constructor(private readonly commands: CommandBus) {}

  @Post('providera/transaction-feedback')
  @Endpoint(TRANSACTION)
  transactionOfA(
    @CurrentGateway() { institutionId }: GatewayActor,
    @Body() body: TransactionFeedbackBody,
  ): Promise<Outcome> {
    return this.commands.execute(new RecordCardTransaction(institutionId, 'providera', body));
  }

  @Post('providerb/transaction-feedback')
  @Endpoint(TRANSACTION)
  transactionOfB(
    @CurrentGateway() { institutionId }: GatewayActor,
    @Body() body: TransactionFeedbackBody,
  ): Promise<Outcome> {
    return this.commands.execute(new RecordCardTransaction(institutionId, 'providerb', body));
  }

  @Post('providera/lifecycle-feedback')
  @Endpoint(LIFECYCLE)
  eventOfA(@CurrentGateway() { institutionId }: GatewayActor, @Body() body: LifecycleFeedbackBody): Promise<Outcome> {
    return this.commands.execute(new RecordCardEvent(institutionId, 'providera', body));
  }

  @Post('providerb/lifecycle-feedback')
  @Endpoint(LIFECYCLE)
  eventOfB(@CurrentGateway() { institutionId }: GatewayActor, @Body() body: LifecycleFeedbackBody): Promise<Outcome> {
    return this.commands.execute(new RecordCardEvent(institutionId, 'providerb', body));
  }
}
