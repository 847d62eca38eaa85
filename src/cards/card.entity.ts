import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';
import { PROVIDERS } from '../institutions/settings/base-settings';

export const CARD_PROVIDERS = PROVIDERS.CARD;
export type CardProviderName = (typeof CARD_PROVIDERS)[number];

/**
 * Where a card stands. `Linking` is charged for and the provider has not said yet whether it linked the card; `Failed` was
 * refused by the provider and its charge is given back. The others are the contract's.
 */
export const CARD_STATUSES = ['Linking', 'Active', 'Blocked', 'Deleted', 'Failed'] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

const IN_USE = `"status" <> 'Failed' AND "status" <> 'Deleted'`;

/** A customer's card. Of its number only the first six and last four digits are kept, and a keyed hash to recognise it by. */
@Entity()
@Index('uq_card_reference_number', ['institutionId', 'referenceNumber'], { unique: true })
@Index('uq_card_card_reference', ['institutionId', 'provider', 'cardReference'], {
  unique: true,
  where: `"card_reference" IS NOT NULL AND ${IN_USE}`,
})
@Index('ix_card_former_reference', ['institutionId', 'provider', 'cardReference'], { where: `"status" = 'Deleted'` })
@Index('uq_card_pan', ['institutionId', 'provider', 'panHash'], {
  unique: true,
  where: `"pan_hash" IS NOT NULL AND ${IN_USE}`,
})
@Index('uq_card_serial_number', ['institutionId', 'provider', 'serialNumber'], {
  unique: true,
  where: `"serial_number" IS NOT NULL AND ${IN_USE}`,
})
@Index('ix_card_account', ['institutionId', 'accountNumber', 'id'])
@Index('ix_card_status', ['institutionId', 'status', 'id'])
export class Card extends TenantEntity {
  /** The client's. */
  @TextColumn(100)
  referenceNumber!: string;

  /** Id of the deposit account and of its ledger account. */
  @IdColumn()
  accountId!: number;

  @TextColumn(10)
  accountNumber!: string;

  @TextColumn(20)
  provider!: CardProviderName;

  @TextColumn(20)
  status!: CardStatus;

  @TextColumn(200, { nullable: true })
  statusReason!: string | null;

  /** When what the status tells came to be; lifecycle events from before do not change it. */
  @InstantColumn()
  statusAsOf!: Date;

  /** What the provider calls the card; null until it is linked. */
  @TextColumn(100, { nullable: true })
  cardReference!: string | null;

  @TextColumn(50, { nullable: true })
  serialNumber!: string | null;

  /** First six and last four digits. */
  @TextColumn(19, { nullable: true })
  maskedPan!: string | null;

  /** Keyed hash of the number, where the caller gave it. */
  @TextColumn(43, { nullable: true })
  panHash!: string | null;

  @TextColumn(100, { nullable: true })
  nameOnCard!: string | null;

  /** `MM/YY`. */
  @TextColumn(5, { nullable: true })
  expiryDate!: string | null;

  @Column({ type: 'boolean', default: true })
  atm!: boolean;

  @Column({ type: 'boolean', default: true })
  pos!: boolean;

  @Column({ type: 'boolean', default: true })
  web!: boolean;

  /** The issuance charge, without VAT. */
  @KoboColumn()
  chargeKobo!: bigint;

  @KoboColumn()
  vatKobo!: bigint;

  /** Null when nothing was charged. */
  @IdColumn({ nullable: true })
  chargePostingId!: number | null;

  @IdColumn({ nullable: true })
  chargeReversalPostingId!: number | null;

  /** How often the provider may have been asked to link it; counted before each call. */
  @Column({ type: 'integer', default: 0 })
  linkAttempts!: number;

  @InstantColumn({ nullable: true })
  lastAttemptAt!: Date | null;

  /** The one job that carries the linking on; another job for it is an echo and does nothing. */
  @IdColumn()
  jobId!: number;

  /** Until then a change of the card is under way at the provider. */
  @InstantColumn({ nullable: true })
  busyUntil!: Date | null;

  /** What the provider said last about the link. */
  @TextColumn(40, { nullable: true })
  responseCode!: string | null;

  @TextColumn(300, { nullable: true })
  responseMessage!: string | null;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;
}
