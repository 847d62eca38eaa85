import { IsBoolean, IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { BodyRequired } from '../../common/http/body-required.decorator';
import { LeftOutOfExample } from '../../common/openapi/request-example.decorators';
import { TEXT_ON_ONE_LINE } from '../../common/openapi/text-patterns';
import { MESSAGE_CHANNELS, type MessageChannel } from '../message.entity';
import { SUBJECT_MAX_LENGTH } from '../message-limits';
import { NOTIFICATION_EVENTS, type NotificationEvent } from './notification-events';

const TEMPLATE_BODY_MAX_LENGTH = 20_000;

/** The template in a path. */
export class NotificationTemplatePath {
  /** @example transfer.debit */
  @IsIn(NOTIFICATION_EVENTS)
  event!: NotificationEvent;

  /** @example sms */
  @IsIn(MESSAGE_CHANNELS)
  channel!: MessageChannel;
}

/** The institution's template, in Mustache syntax: variables in double braces, and sections. */
@LeftOutOfExample('subject', 'isHtml')
export class NotificationTemplateBody {
  /**
   * Required for an e-mail. An SMS has no subject.
   * @example "Debit of {{amount}} on {{account}}"
   */
  @IsOptional()
  @IsString()
  @Matches(new RegExp(TEXT_ON_ONE_LINE), { message: 'subject must be a text on one line' })
  @MaxLength(SUBJECT_MAX_LENGTH)
  subject?: string;

  /** @example "{{amount}} left {{account}} for {{account_name_to}}, {{bank_to}}. Ref {{reference}}." */
  @IsString()
  @Matches(/\S/, { message: 'body must not be blank' })
  @MaxLength(TEMPLATE_BODY_MAX_LENGTH)
  body!: string;

  /**
   * Only for an e-mail: true when the body is HTML, in which values are escaped. Default false.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  isHtml?: boolean;

  /**
   * Default true. When false, nothing is sent for this event on this message channel.
   * @example true
   */
  @IsOptional()
  @IsBoolean()
  active?: boolean;
}

/** The template to preview. Without a body, the template in use. */
@BodyRequired()
@LeftOutOfExample('subject', 'isHtml')
export class PreviewNotificationTemplateBody {
  /** @example "Debit of {{amount}} on {{account}}" */
  @IsOptional()
  @IsString()
  @Matches(new RegExp(TEXT_ON_ONE_LINE), { message: 'subject must be a text on one line' })
  @MaxLength(SUBJECT_MAX_LENGTH)
  subject?: string;

  /** @example "{{amount}} left {{account}} for {{account_name_to}}, {{bank_to}}. Ref {{reference}}." */
  @IsOptional()
  @IsString()
  @Matches(/\S/, { message: 'body must not be blank' })
  @MaxLength(TEMPLATE_BODY_MAX_LENGTH)
  body?: string;

  /** @example false */
  @IsOptional()
  @IsBoolean()
  isHtml?: boolean;
}

/** The template of one event on one message channel. */
export class NotificationTemplateView {
  /**
   * Null for the default template.
   * @example 10420
   */
  id!: number | null;

  /** @example transfer.debit */
  event!: NotificationEvent;

  /** @example sms */
  channel!: MessageChannel;

  /** @example "Debit of {{amount}} on {{account}}" */
  subject!: string | null;

  /** @example "{{amount}} left {{account}} for {{account_name_to}}, {{bank_to}}. Ref {{reference}}." */
  body!: string;

  /** @example false */
  isHtml!: boolean;

  /** @example true */
  active!: boolean;

  /**
   * True for the default template.
   * @example false
   */
  isDefault!: boolean;

  /**
   * The variables that the template may name.
   * @example ["amount", "balance", "account", "date", "reference", "institution", "bank_to"]
   */
  variables!: string[];

  /** @example "staff:STF005" */
  updatedBy!: string | null;

  /** @example "2026-11-21T10:15:00.000Z" */
  updatedAt!: string | null;

  /**
   * Changes with the facts of the record; for `If-Match`.
   * @example 3f2a9c0d51b7e864
   */
  version!: string;
}

/** The template rendered with sample data. */
export class NotificationPreviewView {
  /** @example "Debit of ₦5,000.00 on ******0011" */
  subject!: string | null;

  /** @example "NGN5,000.00 left ******0011 for Ada Obi, Sample Bank. Ref SAMPLE-0001." */
  body!: string;

  /** @example false */
  isHtml!: boolean;

  /**
   * Number of SMS parts; null for an e-mail.
   * @example 1
   */
  segments!: number | null;
}
