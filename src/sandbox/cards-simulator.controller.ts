import { Body, Controller, Delete, Get, Headers, Param, Post, Put, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { meaningOf } from './behaviours';
import {
  CardChannelsBody,
  CardListView,
  CardPinBody,
  CardResultView,
  GatewayCardReasonBody,
  type GatewayCardView,
  LinkCardBody,
} from './cards-simulator.dto';
import { GatewayRoute } from './gateway-route';
import { digitsOf, numberOf } from './people';
import { Refusal } from './refusal';
import { assertIdempotencyKey, assertProvider } from './route-rules';
import { type CardRecord, SandboxLedger } from './sandbox-ledger';

/** The serial number of a card that is not in stock. */
const OUT_OF_STOCK = /99000000\d\d$/;

function mask(pan: string): string {
  return `${pan.slice(0, 6)}${'*'.repeat(pan.length - 10)}${pan.slice(-4)}`;
}

function viewOf({
  cardReference,
  reference,
  accountNumber,
  maskedPan,
  status,
  nameOnCard,
  expiryDate,
  channels,
}: CardRecord): GatewayCardView {
  return {
    cardReference,
    reference,
    accountNumber,
    maskedPan,
    status,
    ...(nameOnCard === undefined ? {} : { nameOnCard }),
    ...(expiryDate === undefined ? {} : { expiryDate }),
    channels,
  };
}

function result(responseCode: string, card?: CardRecord): CardResultView {
  return { responseCode, responseMessage: meaningOf(responseCode), ...(card ? { card: viewOf(card) } : {}) };
}

/** Cards and the actions on them. */
@ApiTags('Cards')
@Controller(':provider/cards')
export class CardsSimulatorController {
  constructor(private readonly ledger: SandboxLedger) {}

  @Post('link')
  @GatewayRoute({ summary: 'Link a card to an account', response: CardResultView, once: true })
  link(
    @Param('provider') provider: string,
    @Headers('idempotency-key') key: string | undefined,
    @Body() body: LinkCardBody,
  ): CardResultView {
    assertProvider('cards', provider);
    assertIdempotencyKey(key);
    const { reference, cardPan, serialNumber, ...facts } = body;
    if (cardPan === undefined && serialNumber === undefined)
      throw new Refusal(400, '30', 'serialNumber or cardPan is needed.');
    const maskedPan = mask(cardPan ?? `506146${digitsOf(`pan ${serialNumber}`, 13)}`);
    // The card number itself is kept nowhere.
    const request = { ...facts, serialNumber: serialNumber ?? null, maskedPan };
    const known = this.ledger.cards.find((card) => card.provider === provider && card.reference === reference);
    if (known && JSON.stringify(known.request) !== JSON.stringify(request)) throw Refusal.conflict();
    if (known) return result('00', known);
    if (serialNumber !== undefined && OUT_OF_STOCK.test(serialNumber)) return result('14');
    const cardReference = numberOf('CRD', `${provider} ${reference}`);
    const card: CardRecord = {
      ...{
        kind: 'card',
        key: cardReference,
        provider,
        reference,
        cardReference,
        maskedPan,
        status: 'Active',
        accountNumber: facts.accountNumber,
      },
      ...(facts.nameOnCard === undefined ? {} : { nameOnCard: facts.nameOnCard }),
      ...(facts.expiryDate === undefined ? {} : { expiryDate: facts.expiryDate }),
      ...{ channels: { atm: true, pos: true, web: true }, pinChanges: 0, request },
    };
    return this.saved(card);
  }

  @Get()
  @ApiQuery({ name: 'accountNumber', required: false })
  @GatewayRoute({ summary: 'List the cards of an account', response: CardListView })
  list(@Param('provider') provider: string, @Query('accountNumber') accountNumber?: string): CardListView {
    assertProvider('cards', provider);
    const cards = this.ledger.cards.filter(
      (card) => card.provider === provider && (accountNumber === undefined || card.accountNumber === accountNumber),
    );
    return { cards: cards.map(viewOf) };
  }

  @Put(':cardReference/channels')
  @GatewayRoute({ summary: 'Set the channels of a card', response: CardResultView })
  channels(
    @Param('provider') provider: string,
    @Param('cardReference') cardReference: string,
    @Body() { atm, pos, web }: CardChannelsBody,
  ): CardResultView {
    return this.change(provider, cardReference, (card) => ({ ...card, channels: { atm, pos, web } }));
  }

  @Put(':cardReference/pin')
  @GatewayRoute({ summary: 'Set the PIN of a card', response: CardResultView })
  pin(
    @Param('provider') provider: string,
    @Param('cardReference') cardReference: string,
    @Body() _body: CardPinBody,
  ): CardResultView {
    return this.change(provider, cardReference, (card) => ({ ...card, pinChanges: card.pinChanges + 1 }));
  }

  @Put(':cardReference/block')
  @GatewayRoute({ summary: 'Block a card', response: CardResultView })
  block(
    @Param('provider') provider: string,
    @Param('cardReference') cardReference: string,
    @Body() _body: GatewayCardReasonBody,
  ): CardResultView {
    return this.change(provider, cardReference, (card) => ({ ...card, status: 'Blocked' }));
  }

  @Put(':cardReference/unblock')
  @GatewayRoute({ summary: 'Unblock a card', response: CardResultView })
  unblock(
    @Param('provider') provider: string,
    @Param('cardReference') cardReference: string,
    @Body() _body: GatewayCardReasonBody,
  ): CardResultView {
    return this.change(provider, cardReference, (card) => ({ ...card, status: 'Active' }));
  }

  @Delete(':cardReference')
  @GatewayRoute({ summary: 'Delete a card', response: CardResultView })
  delete(@Param('provider') provider: string, @Param('cardReference') cardReference: string): CardResultView {
    const card = this.require(provider, cardReference);
    return this.saved({ ...card, status: 'Deleted' });
  }

  /** A deleted card cannot be changed. */
  private change(provider: string, cardReference: string, to: (card: CardRecord) => CardRecord): CardResultView {
    const card = this.require(provider, cardReference);
    return card.status === 'Deleted' ? result('21', card) : this.saved(to(card));
  }

  private require(provider: string, cardReference: string): CardRecord {
    assertProvider('cards', provider);
    const card = this.ledger.cards.find(
      (candidate) => candidate.provider === provider && candidate.cardReference === cardReference,
    );
    if (!card) throw Refusal.notFound('There is no such card.');
    return card;
  }

  private saved(card: CardRecord): CardResultView {
    this.ledger.save(card);
    return result('00', card);
  }
}
