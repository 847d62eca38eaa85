import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import { nairaToKobo } from '../common/money/naira';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import { Integrations, type PaymentIntegration } from '../institutions/integrations/integrations';
import { integrationsErrors } from '../institutions/integrations/integrations.errors';
import { AccountDirectory } from '../ledger/chart/account-directory';
import { ORDINARY } from '../ledger/engine/posting-request';
import {
  type Movement,
  type MovementPlanner,
  MovementPlanners,
  type PostingPlan,
} from '../ledger/movements/movement-planners';
import type { NewPayout } from '../payouts/payout-rows';
import { billVend } from './bill-vend.operation';
import { BillerCatalogue, type BillOffer } from './biller-catalogue';
import { BillerCustomers } from './biller-customers';
import type { VendBody } from './bills.dto';
import type { BillerCustomer } from './read-customer-answer';
import { vendAmountViolation } from './vend-amount-violation';
import type { VendFacts } from './vend-facts';
import { BILL_VEND } from './vend-kind';
import { vendSessionId } from './vend-session-id';

const NARRATION_MAX_LENGTH = 250;

/** Plans `vend`: debits the customer and credits the ledger through which the provider settles. */
@Injectable()
@MemberOf(MovementPlanners)
export class BillVendPlanner implements MovementPlanner<VendBody> {
  readonly operation = billVend;

  constructor(
    private readonly integrations: Integrations,
    private readonly directory: AccountDirectory,
    private readonly catalogue: BillerCatalogue,
    private readonly customers: BillerCustomers,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ACCOUNT_NOT_FOUND, BILLER_NOT_FOUND, BILL_PACKAGE_NOT_FOUND, BILL_CUSTOMER_NOT_FOUND (404),
   *   VIRTUAL_ACCOUNT_NOT_ALLOWED, BILL_AMOUNT_NOT_ALLOWED (422), INTEGRATION_NOT_ENABLED, GATEWAY_UNAVAILABLE (503)
   */
  async plan({ institutionId, source }: Movement<VendBody>): Promise<PostingPlan> {
    const body = source.payload;
    const amountKobo = nairaToKobo(body.amount)!;
    // An optional field may arrive as null, which means the same as its absence.
    const integration = await this.integrations.require(institutionId, 'bills', body.provider ?? undefined);
    const account = await this.directory.requireDeposit(institutionId, body.accountNumber);
    const ledgerAccountId = await this.settlementAccount(institutionId, integration);
    const facts = await this.facts(integration, body, amountKobo);
    const { provider } = integration;
    const payout = await this.newPayout(institutionId, { body, provider, amountKobo, facts, createdBy: source.actor });
    return {
      kind: BILL_VEND,
      reference: body.paymentReference,
      operation: billVend.with({ vend: facts, payout }),
      nature: ORDINARY,
      narration: `Bill payment: ${facts.billerName}, ${facts.packageName}, ${facts.customerId}`
        .slice(0, NARRATION_MAX_LENGTH)
        .toWellFormed(),
      legs: [
        { accountId: account.ledgerAccountId, side: 'debit', amountKobo, role: 'principal' },
        { accountId: ledgerAccountId, side: 'credit', amountKobo, role: 'principal', namedByCaller: false },
      ],
      amountKobo,
      feeKobo: 0n,
    };
  }

  /** The ledger through which the provider settles. @throws INTEGRATION_NOT_ENABLED (503) when it does not exist */
  private async settlementAccount(institutionId: number, { ledgerCode }: PaymentIntegration): Promise<number> {
    const ledger = await this.directory.find(institutionId, ledgerCode);
    if (ledger?.kind !== 'gl')
      throw integrationsErrors.INTEGRATION_NOT_ENABLED('Bill payments are not enabled for your institution.');
    return ledger.ledgerAccountId;
  }

  private async facts({ target }: PaymentIntegration, body: VendBody, amountKobo: bigint): Promise<VendFacts> {
    const offer = await this.catalogue.requireOffer(target, body.billerIdentifier, body.packageIdentifier);
    const customer = await this.customers.recall(target, body);
    const refusal = vendAmountViolation(amountKobo, offer.offered, customer.minimumAmountKobo);
    if (refusal) throw refusal;
    return factsOf(offer, customer);
  }

  private async newPayout(
    institutionId: number,
    {
      body,
      provider,
      amountKobo,
      facts,
      createdBy,
    }: { body: VendBody; provider: string; amountKobo: bigint; facts: VendFacts; createdBy: string },
  ): Promise<NewPayout> {
    const id = await this.ids.next();
    return {
      institutionId,
      id,
      kind: BILL_VEND,
      reference: body.paymentReference,
      accountNumber: body.accountNumber,
      amountKobo,
      feeKobo: 0n,
      vatKobo: 0n,
      stampDutyKobo: 0n,
      provider,
      sessionId: vendSessionId(institutionId, id, this.clock.now()),
      details: facts,
      jobId: await this.ids.next(),
      createdBy,
    };
  }
}

function factsOf({ biller, offered }: BillOffer, { customerId, customerName }: BillerCustomer): VendFacts {
  return {
    billerIdentifier: biller.billerIdentifier,
    billerName: biller.billerName,
    packageIdentifier: offered.packageIdentifier,
    packageName: offered.packageName,
    customerId,
    customerName,
    service: biller.isElectricity ? 'electricity' : 'other',
  };
}
