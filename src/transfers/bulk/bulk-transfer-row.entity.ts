import { Column, Entity } from 'typeorm';
import { KoboColumn, PrimaryIdColumn, TextColumn } from '../../common/database/columns';

/** What is fixed of a row to another institution when its file is planned; amounts in kobo. */
export interface OutwardRowPlan {
  provider: string;
  /** The ledger through which the provider settles. */
  settlementAccountId: number;
  bankName: string;
  accountName: string;
  charges: { role: 'fee' | 'tax'; narration: string; amountKobo: number; ledgerAccountId: number }[];
}

/** One transfer of a file, as its request asked for it. Append-only. */
@Entity()
export class BulkTransferRow {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  bulkTransferId!: number;

  /** Place in the file, from 1. */
  @PrimaryIdColumn()
  rowNumber!: number;

  /** Unique among the institution's transfers of the row's kind, local or outward. */
  @TextColumn(100)
  reference!: string;

  @TextColumn(20)
  creditAccountNumber!: string;

  @KoboColumn()
  amountKobo!: bigint;

  /** Stamp duty of a local row. */
  @KoboColumn()
  dutyKobo!: bigint;

  /** Fee, VAT and stamp duty of a row to another institution. */
  @KoboColumn({ default: 0 })
  chargesKobo!: bigint;

  /** The institution of the account, at the switch; null for a local row. */
  @TextColumn(6, { nullable: true })
  bankCode!: string | null;

  /** Only of a row to another institution. */
  @TextColumn(100, { nullable: true })
  nameEnquiryRef!: string | null;

  /** Only of a row to another institution. */
  @Column({ type: 'jsonb', nullable: true })
  outward!: OutwardRowPlan | null;

  @TextColumn(250)
  narration!: string;
}
