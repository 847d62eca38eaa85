import { Injectable } from '@nestjs/common';
import { ApprovalGate } from '../approvals/approval-gate';
import { IdAllocator } from '../common/database/id-allocator';
import type { Tx } from '../common/database/unit-of-work';
import { duplicateReference } from '../common/errors/duplicate-reference';
import { refusingDuplicates } from '../common/errors/unique-violation';
import type { WriteRequest } from '../common/http/write-request';
import { formatNaira } from '../common/money/naira';
import { Clock } from '../common/time/clock';
import type { FixedDeposit } from './fixed-deposit.entity';
import { FixedDepositOrder, type OrderKind } from './fixed-deposit-order.entity';

/** Staff's name of the change in `ApprovalGate`. */
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

/** What callers ask of deposits, each under a reference of its own. */
@Injectable()
export class FixedDepositOrders {
  constructor(
    private readonly gate: ApprovalGate,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /**
   * Uses the reference up, before the state of the deposit is looked at: a request sent twice must hear of its reference, not
   * of what its first time did.
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
      createdAt: this.clock.now(),
    };
    await refusingDuplicates(tx.insert(FixedDepositOrder, order), {
      uq_fixed_deposit_order_reference: duplicateReference('referenceNumber'),
    });
    return order;
  }

  /** The order that an approval is about. */
  async find(tx: Tx, institutionId: number, id: number): Promise<FixedDepositOrder> {
    return tx.findOneByOrFail(FixedDepositOrder, { institutionId, id });
  }

  /** The same, locked until the transaction ends. */
  async lock(tx: Tx, institutionId: number, id: number): Promise<FixedDepositOrder> {
    return tx.findOneOrFail(FixedDepositOrder, { where: { institutionId, id }, lock: { mode: 'for_no_key_update' } });
  }

  /**
   * Asks staff where a policy says so.
   * @returns the approval that the order waits for; undefined when it is to be carried out at once.
   */
  async ask(
    tx: Tx,
    write: WriteRequest,
    order: FixedDepositOrder,
    { accountNumber, customerID, tenureDays, interestRate }: FixedDeposit,
  ): Promise<number | undefined> {
    const { institutionId, id, kind, amountKobo, isFull } = order;
    const terms = kind === 'Add' ? ` for ${tenureDays} days at ${Number(interestRate)} % a year` : '';
    const approvalId = await this.gate.ask(tx, write, {
      operation: FIXED_DEPOSIT_OPERATION,
      amountKobo,
      summary: `${VERBS[kind]} ${accountNumber} of customer ${customerID}: ${isFull ? 'all of ' : ''}${formatNaira(amountKobo)}${terms}`,
      details: { orderId: id },
    });
    if (approvalId === undefined) return undefined;
    await tx.update(FixedDepositOrder, { institutionId, id }, { approvalId });
    order.approvalId = approvalId;
    return approvalId;
  }

  /** Ends an order that moved money. */
  async done(tx: Tx, order: FixedDepositOrder, postingId: number | null, amountKobo = order.amountKobo): Promise<void> {
    const { institutionId, id } = order;
    await tx.update(FixedDepositOrder, { institutionId, id }, { status: 'Done', postingId, amountKobo });
  }

  /** Ends an order that staff declined. */
  async declined(tx: Tx, { institutionId, id }: FixedDepositOrder): Promise<void> {
    await tx.update(FixedDepositOrder, { institutionId, id }, { status: 'Declined' });
  }
}
