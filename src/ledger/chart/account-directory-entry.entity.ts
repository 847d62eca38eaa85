import { Column, Entity, PrimaryColumn } from 'typeorm';
import { IdColumn, PrimaryIdColumn, TextColumn } from '../../common/database/columns';

export type AccountDirectoryKind = 'deposit' | 'virtual' | 'gl';

/**
 * Every number that can stand in an account field, and what it leads to. A virtual number leads to its settlement
 * account's ledger account. Rows of deposit and GL accounts never change, so they may be cached; a virtual number's
 * name changes with its company's, and it can be closed.
 */
@Entity('account_number')
export class AccountDirectoryEntry {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryColumn({ type: 'character varying', length: '20' })
  number!: string;

  @TextColumn(10)
  kind!: AccountDirectoryKind;

  /** Id of the deposit account, virtual account or GL account. */
  @IdColumn()
  accountId!: number;

  @IdColumn()
  ledgerAccountId!: number;

  /** Name shown for a virtual number (`{virtual account name}/{corporate customer name}`); null otherwise. */
  @TextColumn(500, { nullable: true })
  virtualName!: string | null;

  /** Whether a virtual number was closed: it then takes no credits. Other accounts have their status under lock. */
  @Column({ type: 'boolean', default: false })
  closed!: boolean;
}
