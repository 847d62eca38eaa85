import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type ClientActor, CurrentClient } from '../common/http/actor';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { integrationsErrors } from '../institutions/integrations/integrations.errors';
import { ledgerErrors } from '../ledger/ledger.errors';
import {
  AddCardBody,
  BlockUnblockCardBody,
  CardChannelAccessBody,
  CardPath,
  CardPinView,
  CardReasonBody,
  CardView,
  ProviderCardView,
  SearchCardsQuery,
  SearchProviderCardsQuery,
  SetCardPinBody,
} from './cards.dto';
import { cardsErrors } from './cards.errors';
import { AddCard } from './commands/add-card';
import { ChangeCard } from './commands/change-card';
import { SearchCards } from './queries/search-cards';
import { SearchProviderCards } from './queries/search-provider-cards';

const ACCOUNT_ERRORS = [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED];

const CHANGE_ERRORS = [
  cardsErrors.CARD_NOT_FOUND,
  cardsErrors.CARD_NOT_LINKED,
  cardsErrors.CARD_DELETED,
  cardsErrors.CARD_BUSY,
  cardsErrors.CARD_REFUSED,
  cardsErrors.CARD_OUTCOME_UNKNOWN,
  cardsErrors.CARD_PROVIDER_FAILED,
  cardsErrors.CARD_PROVIDER_UNAVAILABLE,
  integrationsErrors.INTEGRATION_NOT_ENABLED,
];

const CARD_CHANGE = {
  access: clientAccess('cards:write'),
  reference: 'honoured' as const,
  response: CardView,
  errors: CHANGE_ERRORS,
};
/** Unblocking makes a card usable, so the account must be active. */
const UNBLOCK_ERRORS = [
  ledgerErrors.ACCOUNT_CLOSED,
  ledgerErrors.ACCOUNT_INACTIVE,
  ledgerErrors.ACCOUNT_FROZEN,
  ledgerErrors.ACCOUNT_DORMANT,
];
const PROVIDER_CARD_CHANGE = { ...CARD_CHANGE, errors: [...CHANGE_ERRORS, cardsErrors.CARD_PROVIDER_MISMATCH] };

const REPEATABLE =
  'When the provider does not answer, the call answers 502 and may be repeated: setting the same state twice is safe.';

