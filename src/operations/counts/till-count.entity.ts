import { Column, Entity, Index } from 'typeorm';
import {
  DateColumn,
  IdColumn,
  InstantColumn,
  KoboColumn,
  TenantEntity,
  TextColumn,
} from '../../common/database/columns';
import type { CountedPieces } from './denominations';

export const TILL_COUNT_STATUSES = ['Balanced', 'PendingApproval', 'Posted', 'Declined'] as const;
/** `Posted`: the difference was approved and is in the books. */
export type TillCountStatus = (typeof TILL_COUNT_STATUSES)[number];

/** A count of the cash of a till, beside what the ledger had at that moment (docs/api/postings.md#counts). */
@Entity()
@Index('ix_till_count_till', ['institutionId', 'tillId', 'businessDate', 'id'])
@Index('uq_till_count_pending', ['institutionId', 'tillId'], { unique: true, where: `status = 'PendingApproval'` })
export class TillCount extends TenantEntity {
  @IdColumn()
  tillId!: number;

  @DateColumn()
  businessDate!: string;

  @KoboColumn()
  countedKobo!: bigint;

  /** Balance of the till's ledger, read under its lock. */
  @KoboColumn()
  ledgerKobo!: bigint;

  @Column({ type: 'jsonb' })
  denominations!: CountedPieces[];

  @TextColumn(500, { nullable: true })
  note!: string | null;

  @TextColumn(20)
  status!: TillCountStatus;

  /** The approval of the difference; null for a count that balances. */
  @IdColumn({ nullable: true })
  approvalId!: number | null;

  /** The posting of the difference. */
  @IdColumn({ nullable: true })
  postingId!: number | null;

  /** `staff:ID`. */
  @TextColumn(120)
  countedBy!: string;

  @InstantColumn()
  countedAt!: Date;
}
