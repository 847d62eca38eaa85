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
 * An account of record, customer and GL alike: one narrow row that the posting engine locks, decides on and updates
 * (design §4). No other module writes its amounts. No changing column is indexed, so updates stay on their page.
 */
@Entity()
@Index('ix_ledger_account_status', ['institutionId', 'status', 'id'], {
  where: `"status" <> 'Active' AND "kind" = 'customer'`,
})
export class LedgerAccount extends TenantEntity {
  /**
   * NUBAN of a deposit account, code of a GL account, number and part of a contract's account such as
   * `0000010021-interest`.
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

  /** The control GL account whose balance is the sum of its sub-accounts; null for GL accounts. */
  @IdColumn({ nullable: true })
  controlAccountId!: number | null;

  /** A control GL refuses every direct entry. */
  @Column({ type: 'boolean', default: false })
  isControl!: boolean;

  /** Whether an API client may name this GL account in a leg. */
  @Column({ type: 'boolean', default: true })
  allowApi!: boolean;

  @Column({ type: 'boolean', default: false })
  mayGoNegative!: boolean;

  @IdColumn({ nullable: true })
  productId!: number | null;

  /** `Individual`, `Corporate` or `Group`; null for GL accounts. */
  @TextColumn(20, { nullable: true })
  customerType!: string | null;

  @IdColumn({ nullable: true })
  branchId!: number | null;

  /** 1 to 3 of a customer's account, as the deposit account has it; null for GL accounts. */
  @Column({ type: 'smallint', nullable: true })
  kycTier!: number | null;

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

  /** Used of the daily limit on `dailyUsedOn`, a calendar date in the institution's zone. */
  @KoboColumn({ default: 0 })
  dailyUsedKobo!: bigint;

  @DateColumn({ nullable: true })
  dailyUsedOn!: string | null;

  /** Running totals of screened customer principal, for the exact 24-hour window (design §5). */
  @KoboColumn({ default: 0 })
  screenedOutKobo!: bigint;

  @KoboColumn({ default: 0 })
  screenedInKobo!: bigint;

  /** Number of entries; the next entry's key. */
  @IdColumn({ default: 0 })
  entrySeq!: number;

  @InstantColumn({ nullable: true })
  lastPostedAt!: Date | null;
}
