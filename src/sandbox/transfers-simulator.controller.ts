import { Body, Controller, Get, Headers, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Clock } from '../common/time/clock';
import { enquiryBehaviourOf, meaningOf } from './behaviours';
import banks from './data/banks.json';
import { deliver } from './deliver';
import { GatewayRoute } from './gateway-route';
import { type DeskAnswer, query, receivePayment } from './payment-desk';
import { digitsOf, holderOf } from './people';
import { Refusal } from './refusal';
import { assertIdempotencyKey, assertProvider } from './route-rules';
import { SandboxLedger } from './sandbox-ledger';
import {
  BankListView,
  GatewayNameEnquiryView,
  NameEnquiryBody,
  RecallBody,
  RecallView,
  SendTransferBody,
  TransferResultView,
  TransferStatusBody,
} from './transfers-simulator.dto';

/** The simulator's own institution code, the NIP virtual bank. */
const SWITCH_CODE = '999999';

/** Interbank transfers. */
@ApiTags('Transfers')
@Controller(':provider/transfer')
export class TransfersSimulatorController {
  constructor(
    private readonly ledger: SandboxLedger,
    private readonly clock: Clock,
  ) {}

  @Get('banks')
  @GatewayRoute({ summary: 'List the institutions that can receive transfers', response: BankListView })
  banks(@Param('provider') provider: string): BankListView {
    assertProvider('transfer', provider);
    return { banks };
  }

  @Post('name-enquiry')
  @GatewayRoute({ summary: 'Get the holder of an account', response: GatewayNameEnquiryView })
  nameEnquiry(@Param('provider') provider: string, @Body() body: NameEnquiryBody, @Res() reply: FastifyReply): void {
    assertProvider('transfer', provider);
    const { accountNumber, destinationInstitutionCode } = body;
    const behaviour = enquiryBehaviourOf(accountNumber);
    if (behaviour === 'silence' || behaviour === 'server-error') return deliver(reply, behaviour, {});
    const isKnownBank = banks.some(({ institutionCode }) => institutionCode === destinationInstitutionCode);
    const responseCode = !isKnownBank ? '16' : behaviour === 'unknown' ? '07' : '00';
    const answer = { responseCode, responseMessage: meaningOf(responseCode) };
    if (responseCode !== '00') return deliver(reply, 'plain', answer);
    const { name, bvn, kycLevel } = holderOf(accountNumber);
    deliver(reply, 'plain', {
      ...answer,
      sessionId: this.newSession(accountNumber),
      accountNumber,
      accountName: name,
      bankVerificationNumber: bvn,
      kycLevel,
      destinationInstitutionCode,
    });
  }

  @Post('send')
  @GatewayRoute({
    summary: 'Create a transfer',
    description:
      'A 2xx response has the result in `status`. After any other response, or none, query the result with `tsq`.',
    response: TransferResultView,
    once: true,
  })
  send(
    @Param('provider') provider: string,
    @Headers('idempotency-key') key: string | undefined,
    @Body() body: SendTransferBody,
    @Res() reply: FastifyReply,
  ): void {
    assertProvider('transfer', provider);
    assertIdempotencyKey(key);
    const { sessionId, reference, amount, beneficiaryAccountNumber } = body;
    const answer = receivePayment(
      this.ledger,
      {
        kind: 'transfer',
        key: sessionId,
        provider,
        reference,
        amount,
        destination: beneficiaryAccountNumber,
        request: { ...body },
      },
      {},
    );
    this.answer(reply, sessionId, answer);
  }

  @Post('tsq')
  @GatewayRoute({
    summary: 'Get transfer status',
    description:
      '`NotReceived` allows one more call with the same reference and session. `Pending` with code 25 does not: the ' +
      'record is not found yet.',
    response: TransferResultView,
  })
  status(
    @Param('provider') provider: string,
    @Body() { sessionId }: TransferStatusBody,
    @Res() reply: FastifyReply,
  ): void {
    assertProvider('transfer', provider);
    this.answer(reply, sessionId, query(this.ledger, 'transfer', sessionId));
  }

  @Post('recall')
  @GatewayRoute({
    summary: 'Request the return of a transfer',
    description:
      'The receiving institution is asked to keep the money of a disputed transfer. A repeated request gets the same answer.',
    response: RecallView,
  })
  recall(@Param('provider') provider: string, @Body() { sessionId, amount }: RecallBody): RecallView {
    assertProvider('transfer', provider);
    const payment = this.ledger.payment('transfer', sessionId);
    const responseCode = payment !== undefined && amount <= payment.amount ? '00' : '25';
    return {
      status: responseCode === '00' ? 'Accepted' : 'Refused',
      responseCode,
      responseMessage: meaningOf(responseCode),
    };
  }

  private answer(reply: FastifyReply, sessionId: string, answer: DeskAnswer): void {
    if (answer === 'conflict') throw Refusal.conflict();
    const reference = this.ledger.payment('transfer', sessionId)?.reference;
    deliver(reply, answer.mode, { ...answer.body, sessionId, ...(reference === undefined ? {} : { reference }) });
  }

  private newSession(accountNumber: string): string {
    const stamp = this.clock.now().toISOString().replace(/\D/g, '');
    return `${SWITCH_CODE}${stamp.slice(2, 14)}${digitsOf(`${accountNumber} ${stamp} ${performance.now()}`, 12)}`;
  }
}
