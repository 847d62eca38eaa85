import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

export const GL_CATEGORIES = ['Asset', 'Liability', 'Equity', 'Income', 'Expense'] as const;
export type GlCategory = (typeof GL_CATEGORIES)[number];

/** A line of the chart of accounts; its id is its ledger account's id. */
@Entity()
@Index('uq_gl_account_code', ['institutionId', 'code'], { unique: true })
export class GlAccount extends TenantEntity {
  @TextColumn(20)
  code!: string;

  @TextColumn(250)
  name!: string;

  @TextColumn(10)
  category!: GlCategory;

  /** The form of the name that prefix searches use (`searchName`). */
  @TextColumn(250, { default: '' })
  searchName!: string;

  /** Cash, till or collections: money that exists elsewhere too, so it does not go below zero unless told otherwise. */
  @Column({ type: 'boolean', default: false })
  cash!: boolean;

  @InstantColumn({ default: () => 'now()' })
  createdAt!: Date;
}
