import { Entity, Index } from 'typeorm';
import { DateColumn, IdColumn, KoboColumn, TenantEntity } from '../../common/database/columns';

/**
 * An account of record that moved to another control ledger or branch with its whole balance, without a posting. Books
 * as of an earlier day show the balance where it was then. Append-only.
 */
@Entity()
@Index('ix_ledger_account_move_account', ['institutionId', 'accountId', 'id'])
@Index('ix_ledger_account_move_date', ['institutionId', 'businessDate'])
export class LedgerAccountMove extends TenantEntity {
  @IdColumn()
  accountId!: number;

  @DateColumn()
  businessDate!: string;

  /** The number of entries that the account had: they were written under the old ledger and branch. */
  @IdColumn()
  entrySeq!: number;

  @IdColumn()
  fromLedgerId!: number;

  @IdColumn()
  toLedgerId!: number;

  @IdColumn({ nullable: true })
  fromBranchId!: number | null;

  @IdColumn({ nullable: true })
  toBranchId!: number | null;

  @KoboColumn()
  debitsKobo!: bigint;

  @KoboColumn()
  creditsKobo!: bigint;
}
