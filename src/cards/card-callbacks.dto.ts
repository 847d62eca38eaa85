import { IsIn, IsISO8601, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { IgnoreUnknownFields } from '../common/http/ignore-unknown-fields.decorator';
import { IsNaira } from '../common/money/is-naira';
import type { CardStatus } from './card.entity';
import { CARD_EVENTS, type CardEventName } from './card-event.entity';
import { CARD_TRANSACTION_TYPES, type CardTransactionType } from './card-transaction.entity';

/** What was done with a card. Unknown fields are ignored. */
@IgnoreUnknownFields()
export class TransactionFeedbackBody {
  /**
   * What the provider called the card when it was linked. A masked number alone does not name a card.
   * @example CRD-4f1c2a9be07d
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  cardReference!: string;

  /**
   * Not used: the card is found by its reference.
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

  /** @example Purchase */
  @IsIn(CARD_TRANSACTION_TYPES)
  transactionType!: CardTransactionType;

  /** @example "POS purchase SHOPRITE IKEJA" */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  narration?: string;

  /**
   * Of a `Refund` or `Reversal`: the `transactionReference` of the spend it gives back.
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

/** What became of a card. Unknown fields are ignored. */
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
   * When it happened; now when absent. Without an offset it is the institution's local time, and a date alone is the end of
   * that day. What happened before something that was told already changes nothing.
   * @example 2026-11-21T10:00:00Z
   */
  @IsOptional()
  @IsISO8601({ strict: true })
  // ISO 8601 also knows weeks and dates without dashes, which are no times to JavaScript.
  @Matches(/^(19|2\d)\d{2}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/, {
    message: 'eventDate must be a time such as 2026-11-21T10:00:00Z',
  })
  @MaxLength(40)
  eventDate?: string;
}

/** What was posted. */
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

/** What the card is now. */
export class LifecycleFeedbackView {
  /** @example CRD-4f1c2a9be07d */
  cardReference!: string;

  /** @example Blocked */
  event!: CardEventName;

  /** @example Blocked */
  cardStatus!: CardStatus;

  /**
   * False when the event came late and changed nothing.
   * @example true
   */
  applied!: boolean;
}
