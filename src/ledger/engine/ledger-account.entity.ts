import { Column, Entity, Index } from 'typeorm';
import {
  DateColumn,
  IdColumn,
  InstantColumn,
  KoboColumn,
  TenantEntity,
  TextColumn,
} from '../../common/database/columns';
import type { AccountStatus } from './account-status';

export type Side = 'debit' | 'credit';
/** A `contract` account is part of the books of a loan or a fixed deposit: no caller can name it in a leg. */
export type LedgerAccountKind = 'customer' | 'gl' | 'contract';

/**
 * An account of record of a customer account, a GL account or a contract: one narrow row that the posting engine locks,
 * decides on and updates (docs/ARCHITECTURE.md#the-ledger). Only the ledger writes its amounts. No amount column is
 * indexed, so PostgreSQL updates a row within its page.
 */
@Entity()
@Index('ix_ledger_account_status', ['institutionId', 'status', 'id'], {
  where: `"status" <> 'Active' AND "kind" = 'customer'`,
})
export class LedgerAccount extends TenantEntity {
  /**
   * NUBAN of a deposit account, code of a GL account, or, for a contract, the contract's number and the account's part,
   * such as `0000010021-interest`.
   */
  @TextColumn(40)
  number!: string;

  @TextColumn(250)
  name!: string;

  @TextColumn(10)
  kind!: LedgerAccountKind;

  @TextColumn(20)
  status!: AccountStatus;

  @TextColumn(6)
  normalSide!: Side;

  /** The control ledger whose balance includes this account; null for GL accounts. */
  @IdColumn({ nullable: true })
  controlAccountId!: number | null;

  /** Nobody posts to a control ledger directly: its balance is the sum of its accounts. */
  @Column({ type: 'boolean', default: false })
  isControl!: boolean;

  /** True when an API client may name this GL account in a leg. */
  @Column({ type: 'boolean', default: true })
  allowApi!: boolean;

  /** True when a fee that the caller names may be credited to this GL account of income. */
  @Column({ type: 'boolean', default: false })
  takesFees!: boolean;

  @Column({ type: 'boolean', default: false })
  mayGoNegative!: boolean;

  @IdColumn({ nullable: true })
  productId!: number | null;

  /** `Individual`, `Corporate` or `Group`; null for GL accounts. */
  @TextColumn(20, { nullable: true })
  customerType!: string | null;

  @IdColumn({ nullable: true })
  branchId!: number | null;

  /** 1 to 3, copied from the deposit account; null for GL accounts. */
  @Column({ type: 'smallint', nullable: true })
  kycTier!: number | null;

  /** Business date on which a customer's account was opened; null for other accounts. */
  @DateColumn({ nullable: true })
  openedOn!: string | null;

  @KoboColumn({ default: 0 })
  debitsPostedKobo!: bigint;

  @KoboColumn({ default: 0 })
  creditsPostedKobo!: bigint;

  /** Sum of active liens. */
  @KoboColumn({ name: 'held_kobo', default: 0 })
  lienedKobo!: bigint;

  @KoboColumn({ default: 0 })
  overdraftLimitKobo!: bigint;

  @KoboColumn({ nullable: true })
  singleLimitKobo!: bigint | null;

  @KoboColumn({ nullable: true })
  dailyLimitKobo!: bigint | null;

  /** The part of the daily limit that was used on `dailyUsedOn`, a calendar date in the institution's time zone. */
  @KoboColumn({ default: 0 })
  dailyUsedKobo!: bigint;

  @DateColumn({ nullable: true })
  dailyUsedOn!: string | null;

  /**
   * Running total of what counts (`isCounted`) and left the account, for the 24-hour window
   * (docs/api/aml-holds.md#window).
   */
  @KoboColumn({ default: 0 })
  screenedOutKobo!: bigint;

  /** Running total of what counts and came in. */
  @KoboColumn({ default: 0 })
  screenedInKobo!: bigint;

  /** The number of entries, which is the `seq` of the last one. */
  @IdColumn({ default: 0 })
  entrySeq!: number;

  @InstantColumn({ nullable: true })
  lastPostedAt!: Date | null;
}
