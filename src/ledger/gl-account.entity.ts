import { Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';

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

  @InstantColumn({ default: () => 'now()' })
  createdAt!: Date;
}
