import { validationFailed } from '../common/http/validation.pipe';
import type { ApiClient, ApiClientStatus } from './api-client.entity';

const DAY_MS = 86_400_000;

/** An API client unused for this long is inactive (docs/api/authentication.md#inactivity). */
export const INACTIVITY_LIMIT_MS = 14 * DAY_MS;

type ClientLife = Pick<ApiClient, 'status' | 'createdAt' | 'reactivatedAt' | 'lastUsedAt' | 'expiresAt'>;

/** The expiry that a request names. @throws VALIDATION_FAILED (400) when it has passed */
export function readExpiry(text: string, now: Date): Date {
  const expiresAt = new Date(text);
  if (expiresAt <= now) throw validationFailed([{ field: 'expiresAt', message: 'must be in the future' }]);
  return expiresAt;
}

/** The latest of creation, reactivation and use. */
function lastActivity({
  createdAt,
  reactivatedAt,
  lastUsedAt,
}: Pick<ClientLife, 'createdAt' | 'reactivatedAt' | 'lastUsedAt'>): Date {
  return new Date(Math.max(createdAt.getTime(), reactivatedAt?.getTime() ?? 0, lastUsedAt?.getTime() ?? 0));
}

/**
 * The status in effect: a client unused for 14 days is inactive even before the end of day has stored that, and so is
 * one that has expired.
 */
export function effectiveStatus(client: ClientLife, now: Date): ApiClientStatus {
  const hasExpired = client.expiresAt !== null && now >= client.expiresAt;
  return client.status === 'Active' &&
    !hasExpired &&
    now.getTime() < lastActivity(client).getTime() + INACTIVITY_LIMIT_MS
    ? 'Active'
    : 'Inactive';
}
