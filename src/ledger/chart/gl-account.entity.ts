import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

export const GL_CATEGORIES = ['Asset', 'Liability', 'Equity', 'Income', 'Expense'] as const;
export type GlCategory = (typeof GL_CATEGORIES)[number];

/** A ledger of the chart of accounts. Its account of record has the same id. */
@Entity()
@Index('uq_gl_account_code', ['institutionId', 'code'], { unique: true })
export class GlAccount extends TenantEntity {
  @TextColumn(20)
  code!: string;

  @TextColumn(250)
  name!: string;

  @TextColumn(10)
  category!: GlCategory;

  /** The name in the form that prefix searches use (`searchName`). */
  @TextColumn(250, { default: '' })
  searchName!: string;

  /** True for cash, till and collections ledgers. Their balance does not go below zero by default. */
  @Column({ type: 'boolean', default: false })
  cash!: boolean;

  @InstantColumn({ default: () => 'now()' })
  createdAt!: Date;
}
