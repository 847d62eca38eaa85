import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsEmail,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { TEXT_ON_ONE_LINE } from '../common/openapi/text-patterns';
import { IsPhone } from '../common/text/phone-number';
import { EMAIL_ADDRESS_OPTIONS } from './email-address';
import type { MessageChannel, MessageStatus } from './message.entity';
import { ATTACHMENTS_MAX_COUNT, EMAIL_BODY_MAX_LENGTH, SMS_MAX_CHARACTERS, SUBJECT_MAX_LENGTH } from './message-limits';

/** An SMS to one telephone number. */
export class SendSmsBody {
  /**
   * A Nigerian number in any usual form, or an international number with a plus sign.
   * @example 08031234567
   */
  @IsPhone()
  phoneNumber!: string;

  /**
   * At most 918 characters: six parts of plain text.
   * @example "Your account was credited with NGN5,000.00."
   */
  @IsString()
  @Matches(/\S/, { message: 'message must not be blank' })
  @MaxLength(SMS_MAX_CHARACTERS)
  message!: string;

  /**
   * The customer's account that the message is about.
   * @example 1000000011
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber?: string;
}

/** An e-mail to one address. */
export class SendEmailBody {
  /**
   * One address. Send one e-mail for each recipient, so that no recipient sees another and each e-mail has its own
   * status.
   * @example customer@example.com
   */
  @IsEmail(EMAIL_ADDRESS_OPTIONS)
  @MaxLength(254)
  to!: string;

  /**
   * One line of text.
   * @example "Your statement"
   */
  @IsString()
  @Matches(new RegExp(TEXT_ON_ONE_LINE), { message: 'subject must be a text on one line' })
  @MaxLength(SUBJECT_MAX_LENGTH)
  subject!: string;

  /** @example "Dear customer, your statement is attached." */
  @IsString()
  @Matches(/\S/, { message: 'body must not be blank' })
  @MaxLength(EMAIL_BODY_MAX_LENGTH)
  body!: string;

  /**
   * True when the body is HTML. Default false.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  isHtml?: boolean;

  /**
   * Ids of documents that this client uploaded, at most 10 MB together.
   * @example [10412]
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(ATTACHMENTS_MAX_COUNT)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(Number.MAX_SAFE_INTEGER, { each: true })
  attachments?: number[];
}

/** A queued message. */
export class QueuedMessageView {
  /** @example 10413 */
  messageID!: number;

  /** @example Queued */
  status!: MessageStatus;

  /**
   * The telephone number in international form, or the e-mail address.
   * @example +2348031234567
   */
  recipient!: string;

  /**
   * Number of SMS parts; null for an e-mail.
   * @example 1
   */
  segments!: number | null;
}

/** The status of a message. */
export class MessageStatusView extends QueuedMessageView {
  /** @example sms */
  channel!: MessageChannel;

  /** @example 1 */
  attempts!: number;

  /** @example "2026-11-21T10:15:00.000Z" */
  createdAt!: string;

  /** @example "2026-11-21T10:15:01.000Z" */
  sentAt!: string | null;
}

/** The message in a path. */
export class MessagePath {
  /** @example 10413 */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'messageID must be a whole number' })
  messageID!: string;
}
