import { OmitType, PartialType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsEmail,
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
import { EVENT_TYPES } from '../events/catalogue/event-catalogue';
import { DELIVERY_STATUSES, type DeliveryStatus } from './webhook-delivery.entity';
import { ENDPOINT_STATUSES, type EndpointStatus } from './webhook-endpoint.entity';

const OVERLAP_MAX_HOURS = 7 * 24;
const ID = /^[1-9]\d{0,15}$/;
const EVENT_ID = /^evt-\d{1,16}-\d{1,16}-\d{1,5}$/;

/** A new webhook endpoint. */
export class CreateWebhookEndpointBody {
  /**
   * The public id of the API client that the endpoint belongs to.
   * @example kT3bXw9dQm2LrV0sPzA1
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(40)
  clientId!: string;

  /**
   * The address that gets the events, by https. Without one the client only pulls.
   * @example https://integrator.example/corebank-events
   */
  @IsOptional()
  @IsString()
  @MaxLength(2000)
  // ASCII alone: a letter that looks like another one would lead the second person to approve another host.
  @Matches(/^https?:\/\/[!-"$-.0-?A-~]+(\/[!-"$-~]*)?$/, {
    message: 'url must be an https address in ASCII (other scripts as xn--…), without a user, a password or a fragment',
  })
  url?: string;

  /**
   * What it is for, in lists.
   * @example "Ledger synchronisation"
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  description?: string;

  /**
   * The types of events (docs/api/events.md#types).
   * @example ["transfer.completed", "account.credited", "hold.approved"]
   */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ArrayUnique()
  @IsIn(EVENT_TYPES, { each: true })
  eventTypes!: string[];

  /**
   * E-mail address that is told when the endpoint is paused by itself.
   * @example integrations@integrator.example
   */
  @IsOptional()
  @IsEmail()
  @MaxLength(250)
  noticeEmail?: string;
}

/** Changes of an endpoint. A field that is left out stays. */
export class UpdateWebhookEndpointBody extends PartialType(OmitType(CreateWebhookEndpointBody, ['clientId'] as const), {
  skipNullProperties: false,
}) {}

/** How a secret is replaced. */
export class RotateWebhookSecretBody {
  /**
   * For so many hours deliveries are signed with the old secret too; at most 7 days. Default 24.
   * @example 24
   */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(OVERLAP_MAX_HOURS)
  overlapHours?: number;
}

/** The events to send again: one, or a span of numbers. */
@FieldRelations(
  { rule: 'any-of', groups: [['eventId'], ['fromSequence']] },
  { rule: 'not-together', fields: ['eventId', 'fromSequence'] },
  { rule: 'not-together', fields: ['eventId', 'toSequence'] },
  { rule: 'required-with', field: 'toSequence', other: 'fromSequence' },
  { rule: 'required-with', field: 'fromSequence', other: 'toSequence' },
)
export class ReplayEventsBody {
  /**
   * One event. Leave it out to send a span.
   * @example evt-1-4211-0
   */
  @IsOptional()
  @Matches(EVENT_ID, { message: 'eventId must be the id of an event such as evt-1-4211-0' })
  eventId?: string;

  /**
   * The first number of the span.
   * @example 4200
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  fromSequence?: number;

  /**
   * The last number of the span; at most 10,000 numbers at once.
   * @example 4211
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  toSequence?: number;
}

/** How many deliveries were written. */
export class ReplayView {
  /** @example 12 */
  deliveries!: number;
}

/** Filters of the list of endpoints. */
export class ListWebhookEndpointsQuery extends PagingQuery {
  /** Only endpoints of this API client. */
  @IsOptional()
  @IsString()
  @MaxLength(40)
  ClientId?: string;

