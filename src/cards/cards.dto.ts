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
import { CARD_PROVIDERS, type CardProviderName, type CardStatus } from './card.entity';

/** A card to link to an account. */
export class AddCardBody {
  /** @example 0000010021 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  /**
   * `providerb` or `providera`; the institution's default provider when absent.
   * @example providerb
   */
  @IsOptional()
  @IsIn(CARD_PROVIDERS)
  provider?: CardProviderName;

  /**
   * Of a card in stock. Send this or `cardPan`, not both.
   * @example SN00012345
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(50)
  serialNumber?: string;

  /**
   * The card's number, 13 to 19 digits. It is passed to the provider; only its first six and last four digits are kept.
   * @example "5061460410120223210"
   */
  @IsOptional()
  @IsString()
  @MaxLength(19)
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
   * The caller's own reference; unique among the institution's cards.
   * @example CARD-20261121-0001
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  referenceNumber!: string;
}

/** Names a card. */
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

/** Names a card to block or unblock. */
export class CardReasonBody extends CardBody {
  /** @example "Reported lost" */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  reason?: string;
}

/** What a blocked or unblocked card becomes, as a number. */
export class BlockUnblockCardBody extends CardBody {
  /**
   * 1 blocks, 2 unblocks.
   * @example 1
   */
  @IsIn([1, 2])
  status!: number;
}

/** Where a card can be used. */
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

/** A new PIN. */
export class SetCardPinBody extends CardBody {
  /**
   * Four digits. Passed to the provider and kept nowhere.
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

/** Whose cards. */
export class SearchCardsQuery extends PagingQuery {
  /** @example 0000010021 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;
}

/** Whose cards, at the provider. */
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
   * First six and last four digits; null until the provider has told them.
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
   * `Active`, `Blocked` or `Deleted`; `Linking` until the provider has confirmed the card, `Failed` when it refused it.
   * @example Active
   */
  cardStatus!: CardStatus;

  /**
   * Why the status is what it is: the caller's reason, or the provider's event.
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
   * What the account was charged for the card, VAT included, Naira.
   * @example 1000
   */
  issuanceCharge!: number;

  /**
   * Whether the charge is back on the account, because the card was refused.
   * @example false
   */
  isChargeReversed!: boolean;

  /** @example 2026-11-21T10:00:00.000Z */
  dateAdded!: string;
}

/** A card as its provider shows it. */
export class ProviderCardView {
  /**
   * The `id` that other card calls take; null for a card that was not added through this institution.
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

/** That a PIN was set; nothing more is ever said of it. */
export class CardPinView {
  /** @example 20500 */
  id!: number;

  /** @example true */
  isPinSet!: true;
}
