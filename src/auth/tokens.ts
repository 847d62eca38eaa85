import { type KeyObject, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { AppConfig } from '../common/config/app-config';
import { Keyring } from '../common/crypto/keyring';
import { Clock } from '../common/time/clock';
import { TOKEN_ISSUER, TOKEN_KINDS, type TokenClaims, type TokenKind } from './token-claims';

/** HMAC with SHA-256; no other algorithm is ever accepted. */
export const TOKEN_ALGORITHM = 'HS256';

/** What our tokens are (RFC 9068); a JWT that was made for another purpose is none. */
const TOKEN_TYPE = 'at+jwt';

const KEY_PURPOSE = 'access-tokens';

/** A token as an authentication answers it (spec, Authentication). */
export interface IssuedToken {
  accessToken: string;
  tokenType: 'Bearer';
  /** Epoch seconds. */
  expirationTime: number;
  tokenValiditySec: number;
}

/** The key id that the header of an access token names; undefined for a text that is none. */
function keyIdOf(token: string): string | undefined {
  try {
    const header = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString()) as {
      kid?: unknown;
      typ?: unknown;
    } | null;
    return typeof header?.kid === 'string' && header.typ === TOKEN_TYPE ? header.kid : undefined;
  } catch {
    return undefined;
  }
}

/** Signs tokens, and knows the keys that verify them: those of the present master key and of the previous ones. */
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
   * @param secretSetAt when the secret or password was set that the holder has just shown, as it was read when that was
   *   checked: a token that is made while the secret is being replaced ends with the old one.
   */
  async issue(kind: TokenKind, subject: string, institutionId: number, secretSetAt: Date | null): Promise<IssuedToken> {
    const { audience, actorType } = TOKEN_KINDS[kind];
    const tokenValiditySec = kind === 'staff' ? this.config.staffTokenValiditySec : this.config.tokenValiditySec;
    const iat = Math.floor(this.clock.now().getTime() / 1000);
    const exp = iat + tokenValiditySec;
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
    };
    // Given a text instead of a key object, the library would first try to read it as a public key, at 40 times the cost.
    const header = { alg: TOKEN_ALGORITHM, typ: TOKEN_TYPE };
    const accessToken = await this.jwt.signAsync(claims, {
      privateKey: this.current.key,
      keyid: this.current.keyId,
      algorithm: TOKEN_ALGORITHM,
      header,
    });
    return { accessToken, tokenType: 'Bearer', expirationTime: exp, tokenValiditySec };
  }

  /** The key a token says it is signed with; undefined when that is none of ours. */
  keyFor(token: string): KeyObject | undefined {
    const keyId = keyIdOf(token);
    return keyId === undefined ? undefined : this.keys.get(keyId);
  }

  /** Present time as tokens count it. */
  nowSec(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}
