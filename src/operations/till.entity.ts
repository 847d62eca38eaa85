import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';

export const TILL_STATUSES = ['Active', 'Inactive'] as const;
export type TillStatus = (typeof TILL_STATUSES)[number];

/** A teller's cash: a cash ledger of the chart of accounts, whose id it shares, assigned to a teller. Never deleted. */
@Entity()
@Index('uq_till_account_number', ['institutionId', 'accountNumber'], { unique: true })
@Index('uq_till_active_teller', ['institutionId', 'tellerStaffID'], { unique: true, where: `status = 'Active'` })
@Index('ix_till_teller', ['institutionId', 'tellerStaffID', 'id'])
@Index('ix_till_branch', ['institutionId', 'branchId', 'id'])
export class Till extends TenantEntity {
  /** Code of the cash ledger. */
  @TextColumn(20)
  accountNumber!: string;

  @TextColumn(250)
  name!: string;

  @IdColumn()
  branchId!: number;

  @Column({ name: 'teller_staff_code', type: 'character varying', length: '20' })
  tellerStaffID!: string;

  @TextColumn(3)
  currency!: string;

  /** The most cash the teller should keep; null without a limit. It is for information: postings do not check it. */
  @KoboColumn({ nullable: true })
  cashLimitKobo!: bigint | null;

  @TextColumn(10)
  status!: TillStatus;

  @InstantColumn()
  createdAt!: Date;
}
