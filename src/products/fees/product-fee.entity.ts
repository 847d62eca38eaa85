import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../../common/database/columns';
import type { ProductStatus } from '../product.entity';

export const FEE_KINDS = ['Flat', 'Percentage'] as const;
export type FeeKind = (typeof FEE_KINDS)[number];

export const FEE_TIMES = ['Disbursement', 'Upfront', 'PerInstalment'] as const;
/**
 * When a fee is charged: out of the proceeds, from the linked account before disbursement, or with every instalment.
 */
export type FeeTime = (typeof FEE_TIMES)[number];

/** A fee that loans of the product can be charged. Loans copy it when they begin (`docs/api/products.md#fees`). */
@Entity()
@Index('uq_product_fee_name', ['institutionId', 'productId', 'name'], { unique: true })
export class ProductFee extends TenantEntity {
  @IdColumn()
  productId!: number;

  @TextColumn(100)
  name!: string;

  @TextColumn(10)
  kind!: FeeKind;

  /** Only of a flat fee. */
  @KoboColumn({ nullable: true })
  amountKobo!: bigint | null;

  /** Only of a percentage fee: percent of the principal, as decimal text such as `1.0000`. */
  @Column({ type: 'numeric', precision: 9, scale: 4, nullable: true })
  rate!: string | null;

  /** True when VAT is charged on top. */
  @Column({ type: 'boolean' })
  vatApplies!: boolean;

  @IdColumn()
  incomeGlAccountId!: number;

  @TextColumn(15)
  charged!: FeeTime;

  @TextColumn(10)
  status!: ProductStatus;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn()
  updatedAt!: Date;
}
