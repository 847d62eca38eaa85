import { IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { CARD_STATUSES, type CardProviderName, type CardStatus } from './card.entity';
import type { CardTransactionType } from './card-transaction.entity';
import { CardView } from './cards.dto';

/** Filters of the list of cards. */
export class ListCardsQuery extends PagingQuery {
  /** @example 0000010021 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  AccountNumber?: string;

  /** @example Linking */
  @IsOptional()
  @IsIn(CARD_STATUSES)
  CardStatus?: CardStatus;
}

/** Filters of the list of card transactions. */
export class ListCardTransactionsQuery extends PagingQuery {
  /**
   * `true` lists only transactions posted against the funds or the status of the account, or to a ledger because the
   * account was closed; `false` lists only the others.
   * @example true
   */
  @IsOptional()
  @IsBoolean()
  Forced?: boolean;

  /**
   * `true` lists only spending of `CARD_SPEND_ALERT_AMOUNT` or more; `false` lists only the others.
   * @example true
   */
  @IsOptional()
  @IsBoolean()
  Alerted?: boolean;

  /** @example 0000010021 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  AccountNumber?: string;

  /** @example POS-0001 */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  TransactionReference?: string;
}

/** A card, for staff. */
export class CardAdminView extends CardView {
  /**
   * The provider's reference of the card.
   * @example CRD-4f1c2a9be07d
   */
  cardReference!: string | null;

  /** @example "00" */
  responseCode!: string | null;

  /** @example "Invalid batch number" */
  responseMessage!: string | null;

  /**
   * Number of calls to link the card.
   * @example 1
   */
  linkAttempts!: number;

  /** @example "api-client:CL-7Q2M" */
  addedBy!: string;
}

/** A card transaction. */
export class CardTransactionRowView {
  /** @example 20510 */
  id!: number;

  /** @example 20500 */
  cardId!: number;

  /** @example providerb */
  provider!: CardProviderName;

  /** @example POS-0001 */
  transactionReference!: string;

  /** @example PST000000020511 */
  postingReferenceNumber!: string;

  /** @example 0000010021 */
  accountNumber!: string;

  /** @example Purchase */
  transactionType!: CardTransactionType;

  /**
   * Naira.
   * @example 2500
   */
  amount!: number;

  /**
   * Amount that refunds and reversals have given back, in Naira.
   * @example 0
   */
  givenBack!: number;

  /** @example null */
  originalReference!: string | null;

  /** @example "POS purchase SHOPRITE IKEJA" */
  narration!: string;

  /** @example 2SBX0001 */
  terminalId!: string | null;

  /** @example 2026-11-21T10:00:00.000Z */
  transactionDate!: string | null;

  /** @example true */
  forced!: boolean;

  /**
   * True for spending of `CARD_SPEND_ALERT_AMOUNT` or more when it was posted.
   * @example false
   */
  alerted!: boolean;

  /** @example 2026-11-21T10:00:01.000Z */
  postedAt!: string;
}
