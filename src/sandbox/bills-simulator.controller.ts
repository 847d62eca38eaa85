import { Body, Controller, Get, Headers, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { enquiryBehaviourOf, meaningOf } from './behaviours';
import {
  BillerListView,
  CustomerInformationBody,
  GatewayBillCustomerView,
  type GatewayBillerView,
  GatewayVendBody,
  GatewayVendStatusBody,
  VendResultView,
} from './bills-simulator.dto';
import billers from './data/billers.json';
import { deliver } from './deliver';
import { GatewayRoute } from './gateway-route';
import { type DeskAnswer, query, receivePayment } from './payment-desk';
import { digitsOf, holderOf } from './people';
import { Refusal } from './refusal';
import { assertIdempotencyKey, assertProvider } from './route-rules';
import { SandboxLedger } from './sandbox-ledger';

/** Naira of one kilowatt-hour. */
const TARIFF = 68;
const MINIMUM_AMOUNT = 100;

function billerOf(billerId: string, packageId: string | undefined): GatewayBillerView | undefined {
  const biller = (billers as GatewayBillerView[]).find((candidate) => candidate.billerId === billerId);
  return packageId === undefined || biller?.packages.some((offered) => offered.packageId === packageId)
    ? biller
    : undefined;
}

/** The result of a paid vend: the biller's number, and a token where electricity is prepaid. */
function goodsOf(
  { isElectricity }: GatewayBillerView,
  { reference, packageId, amount }: GatewayVendBody,
): Record<string, unknown> {
  const transactionId = `VND${digitsOf(reference, 10)}`;
  if (!isElectricity || packageId !== 'prepaid') return { transactionId };
  const token = digitsOf(`token ${reference}`, 20).replace(/(\d{4})(?=\d)/g, '$1-');
  return { transactionId, token, tokenUnits: Math.round((amount / TARIFF) * 10) / 10 };
}

/** Bill payments. */
@ApiTags('Bills')
@Controller(':provider/bills')
export class BillsSimulatorController {
  constructor(private readonly ledger: SandboxLedger) {}

  @Get('billers')
  @GatewayRoute({ summary: 'List billers and their packages', response: BillerListView })
  billers(@Param('provider') provider: string): BillerListView {
    assertProvider('bills', provider);
    return { billers };
  }

  @Post('customer-information')
  @GatewayRoute({ summary: 'Validate a customer of a biller', response: GatewayBillCustomerView })
  customer(
    @Param('provider') provider: string,
    @Body() { billerId, packageId, customerId }: CustomerInformationBody,
    @Res() reply: FastifyReply,
  ): void {
    assertProvider('bills', provider);
    const behaviour = enquiryBehaviourOf(customerId);
    if (behaviour === 'silence' || behaviour === 'server-error') return deliver(reply, behaviour, {});
    const responseCode = !billerOf(billerId, packageId) ? '12' : behaviour === 'unknown' ? '07' : '00';
    const answer = { responseCode, responseMessage: meaningOf(responseCode) };
    if (responseCode !== '00') return deliver(reply, 'plain', answer);
    const customerName = holderOf(customerId).name;
    deliver(reply, 'plain', {
      ...answer,
      customerId,
      customerName,
      address: `${digitsOf(customerId, 2)} Allen Avenue, Ikeja, Lagos`,
      minimumAmount: MINIMUM_AMOUNT,
      outstandingAmount: 0,
    });
  }

  @Post('vend')
  @GatewayRoute({
    summary: 'Pay a bill',
    description:
      'A 2xx response has the result in `status`. After any other response, or none, query the result with `tsq`.',
    response: VendResultView,
    once: true,
  })
  vend(
    @Param('provider') provider: string,
    @Headers('idempotency-key') key: string | undefined,
    @Body() body: GatewayVendBody,
    @Res() reply: FastifyReply,
  ): void {
    assertProvider('bills', provider);
    assertIdempotencyKey(key);
    const biller = billerOf(body.billerId, body.packageId);
    if (!biller) throw new Refusal(400, '12', 'There is no such biller or package.');
    const { reference, amount, customerId } = body;
    const answer = receivePayment(
      this.ledger,
      { kind: 'vend', key: reference, provider, reference, amount, destination: customerId, request: { ...body } },
      goodsOf(biller, body),
    );
    this.answer(reply, reference, answer);
  }

  @Post('tsq')
  @GatewayRoute({
    summary: 'Get bill payment status',
    description:
      '`NotReceived` allows one more call with the same reference. `Pending` with code 25 does not: the record is ' +
      'not found yet.',
    response: VendResultView,
  })
  status(
    @Param('provider') provider: string,
    @Body() { reference }: GatewayVendStatusBody,
    @Res() reply: FastifyReply,
  ): void {
    assertProvider('bills', provider);
    this.answer(reply, reference, query(this.ledger, 'vend', reference));
  }

  private answer(reply: FastifyReply, reference: string, answer: DeskAnswer): void {
    if (answer === 'conflict') throw Refusal.conflict();
    deliver(reply, answer.mode, { ...answer.body, reference });
  }
}
