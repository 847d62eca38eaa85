import { Column, Entity, Index } from 'typeorm';
import { DateColumn, DigestColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';

/** A provider's settlement or manual report, loaded whole or not at all (docs/api/settlement.md#import). */
@Entity()
@Index('uq_settlement_report_file', ['institutionId', 'provider', 'sha256'], { unique: true })
export class SettlementReport extends TenantEntity {
  @TextColumn(20)
  provider!: string;

  @TextColumn(250)
  fileName!: string;

  /** Of the file: the same file is the same report. */
  @DigestColumn()
  sha256!: string;

  @Column({ type: 'integer', default: 0 })
  lines!: number;

  @Column({ type: 'integer', default: 0 })
  matched!: number;

  @Column({ type: 'integer', default: 0 })
  amountDiffers!: number;

  @Column({ type: 'integer', default: 0 })
  unmatched!: number;

  @Column({ type: 'integer', default: 0 })
  repeated!: number;

  /** The earliest and the latest date of its lines; null for a report without lines. */
  @DateColumn({ nullable: true })
  firstDate!: string | null;

  @DateColumn({ nullable: true })
  lastDate!: string | null;

  @TextColumn(120)
  importedBy!: string;

  @InstantColumn()
  importedAt!: Date;
}
