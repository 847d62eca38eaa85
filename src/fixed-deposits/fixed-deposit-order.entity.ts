import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';

export type OrderKind = 'Add' | 'TopUp' | 'Liquidate';
export type OrderStatus = 'PendingApproval' | 'Done' | 'Declined';

/** A request about a deposit and its result. It claims the caller's reference. */
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

  /** Principal to add or to liquidate; for a full liquidation the principal at the time of the request. */
  @KoboColumn()
  amountKobo!: bigint;

  /** For a liquidation: true when it takes the whole principal. */
  @Column({ type: 'boolean' })
  isFull!: boolean;

  /** The account of record to debit; null for a liquidation. */
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
