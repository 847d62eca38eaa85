import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import {
  ExtractJwt,
  type JwtFromRequestFunction,
  type SecretOrKeyProvider,
  Strategy,
  type StrategyOptionsWithoutRequest,
} from 'passport-jwt';
import { CONSOLE_COOKIE, consoleToken, cookieValues } from './console/console-cookie';
import { readClaims, type TokenClaims } from './token-claims';
import { TOKEN_ALGORITHM, Tokens } from './tokens';

/** Reads `Authorization: Bearer <token>`; null when there is none. */
export const bearerToken = ExtractJwt.fromAuthHeaderAsBearerToken();

/** True when a request is made with the cookie of the console. `Authorization` wins, and the cookie is then ignored. */
export function isByConsoleCookie({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.authorization === undefined && cookieValues(headers.cookie, CONSOLE_COOKIE).length > 0;
}

/** The token of a member of staff, in `Authorization` or in the cookie of the console; null when there is none. */
export function staffToken(request: FastifyRequest): string | null {
  return isByConsoleCookie(request) ? consoleToken(request.headers.cookie) : bearerToken(request);
}

function verification(tokens: Tokens, tokenOf: JwtFromRequestFunction): StrategyOptionsWithoutRequest {
  const keyProvider: SecretOrKeyProvider = (_, token: string, done) => {
    const key = tokens.keyFor(token);
    // The type declares text and buffers, but the library accepts key objects, which verify 40 times as fast.
    if (key) done(null, key as unknown as Buffer);
    else done(new Error('The token does not name a known key.'));
  };
  return {
    jwtFromRequest: tokenOf,
    secretOrKeyProvider: keyProvider,
    algorithms: [TOKEN_ALGORITHM],
    // `readClaims` checks the expiry with the Clock provider.
    ignoreExpiration: true,
  };
}

/** Tokens of API clients. */
@Injectable()
export class ApiClientStrategy extends PassportStrategy(Strategy, 'api-client') {
  constructor(private readonly tokens: Tokens) {
    super(verification(tokens, bearerToken));
  }

  validate(payload: unknown): TokenClaims {
    return readClaims(payload, 'api-client', this.tokens.nowSec());
  }
}

/** Tokens of staff. */
@Injectable()
export class StaffStrategy extends PassportStrategy(Strategy, 'staff') {
  constructor(private readonly tokens: Tokens) {
    super(verification(tokens, staffToken));
  }

  validate(payload: unknown): TokenClaims {
    return readClaims(payload, 'staff', this.tokens.nowSec());
  }
}
