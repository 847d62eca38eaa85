import { Injectable } from '@nestjs/common';
import { pendingApproval } from '../approvals/approval-rows';
import type { AuditAuthor } from '../common/audit/audit-log';
import type { Tx } from '../common/database/unit-of-work';
import { Outcome } from '../common/http/outcome';
import type { WriteRequest } from '../common/http/write-request';
import { formatNaira, koboToNaira } from '../common/money/naira';
import type { FixedDeposit } from './fixed-deposit.entity';
import { FixedDepositAccounts } from './fixed-deposit-accounts';
import { assertLeavesMinimum, FixedDepositLiquidations } from './fixed-deposit-liquidations';
import { FixedDepositOpening } from './fixed-deposit-opening';
import type { FixedDepositOrder } from './fixed-deposit-order.entity';
import { FixedDepositOrders } from './fixed-deposit-orders';
import { fixedDepositView, liquidationView } from './fixed-deposit-view';
import type { FixedDepositView } from './fixed-deposit-views.dto';
import { FixedDeposits } from './fixed-deposits';
import { fixedDepositsErrors } from './fixed-deposits.errors';
import { orderViolation } from './order-violation';

/** Checks and executes an order on a locked deposit, at once or after the approval of staff. */
@Injectable()
export class FixedDepositActions {
  constructor(
    private readonly deposits: FixedDeposits,
    private readonly orders: FixedDepositOrders,
    private readonly accounts: FixedDepositAccounts,
    private readonly opening: FixedDepositOpening,
    private readonly liquidations: FixedDepositLiquidations,
  ) {}

  /**
   * Executes a new order, or requests approval where a policy requires it. An order that could not be executed now is
   * refused before approval is requested.
   * @throws as `execute` does
   */
  async start(
    tx: Tx,
    write: WriteRequest,
    deposit: FixedDeposit,
    order: FixedDepositOrder,
    businessDate: string,
  ): Promise<Outcome> {
    this.assertAllowed(deposit, order, businessDate);
    const approvalId = await this.orders.requestApproval(tx, write, order, deposit);
    if (approvalId === undefined) return Outcome.done(await this.execute(tx, write, deposit, order, businessDate));
    if (order.sourceAccountId !== null)
      await this.accounts.lockSource(tx, write.institutionId, order.sourceAccountId, order.amountKobo);
    await this.deposits.write(tx, deposit, { approvalId });
    await this.deposits.record(tx, write, 'ask', deposit, {
      approvalId,
      kind: order.kind,
      referenceNumber: order.referenceNumber,
    });
    return pendingApproval(approvalId, 'The request waits for approval; no money has moved yet.', {
      ...fixedDepositView(deposit, await this.deposits.partsOfOne(tx, deposit)),
    });
  }

  /**
   * Refuses an order that the deposit's state or terms do not allow. Funds are checked when money moves.
   * @throws FIXED_DEPOSIT_NOT_ACTIVE, FIXED_DEPOSIT_PENDING_APPROVAL, FIXED_DEPOSIT_HAS_MATURED (409),
   * FIXED_DEPOSIT_TERMS_REFUSED, FIXED_DEPOSIT_BELOW_MINIMUM (422)
   */
  assertAllowed(deposit: FixedDeposit, order: FixedDepositOrder, businessDate: string): void {
    if (order.kind === 'Add') return;
    const refusal = orderViolation(deposit, order.approvalId);
    if (refusal) throw refusal;
    if (order.kind === 'TopUp') assertTakesTopUp(deposit, order.amountKobo, businessDate);
    else if (!order.isFull) assertLeavesMinimum(deposit, order.amountKobo);
  }

  /**
   * @returns the deposit after the order, as callers see it.
   * @throws as `assertAllowed` does, and the refusals of the accounts
   */
  async execute(
    tx: Tx,
    by: AuditAuthor,
    deposit: FixedDeposit,
    order: FixedDepositOrder,
    businessDate: string,
  ): Promise<FixedDepositView> {
    this.assertAllowed(deposit, order, businessDate);
    switch (order.kind) {
      case 'Add':
        return fixedDepositView(deposit, await this.opening.begin(tx, by, deposit, order, businessDate));
      case 'TopUp':
        return fixedDepositView(deposit, await this.opening.topUp(tx, by, deposit, order, businessDate));
      case 'Liquidate': {
        const amountKobo = order.isFull ? deposit.principalKobo : order.amountKobo;
        return liquidationView(
          deposit,
          amountKobo,
          await this.liquidations.liquidate(tx, by, deposit, order, businessDate),
        );
      }
    }
  }
}

/** @throws FIXED_DEPOSIT_HAS_MATURED (409), FIXED_DEPOSIT_TERMS_REFUSED (422) */
function assertTakesTopUp(
  { maturityDate, principalKobo, maxPrincipalKobo }: FixedDeposit,
  amountKobo: bigint,
  businessDate: string,
): void {
  if (maturityDate <= businessDate) throw fixedDepositsErrors.FIXED_DEPOSIT_HAS_MATURED();
  if (principalKobo + amountKobo <= maxPrincipalKobo) return;
  throw fixedDepositsErrors.FIXED_DEPOSIT_TERMS_REFUSED(
    `The principal must stay within ${formatNaira(maxPrincipalKobo)}; it is ${formatNaira(principalKobo)}.`,
    {
      field: 'topUpAmount',
      maximumPrincipal: koboToNaira(maxPrincipalKobo),
    },
  );
}
