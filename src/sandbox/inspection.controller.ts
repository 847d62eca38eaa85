import { Body, Controller, Get, Header, HttpCode, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Clock } from '../common/time/clock';
import { CardCallbackBody, CardCallbackView } from './cards-simulator.dto';
import { settlementReportOf } from './provider-report';
import {
  type CardRecord,
  type InquiryRecord,
  type MessageRecord,
  type PaymentRecord,
  SandboxLedger,
} from './sandbox-ledger';
import { SandboxOptions } from './sandbox-options';

const CALLBACK_TIMEOUT_MS = 10_000;

/** The state of the simulator, for tests; no provider has these routes. */
@ApiExcludeController()
@Controller('sandbox')
export class InspectionController {
  constructor(
    private readonly ledger: SandboxLedger,
    private readonly options: SandboxOptions,
    private readonly clock: Clock,
  ) {}

  @Get('transfers')
  transfers(): { transfers: PaymentRecord[] } {
    return { transfers: this.ledger.transfers };
  }

  /** The settlement report of a transfer provider as CSV, to be imported (docs/api/settlement.md#sandbox). */
  @Get('settlement-report')
  @Header('content-type', 'text/csv; charset=utf-8')
  settlementReport(@Query('provider') provider?: string): string {
    const named = provider ?? 'providerh';
    return settlementReportOf(this.ledger.transfers.filter((transfer) => transfer.provider === named));
  }

  @Get('vends')
  vends(): { vends: PaymentRecord[] } {
    return { vends: this.ledger.vends };
  }

  @Get('cards')
  cards(): { cards: CardRecord[] } {
    return { cards: this.ledger.cards };
  }

  @Get('messages')
  messages(): { messages: MessageRecord[] } {
    return { messages: this.ledger.messages };
  }

  @Get('inquiries')
  inquiries(): { inquiries: InquiryRecord[] } {
    return { inquiries: this.ledger.inquiries };
  }

  /** Clears the state. */
  @Post('reset')
  @HttpCode(200)
  reset(): { reset: true } {
    this.ledger.reset();
    return { reset: true };
  }

  /** Calls back as a card middleware does, the requested number of times, always with the same body. */
  @Post('card-callbacks')
  @HttpCode(200)
  async callBack(
    @Body()
    { url, times, kind, type, cardReference, transactionReference, originalReference, amount }: CardCallbackBody,
  ): Promise<CardCallbackView> {
    const at = this.clock.now().toISOString();
    const maskedPan = this.ledger.cards.find((card) => card.cardReference === cardReference)?.maskedPan;
    const body =
      kind === 'transaction'
        ? {
            cardReference,
            maskedPan,
            transactionReference,
            originalReference,
            amount,
            transactionType: type,
            narration: `Simulated ${type.toLowerCase()}`,
            terminalId: '2SBX0001',
            transactionDate: at,
          }
        : { cardReference, event: type, eventDate: at };
    const headers = {
      'content-type': 'application/json',
      ...(this.options.gatewayKey === undefined ? {} : { 'x-gateway-key': this.options.gatewayKey }),
    };
    const statuses: number[] = [];
    for (let sent = 0; sent < times; sent += 1) {
      const request = {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(CALLBACK_TIMEOUT_MS),
        redirect: 'manual',
      } as const;
      statuses.push(
        await fetch(url, request).then(
          ({ status }) => status,
          () => 0,
        ),
      );
    }
    return { statuses };
  }
}
