import { Column, Entity, Index } from 'typeorm';
import { DateColumn, IdColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';

/**
 * A customer's savings or current account. Its ledger account has the same id and carries balance, status and limits.
 * The name index is written by hand in the migration, because it needs `text_pattern_ops`.
 */
@Entity()
@Index('uq_deposit_account_account_number', ['institutionId', 'accountNumber'], { unique: true })
@Index('uq_deposit_account_record_id', ['institutionId', 'recordId'], { unique: true })
@Index('uq_deposit_account_reference', ['institutionId', 'referenceNumber'], {
  unique: true,
  where: 'reference_number IS NOT NULL',
})
@Index('ix_deposit_account_customer', ['institutionId', 'customerId', 'id'])
@Index('ix_deposit_account_product', ['institutionId', 'productId', 'id'])
@Index('ix_deposit_account_branch', ['institutionId', 'branchId', 'id'])
@Index('ix_deposit_account_officer', ['institutionId', 'accountOfficerStaffID', 'id'])
@Index('ix_deposit_account_date_opened', ['institutionId', 'dateOpened', 'id'])
@Index('ix_deposit_account_closed', ['institutionId', 'customerId'], { where: 'date_closed IS NOT NULL' })
@Index('ix_deposit_account_search_name', { synchronize: false })
export class DepositAccount extends TenantEntity {
  @Column({ type: 'uuid' })
  recordId!: string;

  /** NUBAN. */
  @TextColumn(10)
  accountNumber!: string;

  @TextColumn(250)
  accountName!: string;

  /** `searchName` of the account name. */
  @TextColumn(250)
  searchName!: string;

  @IdColumn()
  customerId!: number;

  @IdColumn()
  productId!: number;

  @IdColumn()
  branchId!: number;

  @Column({ name: 'account_officer_staff_code', type: 'character varying', length: '20' })
  accountOfficerStaffID!: string;

  /** 1 to 3 (`docs/domain/nigeria.md#kyc-tiers`). */
  @Column({ type: 'smallint' })
  kycTier!: number;

  @TextColumn(100, { nullable: true })
  referenceNumber!: string | null;

  /** Business date. */
  @DateColumn()
  dateOpened!: string;

  /** Date on which the customer last used the account in another system; null for an account that began here. */
  @DateColumn({ nullable: true })
  broughtUsedOn!: string | null;

  /** Business date. */
  @DateColumn({ nullable: true })
  dateClosed!: string | null;

  @TextColumn(250, { nullable: true })
  closureReason!: string | null;

  /** The approval that a status change waits for; null when none waits. */
  @IdColumn({ nullable: true })
  pendingApprovalId!: number | null;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;
}
