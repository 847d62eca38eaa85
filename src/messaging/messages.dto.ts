import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../common/time/is-calendar-date';
import { MESSAGE_CHANNELS, MESSAGE_STATUSES, type MessageChannel, type MessageStatus } from './message.entity';

/** Filters of the list of messages. */
@FieldRelations({ rule: 'not-before', field: 'EndDate', other: 'StartDate' })
export class ListMessagesQuery extends PagingQuery {
  /** @example sms */
  @IsOptional()
  @IsIn(MESSAGE_CHANNELS)
  Channel?: MessageChannel;

  /** @example Failed */
  @IsOptional()
  @IsIn(MESSAGE_STATUSES)
  Status?: MessageStatus;

  /**
   * A telephone number in any form, or an e-mail address.
   * @example 08031234567
   */
  @IsOptional()
  @IsString()
  @MaxLength(254)
  Recipient?: string;

  /** @example 1000000011 */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber?: string;

  /** @example 2026-11-01 */
  @IsOptional()
  @IsCalendarDate()
  StartDate?: string;

  /** @example 2026-11-30 */
  @IsOptional()
  @IsCalendarDate()
  EndDate?: string;

  /** Column to sort by. */
  @IsOptional()
  @IsIn(['createdAt'])
  override SortColumn: string = 'createdAt';
}

/** The transport of one message channel. */
export class MessageChannelView {
  /** @example sms */
  channel!: MessageChannel;

  /**
   * `gateway` or `smtp`; `capture` when messages stay on this server; null when they cannot be sent.
   * @example gateway
   */
  transport!: string | null;

  /**
   * Missing configuration keys, without which no real carrier is used.
   * @example ["SMS_BASE_URL"]
   */
  missing!: string[];
}

/** A message without its text. */
export class MessageRowView {
  /** @example 10413 */
  id!: number;

  /** @example sms */
  channel!: MessageChannel;

  /** @example Sent */
  status!: MessageStatus;

  /** @example +2348031234567 */
  recipient!: string;

  /**
   * Only of an e-mail.
   * @example "Your statement"
   */
  subject!: string | null;

  /** @example 1000000011 */
  accountNumber!: string | null;

  /**
   * Only of a notification: its event.
   * @example transfer.debit
   */
  event!: string | null;

  /** @example "api-client:sandbox-client" */
  requestedBy!: string;

  /**
   * The transport of the last attempt: `gateway`, `smtp`, or `capture` when the message stayed on this server.
   * @example gateway
   */
  transport!: string | null;

  /** @example 1 */
  attempts!: number;

  /**
   * Why the last attempt failed.
   * @example "The SMS gateway gave no answer (timeout)."
   */
  failureReason!: string | null;

  /**
   * The carrier's own reference.
   * @example "SMS-99812"
   */
  providerReference!: string | null;

  /**
   * Number of SMS parts; null for an e-mail.
   * @example 1
   */
  segments!: number | null;

  /** @example "2026-11-21T10:15:00.000Z" */
  createdAt!: string;

  /** @example "2026-11-21T10:15:01.000Z" */
  lastAttemptAt!: string | null;

  /** @example "2026-11-21T10:15:01.000Z" */
  sentAt!: string | null;
}

/** A message with its content. */
export class MessageView extends MessageRowView {
  /** @example "Your account was credited with NGN5,000.00." */
  body!: string;

  /** @example false */
  isHtml!: boolean;

  /**
   * Ids of the attached documents.
   * @example [10412]
   */
  attachments!: number[];
}
