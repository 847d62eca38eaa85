import { commonErrors } from '../common/errors/common.errors';

export const TOKEN_ISSUER = 'corebank';

/** The two kinds of tokens, by the kind of actor they are for. */
export const TOKEN_KINDS = {
  'api-client': { audience: 'api-channel', actorType: 'api_client' },
  staff: { audience: 'staff', actorType: 'staff' },
} as const;

export type TokenKind = keyof typeof TOKEN_KINDS;

/** The claims of every token (docs/api/authentication.md#claims); times in seconds since 1970. */
export interface TokenClaims {
  iss: typeof TOKEN_ISSUER;
  aud: string;
  /** Client id or staff id. */
  sub: string;
  institutionId: number;
  actor_type: string;
  jti: string;
  iat: number;
  exp: number;
  /**
   * Time at which the secret or password for this token had been set, in milliseconds since 1970; 0 without one. `iat`
   * is not exact enough: it counts seconds, by the clock of another process.
   */
  secretChangedAt: number;
  /** The session of a staff token; tokens of API clients have none. */
  sid?: number;
  /** Of a console session: when the token was issued, in milliseconds since 1970. Each proof replaces the token. */
  since?: number;
}

/**
 * True when a token was issued for a replaced secret. The cached time of the change may be older than the token.
 * @param tokenSecretChangedAt the claim of the token, in milliseconds since 1970.
 */
export function isOutdated(tokenSecretChangedAt: number, secretChangedAt: Date | undefined): boolean {
  return secretChangedAt !== undefined && tokenSecretChangedAt < secretChangedAt.getTime();
}

const SUBJECT_MAX_LENGTH = 100;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= SUBJECT_MAX_LENGTH;
}

function isPositiveInteger(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/**
 * Reads the claims of a token whose signature has been checked.
 *
 * @param nowSec seconds since 1970.
 * @throws UNAUTHORIZED (401) when it has expired; INVALID_API_TOKEN_CLAIMS (401) when it is not a token of this kind.
 */
export function readClaims(payload: unknown, kind: TokenKind, nowSec: number): TokenClaims {
  const { audience, actorType } = TOKEN_KINDS[kind];
  const claims = (typeof payload === 'object' && payload !== null ? payload : {}) as Partial<
    Record<keyof TokenClaims, unknown>
  >;
  const { iss, aud, sub, institutionId, actor_type, jti, iat, exp, secretChangedAt, sid, since } = claims;
  if (!isPositiveInteger(exp)) throw commonErrors.INVALID_API_TOKEN_CLAIMS();
  if (exp <= nowSec) throw commonErrors.UNAUTHORIZED();
  const isOurs = iss === TOKEN_ISSUER && aud === audience && actor_type === actorType;
  if (!isOurs || !isText(sub) || !isText(jti) || !isPositiveInteger(institutionId) || !isPositiveInteger(iat)) {
    throw commonErrors.INVALID_API_TOKEN_CLAIMS();
  }
  const isOfSession = kind === 'staff';
  if (isOfSession && !isPositiveInteger(sid)) throw commonErrors.INVALID_API_TOKEN_CLAIMS();
  // A token without the claim counts as older than any secret, so its holder must authenticate again.
  return {
    iss,
    aud: audience,
    sub,
    institutionId,
    actor_type: actorType,
    jti,
    iat,
    exp,
    secretChangedAt: isPositiveInteger(secretChangedAt) ? secretChangedAt : 0,
    ...(isOfSession ? { sid: sid as number } : {}),
    ...(isOfSession && isPositiveInteger(since) ? { since } : {}),
  };
}
