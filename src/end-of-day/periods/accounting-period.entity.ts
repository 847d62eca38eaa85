import { Entity, Index } from 'typeorm';
import { DateColumn, IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

export type PeriodKind = 'Month' | 'Year';

/**
 * A period in `Closing` takes no new postings. It becomes `Closed` when running postings have ended and, for a year,
 * its result is carried forward.
 */
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

  /** The member of staff who approved or declined. */
  @TextColumn(120, { nullable: true })
  decidedBy!: string | null;

  @InstantColumn({ nullable: true })
  closedAt!: Date | null;

  /** For a year: the ledger that receives its result. */
  @IdColumn({ nullable: true })
  retainedEarningsId!: number | null;

  /** For a closed year with a result: the posting that carried it forward. */
  @IdColumn({ nullable: true })
  closingPostingId!: number | null;
}
