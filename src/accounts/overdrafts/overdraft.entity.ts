import { Column, Entity, Index } from 'typeorm';
import {
  DateColumn,
  IdColumn,
  InstantColumn,
  KoboColumn,
  TenantEntity,
  TextColumn,
} from '../../common/database/columns';

export const OVERDRAFT_STATUSES = ['PendingApproval', 'Active', 'Inactive', 'Expired'] as const;
export type OverdraftStatus = (typeof OVERDRAFT_STATUSES)[number];

/**
 * Permission to draw an account below zero, up to a limit (`docs/api/liens-overdrafts-limits.md#overdrafts`). The limit
 * of the overdraft in force is the overdraft limit of the ledger account, which every debit is checked against; both
 * change in one transaction, under that account's lock.
 */
@Entity()
@Index('uq_overdraft_reference', ['institutionId', 'referenceNumber'], { unique: true })
@Index('uq_overdraft_open', ['institutionId', 'accountId'], {
  unique: true,
  where: `status IN ('PendingApproval', 'Active')`,
})
@Index('ix_overdraft_account', ['institutionId', 'accountId', 'id'])
@Index('ix_overdraft_status', ['institutionId', 'status', 'id'])
@Index('ix_overdraft_expiry', ['institutionId', 'expiryDate', 'id'], { where: `status = 'Active'` })
@Index('ix_overdraft_start', ['institutionId', 'startDate', 'id'], { where: `status = 'Active' AND NOT in_force` })
export class Overdraft extends TenantEntity {
  /** Id of the deposit account and of its ledger account. */
  @IdColumn()
  accountId!: number;

  @TextColumn(20)
  accountNumber!: string;

  @KoboColumn()
  limitKobo!: bigint;

  /** Percent a year, as decimal text such as `24.0000`. */
  @Column({ type: 'numeric', precision: 9, scale: 4 })
  interestRate!: string;

  /** The first business date on which the limit counts. */
  @DateColumn()
  startDate!: string;

  /** The last business date on which the limit counts. */
  @DateColumn()
  expiryDate!: string;

  @TextColumn(100)
  referenceNumber!: string;

  @TextColumn(20)
  status!: OverdraftStatus;

  /** True while the ledger account has the limit. An active overdraft that has not started is not in force. */
  @Column({ type: 'boolean' })
  inForce!: boolean;

  /** The approval that the overdraft or a change of it waits for. */
  @IdColumn({ nullable: true })
  approvalId!: number | null;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn()
  updatedAt!: Date;
}
