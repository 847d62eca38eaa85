import { ApiProperty } from '@nestjs/swagger';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { IsReference } from '../common/text/reference-rule';
import { CARD_PROVIDERS, type CardProviderName, type CardStatus } from './card.entity';

/** A card to link to an account. */
@FieldRelations(
  { rule: 'any-of', groups: [['serialNumber'], ['cardPan']] },
  { rule: 'not-together', fields: ['serialNumber', 'cardPan'] },
)
export class AddCardBody {
  /** @example 0000010021 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  /**
   * `providerb` or `providera`. Default: the institution's default provider.
   * @example providerb
   */
  @IsOptional()
  @IsIn(CARD_PROVIDERS)
  provider?: CardProviderName;

  /**
   * Serial number of a card in stock. Send this or `cardPan`, not both.
   * @example SN00012345
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(50)
  serialNumber?: string;

  /**
   * Card number, 13 to 19 digits. It is passed to the provider; only its first six and last four digits are stored.
   * @example "5061460410120223210"
   */
  @IsOptional()
  @IsString()
  @MaxLength(19)
  @ApiProperty({ format: 'card-number', pattern: '^\\d{13,19}$' })
  cardPan?: string;

  /** @example "ADAEZE OKAFOR" */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  nameOnCard?: string;

  /**
   * Month and year, `MM/YY`.
   * @example 12/29
   */
  @IsOptional()
  @Matches(/^(0[1-9]|1[0-2])\/\d{2}$/, { message: '$property must be a month and a year, MM/YY' })
  expiryDate?: string;

  /**
   * Your own reference, unique among the institution's cards.
   * @example CARD-20261121-0001
   */
  @IsReference()
  referenceNumber!: string;
}

/** The card to change. */
export class CardBody {
  /**
   * The `id` of the card.
   * @example 20500
   */
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  cardId!: number;
}

/** The card to block or unblock. */
export class CardReasonBody extends CardBody {
  /** @example "Reported lost" */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  reason?: string;
}

/** The card to block or unblock, with the action as a number. */
export class BlockUnblockCardBody extends CardBody {
  /**
   * 1 blocks, 2 unblocks.
   * @example 1
   */
  @IsIn([1, 2])
  status!: number;
}

/** The channels in which a card can be used. */
export class CardChannelAccessBody extends CardBody {
  /** @example true */
  @IsBoolean()
  atm!: boolean;

  /** @example true */
  @IsBoolean()
  pos!: boolean;

  /** @example false */
  @IsBoolean()
  web!: boolean;
}

/** The card and its new PIN. */
export class SetCardPinBody extends CardBody {
  /**
   * Four digits. The PIN is passed to the provider and never stored.
   * @example "4821"
   */
  @Matches(/^\d{4}$/, { message: '$property must be 4 digits' })
  pin!: string;
}

/** Id of a card in a path. */
export class CardPath {
  /** @example 20500 */
  @Matches(/^[1-9]\d{0,15}$/, { message: '$property must be a whole number' })
  id!: string;
}

/** The account whose cards are listed. */
export class SearchCardsQuery extends PagingQuery {
  /** @example 0000010021 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;
}

/** The account whose cards are listed at the provider. */
export class SearchProviderCardsQuery {
  /** @example 0000010021 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;
}

/** A card. */
export class CardView {
  /** @example 20500 */
  id!: number;

  /** @example CARD-20261121-0001 */
  referenceNumber!: string;

  /** @example 0000010021 */
  accountNumber!: string;

  /** @example providerb */
  provider!: CardProviderName;

  /**
   * First six and last four digits; null until the provider has returned them.
   * @example "506146*********3210"
   */
  maskedPan!: string | null;

  /** @example SN00012345 */
  serialNumber!: string | null;

  /** @example "ADAEZE OKAFOR" */
  nameOnCard!: string | null;

  /** @example 12/29 */
  expiryDate!: string | null;

  /**
   * `Active`, `Blocked` or `Deleted`; `Linking` until the provider has confirmed the card; `Failed` when it refused it.
   * @example Active
   */
  cardStatus!: CardStatus;

  /**
   * Reason of the status: the client's reason, or the provider's event.
   * @example "Reported lost"
   */
  statusReason!: string | null;

  /** @example true */
  atm!: boolean;

  /** @example true */
  pos!: boolean;

  /** @example true */
  web!: boolean;

  /**
   * Issuance charge of the card, VAT included, in Naira.
   * @example 1000
   */
  issuanceCharge!: number;

  /**
   * True when the charge was returned because the provider refused the card.
   * @example false
   */
  isChargeReversed!: boolean;

  /** @example 2026-11-21T10:00:00.000Z */
  dateAdded!: string;
}

/** A card in the list of its provider. */
export class ProviderCardView {
  /**
   * Id of the card for other card calls; null for a card that was not added through this institution.
   * @example 20500
   */
  id!: number | null;

  /** @example 0000010021 */
  accountNumber!: string;

  /** @example providera */
  provider!: CardProviderName;

  /** @example "506146*********3210" */
  maskedPan!: string | null;

  /** @example "ADAEZE OKAFOR" */
  nameOnCard!: string | null;

  /** @example 12/29 */
  expiryDate!: string | null;

  /** @example Active */
  cardStatus!: CardStatus;

  /** @example true */
  atm!: boolean | null;

  /** @example true */
  pos!: boolean | null;

  /** @example true */
  web!: boolean | null;
}

/** The confirmation that a PIN was set. */
export class CardPinView {
  /** @example 20500 */
  id!: number;

  /** @example true */
  isPinSet!: true;
}
