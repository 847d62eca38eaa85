import { Entity, PrimaryColumn } from 'typeorm';
import { DateColumn, KoboColumn, PrimaryIdColumn, TextColumn } from '../../common/database/columns';

/**
 * A line of an account's history in the system from which it was brought over (docs/import.md#history). Statements show
 * it; it is no posting, and no balance, proof or window counts it. Append-only.
 */
@Entity()
export class BroughtEntry {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  accountId!: number;

  /** The day on which the old system booked it; never before that of the line before. */
  @PrimaryColumn({ type: 'date' })
  bookedOn!: string;

  /** Rises with the order of the lines; the place of the line in its file. */
  @PrimaryIdColumn()
  seq!: number;

  @DateColumn()
  valueDate!: string;

  @TextColumn(250)
  narration!: string;

  /** 0 for a credit. */
  @KoboColumn()
  debitKobo!: bigint;

  /** 0 for a debit. */
  @KoboColumn()
  creditKobo!: bigint;

  /** Balance after the line; above zero when the bank owes it. */
  @KoboColumn()
  balanceKobo!: bigint;

  @TextColumn(100, { nullable: true })
  reference!: string | null;
}
