import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';

export type OrderKind = 'Add' | 'TopUp' | 'Liquidate';
export type OrderStatus = 'PendingApproval' | 'Done' | 'Declined';

/** What a caller asked of a deposit and what became of it: the one place where its reference is used up. */
@Entity()
@Index('uq_fixed_deposit_order_reference', ['institutionId', 'referenceNumber'], { unique: true })
@Index('ix_fixed_deposit_order_deposit', ['institutionId', 'depositId', 'id'])
export class FixedDepositOrder extends TenantEntity {
  @IdColumn()
  depositId!: number;

  @TextColumn(10)
  kind!: OrderKind;

  @TextColumn(20)
  status!: OrderStatus;

  @TextColumn(100)
  referenceNumber!: string;

  /** Principal to add, or to take out; of a full liquidation what there was when it was asked for. */
  @KoboColumn()
  amountKobo!: bigint;

  /** Of a liquidation: whether it takes all there is. */
  @Column({ type: 'boolean' })
  isFull!: boolean;

  /** The account of record that is debited; null for a liquidation. */
  @IdColumn({ nullable: true })
  sourceAccountId!: number | null;

  @IdColumn({ nullable: true })
  approvalId!: number | null;

  /** The posting that moved the money. */
  @IdColumn({ nullable: true })
  postingId!: number | null;

  /** `api-client:ID`. */
  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;
}
