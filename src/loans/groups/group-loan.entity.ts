import { Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';
import type { LoanStatus } from '../contract/loan-status';

/** Loans that a group of customers takes together. Its status follows from theirs and is written with them. */
@Entity()
@Index('uq_group_loan_reference', ['institutionId', 'referenceNumber'], { unique: true })
@Index('ix_group_loan_status', ['institutionId', 'status', 'id'])
export class GroupLoan extends TenantEntity {
  @IdColumn()
  productId!: number;

  @TextColumn(250)
  name!: string;

  @TextColumn(100)
  referenceNumber!: string;

  @TextColumn(20)
  status!: LoanStatus;

  /** The pending approval of the group. */
  @IdColumn({ nullable: true })
  approvalId!: number | null;

  @TextColumn(1000, { nullable: true })
  notes!: string | null;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn()
  updatedAt!: Date;
}