  /** Only endpoints in this status. */
  @IsOptional()
  @IsIn(ENDPOINT_STATUSES)
  Status?: EndpointStatus;
}

/** Filters of the list of deliveries. */
export class ListWebhookDeliveriesQuery extends PagingQuery {
  /** Only deliveries in this status. */
  @IsOptional()
  @IsIn(DELIVERY_STATUSES)
  Status?: DeliveryStatus;

  /** Only this type of event. */
  @IsOptional()
  @IsIn(EVENT_TYPES)
  Type?: string;

  /** Deliveries are ordered by their position. */
  @IsOptional()
  @IsIn(['position'])
  override SortColumn: string = 'position';
}

/** The endpoint in a path. */
export class WebhookEndpointPath {
  /** @example 20600 */
  @Matches(ID, { message: 'endpointId must be a whole number' })
  endpointId!: string;
}

/** The delivery in a path. */
export class WebhookDeliveryPath extends WebhookEndpointPath {
  /** @example 17 */
  @Matches(ID, { message: 'position must be a whole number' })
  position!: string;
}

/** A webhook endpoint. */
export class WebhookEndpointView {
  /** @example 20600 */
  id!: number;
  /** @example kT3bXw9dQm2LrV0sPzA1 */
  clientId!: string;
  /** Null for a client that only pulls. @example https://integrator.example/corebank-events */
  url!: string | null;
  /** @example "Ledger synchronisation" */
  description!: string | null;
  /** @example ["transfer.completed", "account.credited"] */
  eventTypes!: string[];
  /** @example integrations@integrator.example */
  noticeEmail!: string | null;
  /** `Active`, `Paused` or `Removed`. @example Active */
  status!: string;
  /** Why it is paused; null when it is not. @example "No delivery has succeeded for three days." */
  pauseReason!: string | null;
  /** @example 2026-11-21T09:00:00.000Z */
  pausedAt!: Date | null;
  /** The end of the previous secret; null without one. @example 2026-11-22T09:00:00.000Z */
  previousSecretEndsAt!: Date | null;
  /** Number of the last event for which a delivery was written. @example 4211 */
  sequence!: number;
  /** The last accepted delivery. @example 2026-11-21T09:00:00.000Z */
  lastSuccessAt!: Date | null;
  /** @example 2026-11-21T09:00:00.000Z */
  createdAt!: Date;
}

/** An endpoint with its secret, which is shown once. */
export class WebhookEndpointSecretView extends WebhookEndpointView {
  /**
   * Verify the signatures of deliveries with it. It cannot be shown again, only replaced.
   * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
   */
  secret!: string;
}

/** A delivery: one event for one endpoint. */
export class WebhookDeliveryView {
  /** @example 17 */
  position!: number;
  /** @example evt-1-4211-0 */
  eventId!: string;
  /** @example transfer.completed */
  type!: string;
  /** @example "transfer:REF-20261121-0001" */
  resource!: string;
  /** True when staff asked for it to be sent again. @example false */
  replayed!: boolean;
  /** `Pending`, `Delivered`, or `Failed` after three days. @example Delivered */
  status!: string;
  /** @example 1 */
  attempts!: number;
  /** Null when there was no answer. @example 204 */
  lastHttpStatus!: number | null;
  /** @example "The connection was refused." */
  lastError!: string | null;
  /** The next attempt; null when it is finished. @example 2026-11-21T09:05:00.000Z */
  dueAt!: Date | null;
  /** @example 2026-11-21T09:00:00.000Z */
  finishedAt!: Date | null;
  /** @example 2026-11-21T09:00:00.000Z */
  createdAt!: Date;
}

/** One attempt of a delivery. */
export class WebhookAttemptView {
  /** @example 1 */
  attempt!: number;
  /** @example 2026-11-21T09:00:00.000Z */
  at!: Date;
  /** Null when there was no answer. @example 204 */
  httpStatus!: number | null;
  /** Why there was no answer; null when there was one. @example "No answer within 15 seconds." */
  error!: string | null;
  /** Milliseconds that the attempt took. @example 84 */
  durationMs!: number;
}
