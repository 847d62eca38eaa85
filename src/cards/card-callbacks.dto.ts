import { IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { IgnoreUnknownFields } from '../common/http/ignore-unknown-fields.decorator';
import { IsNaira } from '../common/money/is-naira';
import { IsNairaCurrency } from '../common/money/is-naira-currency';
import { LeftOutOfExample } from '../common/openapi/request-example.decorators';
import { IsInstant } from '../common/time/is-instant';
import type { CardStatus } from './card.entity';
import { CARD_EVENTS, type CardEventName } from './card-event.entity';
import { CARD_TRANSACTION_TYPES, type CardTransactionType } from './card-transaction.entity';

/** A transaction with a card. Unknown fields are ignored. */
@IgnoreUnknownFields()
@LeftOutOfExample('originalReference')
export class TransactionFeedbackBody {
  /**
   * The provider's reference of the card, from its linking. A masked number alone does not identify a card.
   * @example CRD-4f1c2a9be07d
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  cardReference!: string;

  /**
   * Ignored; the card is found by its reference.
   * @example "506146*********3210"
   */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  maskedPan?: string;

  /**
   * Unique among the provider's transactions.
   * @example POS-0001
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  transactionReference!: string;

  /**
   * Naira.
   * @example 2500
   */
  @IsNaira()
  amount!: number;

  /**
   * The currency of the amount. Default and only one: the naira, by its ISO code or number.
   * @example NGN
   */
  @IsOptional()
  @IsNairaCurrency()
  currency?: string;

  /** @example Purchase */
  @IsIn(CARD_TRANSACTION_TYPES)
  transactionType!: CardTransactionType;

  /** @example "POS purchase SHOPRITE IKEJA" */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  narration?: string;

  /**
   * Required for a `Refund` or `Reversal`: the `transactionReference` of the original spend.
   * @example POS-0001
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  originalReference?: string;

  /** @example 2SBX0001 */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  terminalId?: string;

  /** @example 2026-11-21T10:00:00Z */
  @IsOptional()
  @IsString()
  @MaxLength(40)
  transactionDate?: string;
}

/** A lifecycle event of a card. Unknown fields are ignored. */
@IgnoreUnknownFields()
export class LifecycleFeedbackBody {
  /** @example CRD-4f1c2a9be07d */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  cardReference!: string;

  /** @example Blocked */
  @IsIn(CARD_EVENTS)
  event!: CardEventName;

  /**
   * Time of the event. Default: now. Without an offset it is the institution's local time, and a date alone is the end
   * of that day. An event that is older than the status of the card changes nothing.
   * @example 2026-11-21T10:00:00Z
   */
  @IsOptional()
  @IsInstant()
  // ISO 8601 has further forms, such as weeks and dates without dashes.
  @Matches(/^(19|2\d)\d{2}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/, {
    message: 'eventDate must be a time such as 2026-11-21T10:00:00Z',
  })
  @MaxLength(40)
  eventDate?: string;
}

/** The posting of a card transaction. */
export class TransactionFeedbackView {
  /** @example POS-0001 */
  transactionReference!: string;

  /** @example PST000000020511 */
  postingReferenceNumber!: string;

  /** @example Purchase */
  transactionType!: CardTransactionType;

  /**
   * Naira.
   * @example 2500
   */
  amount!: number;

  /** @example 2026-11-21T10:00:01.000Z */
  postedAt!: string;
}

/** The card's status after an event. */
export class LifecycleFeedbackView {
  /** @example CRD-4f1c2a9be07d */
  cardReference!: string;

  /** @example Blocked */
  event!: CardEventName;

  /** @example Blocked */
  cardStatus!: CardStatus;

  /**
   * False when the event was older than the status of the card and changed nothing.
   * @example true
   */
  applied!: boolean;
}
