import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { API_CLIENT_STATUSES, type ApiClient, type ApiClientStatus } from './api-client.entity';
import { effectiveStatus } from './client-inactivity';

/** A new API client. */
export class CreateApiClientBody {
  /**
   * Name of the client in lists.
   * @example "Payroll integration"
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(120)
  name!: string;

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
  /** `Active`, or `Inactive`: deactivated or unused for 14 days. @example Active */
  status!: string;
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

export function apiClientView(client: ApiClient, now: Date): ApiClientView {
  const { id, clientId, name, parentAccountNumber, lastUsedAt, reactivatedAt, createdAt } = client;
  return {
    id,
    clientId,
    name,
    status: effectiveStatus(client, now),
    parentAccountNumber,
    lastUsedAt,
    reactivatedAt,
    createdAt,
  };
}
