import { Entity, Index } from 'typeorm';
import { IdColumn, TenantEntity, TextColumn } from '../../common/database/columns';

export type InterestAdjustmentKind = 'Deferred' | 'Stage3';

/** An account of record of the adjustments: one for each branch, product and kind. The id is the account's. */
@Entity()
@Index('uq_loan_interest_account', ['institutionId', 'branchId', 'productId', 'kind'], { unique: true })
export class LoanInterestAccount extends TenantEntity {
  @IdColumn()
  branchId!: number;

  @IdColumn()
  productId!: number;

  @TextColumn(10)
  kind!: InterestAdjustmentKind;
}
