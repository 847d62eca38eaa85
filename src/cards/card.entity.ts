import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';
import { PROVIDERS } from '../institutions/settings/base-settings';

export const CARD_PROVIDERS = PROVIDERS.CARD;
export type CardProviderName = (typeof CARD_PROVIDERS)[number];

/**
 * The statuses of a card (docs/api/cards.md#card-status). A `Linking` card is charged and the provider has not
 * confirmed it yet; a `Failed` card was refused by the provider and its charge is returned.
 */
export const CARD_STATUSES = ['Linking', 'Active', 'Blocked', 'Deleted', 'Failed'] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

const IN_USE = `"status" <> 'Failed' AND "status" <> 'Deleted'`;

/** A customer's card. Only the first six and last four digits of its number are kept, and a keyed hash. */
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
  /** The client's reference. */
  @TextColumn(100)
  referenceNumber!: string;

  /** Id of the deposit account and of its account of record. */
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

  /** Time from which the status counts; older lifecycle events do not change it. */
  @InstantColumn()
  statusAsOf!: Date;

  /** The provider's reference of the card; null until it is linked. */
  @TextColumn(100, { nullable: true })
  cardReference!: string | null;

  @TextColumn(50, { nullable: true })
  serialNumber!: string | null;

  /** First six and last four digits. */
  @TextColumn(19, { nullable: true })
  maskedPan!: string | null;

  /** Keyed hash of the number, when the client sent it. */
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

  /** Number of calls to link the card; counted before each call. */
  @Column({ type: 'integer', default: 0 })
  linkAttempts!: number;

  @InstantColumn({ nullable: true })
  lastAttemptAt!: Date | null;

  /** The job that completes the linking; any other job for the card does nothing. */
  @IdColumn()
  jobId!: number;

  /** A change of the card is under way at the provider until then. */
  @InstantColumn({ nullable: true })
  busyUntil!: Date | null;

  /** The provider's latest response about the linking. */
  @TextColumn(40, { nullable: true })
  responseCode!: string | null;

  @TextColumn(300, { nullable: true })
  responseMessage!: string | null;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;
}
