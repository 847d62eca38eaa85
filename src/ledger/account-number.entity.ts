import { Entity, PrimaryColumn } from 'typeorm';
import { IdColumn, PrimaryIdColumn, TextColumn } from '../common/database/columns';

export type AccountNumberKind = 'deposit' | 'virtual' | 'gl';

/**
 * Every number that can stand in an account field, and what it leads to. Rows never change, so they may be cached.
 * A virtual number leads to its settlement account's ledger account.
 */
@Entity()
export class AccountNumber {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryColumn({ type: 'character varying', length: '20' })
  number!: string;

  @TextColumn(10)
  kind!: AccountNumberKind;

  /** Id of the deposit account, virtual account or GL account. */
  @IdColumn()
  accountId!: number;

  @IdColumn()
  ledgerAccountId!: number;

  /** Name shown for a virtual number (`{virtual account name}/{corporate customer name}`); null otherwise. */
  @TextColumn(500, { nullable: true })
  virtualName!: string | null;
}
