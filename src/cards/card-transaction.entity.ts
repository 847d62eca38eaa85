import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { CardProviderName } from './card.entity';

export const SPEND_TYPES = ['Purchase', 'Withdrawal'] as const;
export const GIVE_BACK_TYPES = ['Reversal', 'Refund'] as const;
export const CARD_TRANSACTION_TYPES = [...SPEND_TYPES, ...GIVE_BACK_TYPES] as const;
export type CardTransactionType = (typeof CARD_TRANSACTION_TYPES)[number];

/** What a provider told us was done with a card, and the posting we made of it. */
@Entity()
@Index('uq_card_transaction_reference', ['institutionId', 'provider', 'transactionReference'], { unique: true })
@Index('ix_card_transaction_account', ['institutionId', 'accountNumber', 'id'])
@Index('ix_card_transaction_forced', ['institutionId', 'id'], { where: '"forced"' })
export class CardTransaction extends TenantEntity {
  @TextColumn(20)
  provider!: CardProviderName;

  /** The provider's; the posting has the same. */
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

  /** Of spend: how much of it refunds and reversals have given back. */
  @KoboColumn({ default: 0 })
  givenBackKobo!: bigint;

  /** Of a refund or reversal: the spend it gives back. */
  @IdColumn({ nullable: true })
  originalId!: number | null;

  @TextColumn(100, { nullable: true })
  originalReference!: string | null;

  @TextColumn(250)
  narration!: string;

  @TextColumn(50, { nullable: true })
  terminalId!: string | null;

  /** As the provider wrote it. */
  @TextColumn(40, { nullable: true })
  transactionDate!: string | null;

  @IdColumn()
  postingId!: number;

  /** The account of record on the customer's side: the card's account, or a ledger when that was closed. */
  @IdColumn()
  bookedAccountId!: number;

  /** Posted although the funds or the status of the account were against it, or to a ledger because the account was closed. */
  @Column({ type: 'boolean', default: false })
  forced!: boolean;

  /** Of what the provider sent, to tell a repetition from another transaction under the same reference. */
  @Column({ type: 'bytea' })
  fingerprint!: Buffer;

  @InstantColumn()
  postedAt!: Date;
}
