import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { IdColumn, PrimaryIdColumn, TextColumn } from '../../common/database/columns';

export type AccountDirectoryKind = 'deposit' | 'virtual' | 'gl';

/**
 * A number that callers may name in an account field, and the account of record behind it. A virtual number leads to
 * the account of record of its settlement account. Rows of deposit and GL accounts never change, so they may be cached;
 * a virtual account can be renamed and closed.
 */
@Entity('account_number')
@Index('ix_account_number_virtual', ['institutionId', 'accountId'], { where: `"kind" = 'virtual'` })
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

  /** True when a virtual account was closed and takes no more credits. Other accounts have a status of their own. */
  @Column({ type: 'boolean', default: false })
  closed!: boolean;
}
