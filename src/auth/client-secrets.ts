import { equalInConstantTime, sha256 } from '../common/crypto/digest';
import type { ApiClient } from './api-client.entity';

type Secrets = Pick<
  ApiClient,
  'secretHash' | 'secretChangedAt' | 'previousSecretHash' | 'previousSecretChangedAt' | 'previousSecretEndsAt'
>;

/** The times that tokens name, of the secrets that are valid at a moment. */
export type SecretTimes = Omit<Secrets, 'secretHash' | 'previousSecretHash'>;

/** The columns of a client without a previous secret. */
export const NO_PREVIOUS_SECRET = {
  previousSecretHash: null,
  previousSecretChangedAt: null,
  previousSecretEndsAt: null,
} as const;

/** In place of a hash that does not exist, so that each attempt compares twice. */
const NO_SECRET = sha256('');

function matches(secretHash: Buffer, hash: Buffer | null): boolean {
  return equalInConstantTime((hash ?? NO_SECRET).toString('base64url'), secretHash.toString('base64url'));
}

/**
 * The time that tokens for a secret name, when the secret is the client's present one or its previous one before its
 * end; undefined for a wrong secret, and for a client that does not exist. All take the same time.
 */
export function secretSetAt(client: Secrets | undefined, secret: string, now: Date): Date | undefined {
  const hash = sha256(secret);
  const isPresent = matches(hash, client?.secretHash ?? null);
  const isPrevious = matches(hash, client?.previousSecretHash ?? null);
  if (client === undefined) return undefined;
  if (isPresent) return client.secretChangedAt;
  const { previousSecretHash, previousSecretChangedAt, previousSecretEndsAt } = client;
  const isRunning = previousSecretHash !== null && previousSecretEndsAt !== null && now < previousSecretEndsAt;
  return isPrevious && isRunning ? (previousSecretChangedAt ?? undefined) : undefined;
}

/**
 * True when a token was issued for a secret that is still valid.
 * @param tokenSecretAtMs the time that the token names. The cached `secretChangedAt` may be older than the token.
 */
export function isTokenLive(
  tokenSecretAtMs: number,
  { secretChangedAt, previousSecretChangedAt, previousSecretEndsAt }: SecretTimes,
  now: Date,
): boolean {
  if (tokenSecretAtMs >= secretChangedAt.getTime()) return true;
  return (
    previousSecretEndsAt !== null &&
    now < previousSecretEndsAt &&
    tokenSecretAtMs === previousSecretChangedAt?.getTime()
  );
}
