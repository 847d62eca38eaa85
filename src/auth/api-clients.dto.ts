import { applyDecorators } from '@nestjs/common';
import { PartialType, PickType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
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
import { CLIENT_SCOPES, type ClientScope } from '../common/http/client-scopes';
import { PagingQuery } from '../common/http/paging.dto';
import { IsNaira } from '../common/money/is-naira';
import { koboToNaira } from '../common/money/naira';
import { IsName } from '../common/text/name-rules';
import { IsInstant } from '../common/time/is-instant';
import type { ClientAmounts } from '../ledger/engine/client-limits';
import { AreAddressRanges } from './allowed-addresses';
import { API_CLIENT_STATUSES, type ApiClient, type ApiClientStatus } from './api-client.entity';
import { effectiveStatus } from './client-inactivity';

const OVERLAP_MAX_MINUTES = 7 * 24 * 60;

/** Property decorator for an instant in UTC. */
const IsExpiry = (): PropertyDecorator =>
  applyDecorators(
    IsInstant(),
    MaxLength(30),
    Matches(/^2\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/, {
      message: '$property must be an instant in UTC such as 2027-11-21T00:00:00Z',
    }),
  );

/** Name and restrictions of an API client. */
export class ApiClientTerms {
  /**
   * Name of the client in lists.
   * @example "Payroll integration"
   */
  @IsName(120)
  name!: string;

  /**
   * What the client may do (docs/api/authentication.md#scopes).
   * @example ["accounts:read", "transfers:read", "transfers:write"]
   */
  @IsArray()
  @ArrayMaxSize(50)
  @ArrayUnique()
  @IsIn(CLIENT_SCOPES, { each: true })
  scopes!: ClientScope[];

  /**
   * Addresses and networks from which the client may be used. An empty list allows every address.
   * @example ["203.0.113.0/24", "2001:db8::/32"]
   */
  @IsArray()
  @ArrayMaxSize(50)
  @ArrayUnique()
  @AreAddressRanges()
  @IsString({ each: true })
  @MaxLength(50, { each: true })
  allowedAddresses!: string[];
}

/** A new API client. */
export class CreateApiClientBody extends PickType(ApiClientTerms, ['name'] as const) {
  /**
   * What the client may do (docs/api/authentication.md#scopes). Default: all scopes that read.
   * @example ["accounts:read", "transfers:read", "transfers:write"]
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @ArrayUnique()
  @IsIn(CLIENT_SCOPES, { each: true })
  scopes?: ClientScope[];

  /**
   * Addresses and networks from which the client may be used. Default: every address.
   * @example ["203.0.113.0/24", "2001:db8::/32"]
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @ArrayUnique()
  @AreAddressRanges()
  @IsString({ each: true })
  @MaxLength(50, { each: true })
  allowedAddresses?: string[];

  /**
   * The client and its tokens end at this time. Default: never.
   * @example 2027-11-21T00:00:00Z
   */
  @IsOptional()
  @IsExpiry()
  expiresAt?: string;

  /**
   * The most that one call of the client may move, in Naira; 0 allows nothing. Default: no limit.
   * @example 500000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  perCallLimit?: number | null;

  /**
   * The most that the client may move on one day, in Naira; 0 allows nothing. Default: no limit.
   * @example 20000000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  perDayLimit?: number | null;

  /**
   * Account number of the corporate customer that the client is bound to.
   * @example 5000112345
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  parentAccountNumber?: string;
}

/** Changes of an API client. A field that is left out stays. */
export class UpdateApiClientBody extends PartialType(ApiClientTerms, { skipNullProperties: false }) {
  /**
   * The client and its tokens end at this time; null for never.
   * @example 2027-11-21T00:00:00Z
   */
  @IsOptional()
  @IsExpiry()
  expiresAt?: string | null;

  /**
   * The most that one call of the client may move, in Naira; 0 allows nothing, null is no limit. A higher limit, or
   * none, needs a second person.
   * @example 500000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  perCallLimit?: number | null;

  /**
   * The most that the client may move on one day, in Naira; 0 allows nothing, null is no limit. A higher limit, or
   * none, needs a second person.
   * @example 20000000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  perDayLimit?: number | null;
}

/** How a secret is replaced. */
export class RegenerateApiClientBody {
  /**
   * For so many minutes the old secret and its tokens stay valid beside the new one; at most 7 days. Default 0: they
   * end at once.
   * @example 1440
   */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(OVERLAP_MAX_MINUTES)
  overlapMinutes?: number;
}

/** Filters of the list of API clients. */
export class ListApiClientsQuery extends PagingQuery {
  /** Exact client id. */
  @IsOptional()
  @IsString()
  @MaxLength(40)
  ClientId?: string;

  /** Only clients in this status. */
  @IsOptional()
  @IsIn(API_CLIENT_STATUSES)
  Status?: ApiClientStatus;

  /** Only clients bound to this account. */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  ParentAccountNumber?: string;

  /** Sort field. */
  @IsOptional()
  @IsIn(['createdAt'])
  override SortColumn: string = 'createdAt';
}

/** An API client. */
export class ApiClientView {
  /** @example 10052 */
  id!: number;
  /** @example kT3bXw9dQm2LrV0sPzA1 */
  clientId!: string;
  /** @example "Payroll integration" */
  name!: string;
  /** `Active`, or `Inactive`: deactivated, expired or unused for 14 days. @example Active */
  status!: string;
  /** The scopes of the client. @example ["accounts:read", "transfers:read"] */
  scopes!: string[];
  /** Empty when the client may be used from every address. @example ["203.0.113.0/24"] */
  allowedAddresses!: string[];
  /** Null when it does not expire. @example 2027-11-21T00:00:00.000Z */
  expiresAt!: Date | null;
  /** The most that one call may move, in Naira; null without a limit. @example 500000 */
  perCallLimit!: number | null;
  /** The most that all calls of a day may move, in Naira; null without a limit. @example 20000000 */
  perDayLimit!: number | null;
  /** The end of the previous secret, null without one. @example 2026-11-22T09:00:00.000Z */
  previousSecretEndsAt!: Date | null;
  /** @example 5000112345 */
  parentAccountNumber!: string | null;
  /** Accurate to one minute. @example 2026-11-21T09:00:00.000Z */
  lastUsedAt!: Date | null;
  /** @example 2026-11-21T09:00:00.000Z */
  reactivatedAt!: Date | null;
  /** @example 2026-11-21T09:00:00.000Z */
  createdAt!: Date;
}

/** An API client with its secret, which is shown once. */
export class ApiClientSecretView extends ApiClientView {
  /**
   * Store it safely: it cannot be shown again, only regenerated.
   * @example Zk1n5w-example-secret-0dJx3v7QmB2hYcT8uRfLgEs
   */
  clientSecret!: string;
}

export function apiClientView(client: ApiClient, { perCallKobo, perDayKobo }: ClientAmounts, now: Date): ApiClientView {
  const { id, clientId, name, parentAccountNumber, lastUsedAt, reactivatedAt, createdAt } = client;
  const { scopes, allowedAddresses, expiresAt, previousSecretEndsAt } = client;
  const isRotating = previousSecretEndsAt !== null && now < previousSecretEndsAt;
  return {
    id,
    clientId,
    name,
    status: effectiveStatus(client, now),
    scopes,
    allowedAddresses,
    expiresAt,
    perCallLimit: perCallKobo === null ? null : koboToNaira(perCallKobo),
    perDayLimit: perDayKobo === null ? null : koboToNaira(perDayKobo),
    previousSecretEndsAt: isRotating ? previousSecretEndsAt : null,
    parentAccountNumber,
    lastUsedAt,
    reactivatedAt,
    createdAt,
  };
}
