import type { ApiClient, ApiClientStatus } from './api-client.entity';

const DAY_MS = 86_400_000;

/** An API client unused for this long is inactive (docs/api/authentication.md#inactivity). */
export const INACTIVITY_LIMIT_MS = 14 * DAY_MS;

type ClientLife = Pick<ApiClient, 'status' | 'createdAt' | 'reactivatedAt' | 'lastUsedAt'>;

/** The latest of creation, reactivation and use. */
export function lastActivity({ createdAt, reactivatedAt, lastUsedAt }: Omit<ClientLife, 'status'>): Date {
  return new Date(Math.max(createdAt.getTime(), reactivatedAt?.getTime() ?? 0, lastUsedAt?.getTime() ?? 0));
}

/** The status in effect: a client unused for 14 days is inactive even before the end of day has stored that. */
export function effectiveStatus(client: ClientLife, now: Date): ApiClientStatus {
  return client.status === 'Active' && now.getTime() < lastActivity(client).getTime() + INACTIVITY_LIMIT_MS
    ? 'Active'
    : 'Inactive';
}
