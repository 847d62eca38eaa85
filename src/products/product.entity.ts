import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';

export const PRODUCT_TYPES = ['Savings', 'Current', 'FixedDeposit', 'Loan', 'GroupLoan'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

export const PRODUCT_STATUSES = ['Active', 'Inactive'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** The terms under which accounts, loans or deposits are opened, and their control ledger (`docs/api/products.md`). */
@Entity()
@Index('uq_product_code', ['institutionId', 'code'], { unique: true })
export class Product extends TenantEntity {
  @TextColumn(20)
  code!: string;

  @TextColumn(250)
  name!: string;

  /** `searchName` of the name. */
  @TextColumn(250)
  searchName!: string;

  @TextColumn(20)
  productType!: ProductType;

  @TextColumn(10)
  status!: ProductStatus;

  /** Percent a year, as decimal text such as `4.2500`. */
  @Column({ type: 'numeric', precision: 9, scale: 4 })
  interestRate!: string;

  @KoboColumn()
  minimumBalanceKobo!: bigint;

  /** The control ledger, whose balance is the sum of the product's accounts. It cannot be changed. */
  @IdColumn()
  controlGlAccountId!: number;

  /** GL accounts that requests about this product may name, such as the ledger a loan is disbursed to. */
  @Column({ type: 'jsonb' })
  usableGlAccountIds!: number[];

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn()
  updatedAt!: Date;
}
