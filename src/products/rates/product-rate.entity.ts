import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';
import type { ProductStatus } from '../product.entity';
import type { RateTier } from './rate-tier';

/** A rate that a loan or deposit can name in place of the product's own rate. Contracts copy it when they begin. */
@Entity()
@Index('uq_product_rate_name', ['institutionId', 'productId', 'name'], { unique: true })
export class ProductRate extends TenantEntity {
  @IdColumn()
  productId!: number;

  @TextColumn(100)
  name!: string;

  /** Percent for amounts below the first tier, as decimal text such as `4.2500`. */
  @Column({ type: 'numeric', precision: 9, scale: 4 })
  interestRate!: string;

  /** 0 a year, 1 a repayment period (`RATE_BASES`). */
  @Column({ type: 'smallint' })
  rateBasis!: number;

  /** Tiers by amount, ascending. Read and replaced as a whole. */
  @Column({ type: 'jsonb' })
  tiers!: RateTier[];

  @TextColumn(10)
  status!: ProductStatus;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn()
  updatedAt!: Date;
}