@ApiTags('Cards')
@Controller('api/card/v1')
export class CardsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('addcardtoaccount')
  @Endpoint({
    summary: 'Link a card to an account',
    description:
      'Charges the account for the card, then requests the link from the provider. A card that the provider refuses ' +
      'answers 422 and the charge is returned. Until the provider has answered, the card is `Linking` and is ' +
      'completed in the background. The card number is passed to the provider and never stored.',
    access: clientAccess('cards:write'),
    reference: 'required',
    dryRun: true,
    response: CardView,
    errors: [
      ...ACCOUNT_ERRORS,
      ledgerErrors.ACCOUNT_CLOSED,
      ledgerErrors.ACCOUNT_INACTIVE,
      ledgerErrors.ACCOUNT_FROZEN,
      ledgerErrors.ACCOUNT_DORMANT,
      ledgerErrors.ACCOUNT_PENDING_APPROVAL,
      ledgerErrors.INSUFFICIENT_FUNDS,
      cardsErrors.CARD_ALREADY_LINKED,
      cardsErrors.CARD_REFUSED,
      cardsErrors.CARD_CHARGE_NOT_CONFIGURED,
      integrationsErrors.INTEGRATION_NOT_ENABLED,
    ],
  })
  add(@Write() write: WriteRequest, @Body() body: AddCardBody): Promise<Outcome> {
    return this.commands.execute(new AddCard(write, body));
  }

  @Get('searchcards')
  @Endpoint({
    summary: 'List the cards of an account',
    description: "Lists the institution's records, latest first, without a call to the provider.",
    access: clientAccess('cards:read'),
    response: CardView,
    list: 'page',
    errors: ACCOUNT_ERRORS,
  })
  search(@CurrentClient() client: ClientActor, @Query() query: SearchCardsQuery): Promise<Page<CardView>> {
    return this.queries.execute(new SearchCards(client.institutionId, query));
  }

  @Get('providera/searchcards')
  @Endpoint({
    summary: 'List the cards of an account at providera',
    access: clientAccess('cards:read'),
    response: ProviderCardView,
    list: 'flat',
    errors: [...ACCOUNT_ERRORS, cardsErrors.CARD_PROVIDER_UNAVAILABLE, integrationsErrors.INTEGRATION_NOT_ENABLED],
  })
  searchAtProvider(
    @CurrentClient() client: ClientActor,
    @Query() query: SearchProviderCardsQuery,
  ): Promise<{ data: ProviderCardView[]; recordCount: number }> {
    return this.queries.execute(new SearchProviderCards(client.institutionId, 'providera', query.accountNumber));
  }

  @Put('providerb/updatecardchannelaccess')
  @Endpoint({ summary: 'Set the channels of a card of providerb', description: REPEATABLE, ...PROVIDER_CARD_CHANGE })
  setChannels(
    @Write() write: WriteRequest,
    @Body() { cardId, atm, pos, web }: CardChannelAccessBody,
  ): Promise<Outcome> {
    return this.commands.execute(new ChangeCard(write, cardId, { action: 'set-channels', atm, pos, web }, 'providerb'));
  }

  @Put('providera/setcardpin')
  @Endpoint({
    summary: 'Set the PIN of a card of providera',
    description: `The PIN is passed to the provider and never stored. ${REPEATABLE}`,
    ...PROVIDER_CARD_CHANGE,
    response: CardPinView,
  })
  setPin(@Write() write: WriteRequest, @Body() { cardId, pin }: SetCardPinBody): Promise<Outcome> {
    return this.commands.execute(new ChangeCard(write, cardId, { action: 'set-pin', pin }, 'providera'));
  }

  @Put('providera/blockunblockcard')
  @Endpoint({
    summary: 'Block (1) or unblock (2) a card of providera',
    description: REPEATABLE,
    ...PROVIDER_CARD_CHANGE,
    errors: [...PROVIDER_CARD_CHANGE.errors, ...UNBLOCK_ERRORS],
  })
  blockOrUnblock(@Write() write: WriteRequest, @Body() { cardId, status }: BlockUnblockCardBody): Promise<Outcome> {
    return this.commands.execute(
      new ChangeCard(write, cardId, { action: status === 1 ? 'block' : 'unblock' }, 'providera'),
    );
  }

  @Put('block')
  @Endpoint({ summary: 'Block a card', description: REPEATABLE, ...CARD_CHANGE })
  block(@Write() write: WriteRequest, @Body() { cardId, reason }: CardReasonBody): Promise<Outcome> {
    return this.commands.execute(new ChangeCard(write, cardId, { action: 'block', reason: reason ?? undefined }));
  }

  @Put('unblock')
  @Endpoint({
    summary: 'Unblock a card',
    description: REPEATABLE,
    ...CARD_CHANGE,
    errors: [...CHANGE_ERRORS, ...UNBLOCK_ERRORS],
  })
  unblock(@Write() write: WriteRequest, @Body() { cardId, reason }: CardReasonBody): Promise<Outcome> {
    return this.commands.execute(new ChangeCard(write, cardId, { action: 'unblock', reason: reason ?? undefined }));
  }

  @Delete('delete/:id')
  @Endpoint({ summary: 'Delete a card permanently', description: REPEATABLE, ...CARD_CHANGE })
  delete(@Write() write: WriteRequest, @Param() { id }: CardPath): Promise<Outcome> {
    return this.commands.execute(new ChangeCard(write, Number(id), { action: 'delete' }));
  }
}
