import { Injectable } from '@nestjs/common';
import { ApprovalGate } from '../approvals/approval-gate';
import { RATE_OUTSIDE_RANGE } from '../approvals/policy-conditions';
import { IdAllocator } from '../common/database/id-allocator';
import type { Tx } from '../common/database/unit-of-work';
import { duplicateReference } from '../common/errors/duplicate-reference';
import { refusingDuplicates } from '../common/errors/unique-violation';
import type { WriteRequest } from '../common/http/write-request';
import { formatNaira } from '../common/money/naira';
import { Clock } from '../common/time/clock';
import { Product } from '../products/product.entity';
import { ProductRates } from '../products/rates/product-rates';
import { RATE_BASIS } from '../products/terms/loan-enumerations';
import type { FixedDeposit } from './fixed-deposit.entity';
import { FixedDepositOrder, type OrderKind } from './fixed-deposit-order.entity';

/** The operation of the approval policies that applies. */
export const FIXED_DEPOSIT_OPERATION = 'fixed-deposit';

const VERBS: Record<OrderKind, string> = {
  Add: 'New fixed deposit',
  TopUp: 'Top-up of fixed deposit',
  Liquidate: 'Liquidation of fixed deposit',
};

type Asked = Pick<
  FixedDepositOrder,
  'depositId' | 'kind' | 'referenceNumber' | 'amountKobo' | 'isFull' | 'sourceAccountId'
>;

/** Stores requests about deposits, each under its own reference. */
@Injectable()
export class FixedDepositOrders {
  constructor(
    private readonly gate: ApprovalGate,
    private readonly rates: ProductRates,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /**
   * Claims the reference before the deposit's state is checked, so that a repeated request is refused for its reference
   * and not for the effect of the first one.
   * @throws DUPLICATE_REFERENCE (409)
   */
  async open(tx: Tx, { institutionId, actor }: WriteRequest, asked: Asked): Promise<FixedDepositOrder> {
    const order: FixedDepositOrder = {
      institutionId,
      id: await this.ids.next(),
      ...asked,
      status: 'PendingApproval',
      approvalId: null,
      postingId: null,
      createdBy: actor,
      createdAt: this.clock.institutionNow(institutionId),
    };
    await refusingDuplicates(tx.insert(FixedDepositOrder, order), {
      uq_fixed_deposit_order_reference: duplicateReference('referenceNumber'),
    });
    return order;
  }

  /** The order of an approval. */
  async find(tx: Tx, institutionId: number, id: number): Promise<FixedDepositOrder> {
    return tx.findOneByOrFail(FixedDepositOrder, { institutionId, id });
  }

  /** The order of an approval, locked until the transaction ends. */
  async lock(tx: Tx, institutionId: number, id: number): Promise<FixedDepositOrder> {
    return tx.findOneOrFail(FixedDepositOrder, { where: { institutionId, id }, lock: { mode: 'for_no_key_update' } });
  }

  /**
   * Requests approval where a policy requires it.
   * @returns the approval that the order waits for; undefined when the order can be executed at once.
   */
  async requestApproval(
    tx: Tx,
    write: WriteRequest,
    order: FixedDepositOrder,
    deposit: FixedDeposit,
  ): Promise<number | undefined> {
    const { accountNumber, customerID, tenureDays, interestRate } = deposit;
    const { institutionId, id, kind, amountKobo, isFull } = order;
    const terms = kind === 'Add' ? ` for ${tenureDays} days at ${Number(interestRate)} % a year` : '';
    const payee = kind === 'Liquidate' ? `, paid to ${deposit.liquidationAccount}` : '';
    const approvalId = await this.gate.ask(tx, write, {
      operation: FIXED_DEPOSIT_OPERATION,
      amountKobo,
      conditions: kind === 'Add' && (await this.isRateOutsideRange(tx, deposit)) ? [RATE_OUTSIDE_RANGE] : [],
      summary:
        `${VERBS[kind]} ${accountNumber} of customer ${customerID}: ` +
        `${isFull ? 'all of ' : ''}${formatNaira(amountKobo)}${terms}${payee}`,
      details: { orderId: id },
    });
    if (approvalId === undefined) return undefined;
    await tx.update(FixedDepositOrder, { institutionId, id }, { approvalId });
    order.approvalId = approvalId;
    return approvalId;
  }

  private async isRateOutsideRange(tx: Tx, deposit: FixedDeposit): Promise<boolean> {
    const { institutionId, productId: id, interestRate, rateAgreed } = deposit;
    if (!rateAgreed) return false;
    const product = await tx.findOneByOrFail(Product, { institutionId, id });
    const rateBasis = RATE_BASIS.Annual;
    return this.rates.isOutsideRange(tx, product, rateBasis, { interestRate, rateBasis });
  }

  /** Marks an order as done after its posting. */
  async markDone(
    tx: Tx,
    order: FixedDepositOrder,
    postingId: number | null,
    amountKobo = order.amountKobo,
  ): Promise<void> {
    const { institutionId, id } = order;
    await tx.update(FixedDepositOrder, { institutionId, id }, { status: 'Done', postingId, amountKobo });
  }

  /** Marks an order as declined. */
  async declined(tx: Tx, { institutionId, id }: FixedDepositOrder): Promise<void> {
    await tx.update(FixedDepositOrder, { institutionId, id }, { status: 'Declined' });
  }
}
