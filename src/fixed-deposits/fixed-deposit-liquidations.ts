import { Injectable } from '@nestjs/common';
import type { AuditAuthor } from '../common/audit/audit-log';
import type { Tx } from '../common/database/unit-of-work';
import { formatNaira, koboToNaira } from '../common/money/naira';
import { accrualLegs, settlementLegs } from './deposit-legs';
import type { FixedDeposit } from './fixed-deposit.entity';
import { ORDER_POSTING } from './fixed-deposit-kinds';
import type { FixedDepositOrder } from './fixed-deposit-order.entity';
import { FixedDepositOrders } from './fixed-deposit-orders';
import { FixedDepositPayees } from './fixed-deposit-payees';
import { FixedDepositPostings } from './fixed-deposit-postings';
import { FixedDeposits } from './fixed-deposits';
import { fixedDepositsErrors } from './fixed-deposits.errors';
import { type EarlySettlement, settleEarly } from './interest/early-settlement';

/** Liquidates deposits in full or in part and settles the interest of the liquidated principal. */
@Injectable()
export class FixedDepositLiquidations {
  constructor(
    private readonly deposits: FixedDeposits,
    private readonly orders: FixedDepositOrders,
    private readonly payees: FixedDepositPayees,
    private readonly postings: FixedDepositPostings,
  ) {}

  /**
   * Liquidates a locked, active deposit today, after `FixedDepositActions.assertAllowed`. The remaining principal earns
   * as if the liquidated part had never been there.
   * @returns the settlement of the interest.
   * @throws ACCOUNT_CLOSED (409) when no account can receive the money
   */
  async liquidate(
    tx: Tx,
    by: AuditAuthor,
    deposit: FixedDeposit,
    order: FixedDepositOrder,
    businessDate: string,
  ): Promise<EarlySettlement> {
    const amountKobo = order.isFull ? deposit.principalKobo : order.amountKobo;
    const parts = await this.deposits.partsOfOne(tx, deposit);
    const settlement = settleEarly(deposit, parts, deposit, amountKobo, businessDate);
    const payee = await this.payees.lock(tx, deposit);
    const { institutionId, contractNo, accountNumber } = deposit;
    const postingId = await this.postings.post(tx, {
      institutionId,
      kind: ORDER_POSTING,
      reference: order.referenceNumber,
      origin: 'api',
      maker: order.createdBy,
      narration: `${order.isFull ? 'Liquidation' : 'Partial liquidation'} of fixed deposit ${contractNo}`,
      legs: [
        ...accrualLegs(deposit, settlement.accruedBeforeKobo - deposit.accruedKobo),
        ...settlementLegs(deposit, payee, amountKobo, settlement),
      ],
      amountKobo,
      metadata: {
        contract_no: contractNo,
        account_number: accountNumber,
        reference_number: order.referenceNumber,
        event: order.isFull ? 'liquidation' : 'partial-liquidation',
        business_date: businessDate,
      },
    });
    await this.deposits.keepParts(tx, settlement.parts);
    await this.deposits.write(tx, deposit, {
      ...stateAfter(deposit, settlement, businessDate),
      ...(order.isFull
        ? { status: 'Liquidated', closedOn: businessDate }
        : { principalKobo: deposit.principalKobo - amountKobo }),
    });
    await this.orders.markDone(tx, order, postingId, amountKobo);
    await this.deposits.record(tx, by, 'liquidate', deposit, {
      referenceNumber: order.referenceNumber,
      amount: koboToNaira(amountKobo),
      penalty: koboToNaira(settlement.penaltyKobo),
    });
    return settlement;
  }
}

function stateAfter(deposit: FixedDeposit, settlement: EarlySettlement, businessDate: string): Partial<FixedDeposit> {
  const { accruedAfterKobo, paidAfterKobo, earnedKobo, penaltyKobo, taxKobo, taxBackKobo } = settlement;
  return {
    accruedKobo: accruedAfterKobo,
    accruedThrough: businessDate < deposit.maturityDate ? businessDate : deposit.maturityDate,
    paidKobo: paidAfterKobo,
    settledKobo: deposit.settledKobo + earnedKobo - penaltyKobo,
    taxWithheldKobo: deposit.taxWithheldKobo + taxKobo - taxBackKobo,
    approvalId: null,
  };
}

/** @throws FIXED_DEPOSIT_BELOW_MINIMUM (422) */
export function assertLeavesMinimum(
  { principalKobo, minPrincipalKobo }: Pick<FixedDeposit, 'principalKobo' | 'minPrincipalKobo'>,
  amountKobo: bigint,
): void {
  if (principalKobo - amountKobo >= minPrincipalKobo && principalKobo > amountKobo) return;
  const mostKobo = principalKobo > minPrincipalKobo ? principalKobo - minPrincipalKobo : 0n;
  throw fixedDepositsErrors.FIXED_DEPOSIT_BELOW_MINIMUM(
    `At least ${formatNaira(minPrincipalKobo)} of ${formatNaira(principalKobo)} must stay in the deposit; liquidate ` +
      `at most ${formatNaira(mostKobo)}, or liquidate in full.`,
    {
      principalAmount: koboToNaira(principalKobo),
      minimumPrincipal: koboToNaira(minPrincipalKobo),
    },
  );
}
