import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { CardProviderName } from './card.entity';

export const SPEND_TYPES = ['Purchase', 'Withdrawal'] as const;
export const GIVE_BACK_TYPES = ['Reversal', 'Refund'] as const;
export const CARD_TRANSACTION_TYPES = [...SPEND_TYPES, ...GIVE_BACK_TYPES] as const;
export type CardTransactionType = (typeof CARD_TRANSACTION_TYPES)[number];

/** A card transaction that a provider reported, with its posting. */
@Entity()
@Index('uq_card_transaction_reference', ['institutionId', 'provider', 'transactionReference'], { unique: true })
@Index('ix_card_transaction_account', ['institutionId', 'accountNumber', 'id'])
@Index('ix_card_transaction_forced', ['institutionId', 'id'], { where: '"forced"' })
@Index('ix_card_transaction_alerted', ['institutionId', 'id'], { where: '"alerted"' })
export class CardTransaction extends TenantEntity {
  @TextColumn(20)
  provider!: CardProviderName;

  /** The provider's reference, which is also the reference of the posting. */
  @TextColumn(100)
  transactionReference!: string;

  @IdColumn()
  cardId!: number;

  @TextColumn(10)
  accountNumber!: string;

  @TextColumn(20)
  transactionType!: CardTransactionType;

  @KoboColumn()
  amountKobo!: bigint;

  /** Amount of a spend that refunds and reversals have given back. */
  @KoboColumn({ default: 0 })
  givenBackKobo!: bigint;

  /** The original spend of a refund or reversal; null for a spend. */
  @IdColumn({ nullable: true })
  originalId!: number | null;

  @TextColumn(100, { nullable: true })
  originalReference!: string | null;

  @TextColumn(250)
  narration!: string;

  @TextColumn(50, { nullable: true })
  terminalId!: string | null;

  /** The provider's text, unchanged. */
  @TextColumn(40, { nullable: true })
  transactionDate!: string | null;

  @IdColumn()
  postingId!: number;

  /** The account of record on the customer's side: the card's account, or a ledger when that was closed. */
  @IdColumn()
  bookedAccountId!: number;

  /** Posted against the funds or the status of the account, or to a ledger because the account was closed. */
  @Column({ type: 'boolean', default: false })
  forced!: boolean;

  /** A spend of the amount that the institution wants staff to look at, or more (`CARD_SPEND_ALERT_AMOUNT`). */
  @Column({ type: 'boolean', default: false })
  alerted!: boolean;

  /** Digest of the callback, which tells a repetition from another transaction under the same reference. */
  @Column({ type: 'bytea' })
  fingerprint!: Buffer;

  @InstantColumn()
  postedAt!: Date;
}
