import { type KeyObject, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { AppConfig } from '../common/config/app-config';
import { Keyring } from '../common/crypto/keyring';
import { Clock } from '../common/time/clock';
import type { StaffSession } from '../institutions/staff/sessions/staff-session.entity';
import { TOKEN_ISSUER, TOKEN_KINDS, type TokenClaims, type TokenKind } from './token-claims';

/** HMAC with SHA-256, the only accepted algorithm. */
export const TOKEN_ALGORITHM = 'HS256';

/** Type of access tokens (RFC 9068), so that JWTs for other purposes are refused. */
const TOKEN_TYPE = 'at+jwt';

const KEY_PURPOSE = 'access-tokens';

/** An issued token as in the answer of an authentication (docs/api/authentication.md#tokens). */
export interface IssuedToken {
  accessToken: string;
  tokenType: 'Bearer';
  /** Epoch seconds. */
  expirationTime: number;
  tokenValiditySec: number;
}

/** The key id in the header of an access token; undefined for text that is not an access token. */
function keyIdOf(token: string): string | undefined {
  try {
    const header = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString()) as {
      kid?: unknown;
      typ?: unknown;
      crit?: unknown;
    } | null;
    // RFC 7515, section 4.1.11: a token whose critical extensions are not understood must be refused.
    if (typeof header?.kid !== 'string' || header.typ !== TOKEN_TYPE || header.crit !== undefined) return undefined;
    return header.kid;
  } catch {
    return undefined;
  }
}

/** Signs tokens, and finds the key that verifies a token: of the current master key or of previous ones. */
@Injectable()
export class Tokens {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  private readonly current: { keyId: string; key: KeyObject };

  constructor(
    keyring: Keyring,
    private readonly jwt: JwtService,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {
    const derived = keyring.deriveAll(KEY_PURPOSE);
    this.current = derived[0]!;
    this.keys = new Map(derived.map(({ keyId, key }) => [keyId, key]));
  }

  /**
   * @param subject client id or staff id.
   * @param secretSetAt time at which the secret or password that was just checked had been set. A token issued while
   *   the secret is being replaced is then outdated together with the old secret.
   * @param session the session of a staff token, which no staff token can do without.
   */
  async issue(
    kind: TokenKind,
    subject: string,
    institutionId: number,
    secretSetAt: Date | null,
    session?: Pick<StaffSession, 'id' | 'expiresAt' | 'tokenSince'>,
  ): Promise<IssuedToken> {
    const { audience, actorType } = TOKEN_KINDS[kind];
    const iat = this.nowSec();
    const exp = session?.tokenSince ? Math.ceil(session.expiresAt.getTime() / 1000) : iat + this.validitySec(kind);
    const tokenValiditySec = exp - iat;
    const secretChangedAt = secretSetAt?.getTime() ?? 0;
    const claims: TokenClaims = {
      iss: TOKEN_ISSUER,
      aud: audience,
      sub: subject,
      institutionId,
      actor_type: actorType,
      jti: randomUUID(),
      iat,
      exp,
      secretChangedAt,
      ...(session && { sid: session.id }),
      ...(session?.tokenSince && { since: session.tokenSince.getTime() }),
    };
    // A key object and not text: the library would first try to parse text as a public key, at 40 times the cost.
    const header = { alg: TOKEN_ALGORITHM, typ: TOKEN_TYPE };
    const accessToken = await this.jwt.signAsync(claims, {
      privateKey: this.current.key,
      keyid: this.current.keyId,
      algorithm: TOKEN_ALGORITHM,
      header,
    });
    return { accessToken, tokenType: 'Bearer', expirationTime: exp, tokenValiditySec };
  }

  /** The key that a token names; undefined when it is not one of our keys. */
  keyFor(token: string): KeyObject | undefined {
    const keyId = keyIdOf(token);
    return keyId === undefined ? undefined : this.keys.get(keyId);
  }

  private validitySec(kind: TokenKind): number {
    return kind === 'staff' ? this.config.staffTokenValiditySec : this.config.tokenValiditySec;
  }

  /** Current time in seconds since 1970, as in tokens. */
  nowSec(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}
