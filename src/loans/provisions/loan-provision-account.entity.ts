import { Entity, Index } from 'typeorm';
import { IdColumn, TenantEntity, TextColumn } from '../../common/database/columns';
import type { LoanClassification } from '../contract/loan.entity';

/**
 * An account of record of the allowance for loan losses: one for each branch, product and class, below the ledger of
 * the allowance; or the one of the regulatory risk reserve. The id is the account's.
 */
@Entity()
@Index('uq_loan_provision_account', ['institutionId', 'branchId', 'productId', 'classification'], { unique: true })
export class LoanProvisionAccount extends TenantEntity {
  /** 0 for the reserve, which belongs to the institution as a whole. */
  @IdColumn()
  branchId!: number;

  /** 0 for the reserve. */
  @IdColumn()
  productId!: number;

  @TextColumn(20)
  classification!: LoanClassification | 'Reserve';
}
