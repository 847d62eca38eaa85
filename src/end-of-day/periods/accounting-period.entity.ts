import { Entity, Index } from 'typeorm';
import { DateColumn, IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

export type PeriodKind = 'Month' | 'Year';

/** `Closing` takes no postings any more; it is `Closed` once those under way have ended and, of a year, it is carried forward. */
export type PeriodStatus = 'PendingApproval' | 'Declined' | 'Closing' | 'Closed';

/** A month or a year whose books staff close. */
@Entity()
@Index('uq_accounting_period', ['institutionId', 'kind', 'lastDay'], { unique: true, where: `status <> 'Declined'` })
@Index('ix_accounting_period', ['institutionId', 'lastDay', 'id'])
export class AccountingPeriod extends TenantEntity {
  @TextColumn(5)
  kind!: PeriodKind;

  /** `2026-10` or `2026`. */
  @TextColumn(7)
  period!: string;

  @DateColumn()
  firstDay!: string;

  @DateColumn()
  lastDay!: string;

  @TextColumn(20)
  status!: PeriodStatus;

  @TextColumn(120)
  requestedBy!: string;

  @InstantColumn()
  requestedAt!: Date;

  @IdColumn({ nullable: true })
  approvalId!: number | null;

  /** Who approved or declined. */
  @TextColumn(120, { nullable: true })
  decidedBy!: string | null;

  @InstantColumn({ nullable: true })
  closedAt!: Date | null;

  /** Of a year: where its result goes. */
  @IdColumn({ nullable: true })
  retainedEarningsId!: number | null;

  /** Of a closed year with a result: the posting that carried it forward. */
  @IdColumn({ nullable: true })
  closingPostingId!: number | null;
}
