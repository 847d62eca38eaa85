import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { AuthGuard, type IAuthGuard } from '@nestjs/passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { atMost } from '../common/cache/at-most';
import { AppConfig } from '../common/config/app-config';
import { AppError } from '../common/errors/app-error';
import { commonErrors } from '../common/errors/common.errors';
import type { Actor } from '../common/http/actor';
import type { Admission, AdmittedRequest } from '../common/http/admission';
import { CallerLimits } from '../common/http/caller-limits';
import { attemptSource } from '../common/http/client-address';
import type { RouteScope } from '../common/http/client-scopes';
import {
  type Access,
  ACCESS_METADATA,
  type GatewayFunction,
  type WebhookPartner,
} from '../common/http/endpoint.decorator';
import { Clock } from '../common/time/clock';
import { GatewayKeys } from '../institutions/integrations/gateway-keys';
import { WebhookSecrets } from '../institutions/integrations/webhook-secrets';
import { ApiClients } from './api-clients';
import { AttemptLimiter } from './attempt-limiter';
import { authErrors } from './auth.errors';
import { AuthenticationLimits } from './authentication-limits';
import { isTokenLive } from './client-secrets';
import { ClientUse } from './client-use';
import { BACKGROUND_HEADER, consoleViolation } from './console/console-origin';
import { StaffGate } from './sessions/staff-gate';
import type { TokenClaims, TokenKind } from './token-claims';
import { bearerToken, isByConsoleCookie, staffToken } from './token-strategies';
import { Tokens } from './tokens';

const REMEMBERED_TOKENS = 20_000;
/** Longer than any key or secret that can be configured, so longer values need no look-up. */
const MAX_KEY_LENGTH = 10_000;
/** High, because one middleware address serves many institutions, and one wrong key must not block the others. */
const WRONG_KEYS_ALLOWED_PER_MINUTE = 1_000;

/**
 * The guard of all routes. It admits the callers that the `@Endpoint` of a route declares and sets the actor of the
 * request, before the body is read (docs/api/authentication.md#permissions). As Nest's guard it then only asserts that
 * this has happened.
 *
 * Passport checks signature and claims of a token once; the token is then cached until it expires, because this check
 * is most of the guard's work. The status of the caller is checked on every request.
 */
@Injectable()
export class AccessGuard implements CanActivate, Admission {
  private readonly verified = new LRUCache<string, TokenClaims>(atMost(REMEMBERED_TOKENS));
  private readonly wrongKeys = new AttemptLimiter(WRONG_KEYS_ALLOWED_PER_MINUTE, commonErrors.TOO_MANY_REQUESTS);
  private readonly passport: Record<TokenKind, IAuthGuard> = {
    'api-client': new (AuthGuard('api-client'))(),
    staff: new (AuthGuard('staff'))(),
  };

  constructor(
    private readonly tokens: Tokens,
    private readonly clients: ApiClients,
    private readonly clientUse: ClientUse,
    private readonly staffGate: StaffGate,
    private readonly gatewayKeys: GatewayKeys,
    private readonly webhookSecrets: WebhookSecrets,
    private readonly limits: CallerLimits,
    private readonly authentications: AuthenticationLimits,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** Refuses every request that was not admitted by the declaration of the handler that is about to run. */
  canActivate(context: ExecutionContext): boolean {
    const access = Reflect.getMetadata(ACCESS_METADATA, context.getHandler()) as Access | undefined;
    if (!access || context.switchToHttp().getRequest<FastifyRequest>().admittedBy !== access)
      throw commonErrors.PERMISSION_DENIED();
    return true;
  }

  /**
   * @throws UNAUTHORIZED, INVALID_API_TOKEN_CLAIMS, API_KEY_INACTIVE (401)
   * @throws PERMISSION_DENIED, CONSOLE_REQUEST_REFUSED, ADDRESS_NOT_ALLOWED, SCOPE_MISSING (403)
   * @throws TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS (429)
   */
  async admit(request: AdmittedRequest, reply: FastifyReply, access: Access): Promise<void> {
    if (access.audience === 'public') {
      if (access.fromConsole) this.assertFromConsole(request);
      if (access.countsAttempts) this.authentications.admit(attemptSource(request.ip));
      return;
    }
    if (access.audience === 'gateway' || access.audience === 'webhook') {
      request.user = await this.keyHolder(request, access);
      return;
    }
    const claims =
      access.audience === 'staff'
        ? await this.staff(request, reply, access)
        : await this.channel(request, reply, access.scope);
    const caller = `${access.audience} ${claims.institutionId} ${claims.sub}`;
    if (access.audience === 'staff' && access.isStream) this.limits.admitStream(caller);
    else this.limits.admit(caller, reply.raw);
  }

  private async channel(request: AdmittedRequest, reply: FastifyReply, scope: RouteScope): Promise<TokenClaims> {
    const claims = await this.claims(request, reply, 'api-client');
    request.user = await this.client(claims, scope, request.ip);
    return claims;
  }

  /** Staff show their token in `Authorization`, or in the cookie of the console, which only its own pages may use. */
  private async staff(
    request: AdmittedRequest,
    reply: FastifyReply,
    { permission, stepUp, isStream }: Access & { audience: 'staff' },
  ): Promise<TokenClaims> {
    const isConsole = isByConsoleCookie(request);
    if (isConsole) this.assertFromConsole(request);
    const claims = await this.claims(request, reply, 'staff');
    const isBackground = isStream === true || request.headers[BACKGROUND_HEADER] === '1';
    const demands = { permission, stepUp: stepUp === true };
    request.user = await this.staffGate.admit(claims, demands, { isConsole, isBackground });
    return claims;
  }

  /** @throws CONSOLE_REQUEST_REFUSED (403) */
  private assertFromConsole({ method, protocol, host, headers }: AdmittedRequest): void {
    const refusal = consoleViolation({ method, protocol, host, headers }, this.config.consoleOrigin);
    if (refusal !== undefined) throw commonErrors.CONSOLE_REQUEST_REFUSED(refusal);
  }

  /** @throws UNAUTHORIZED, INVALID_API_TOKEN_CLAIMS (401) */
  private async claims(request: AdmittedRequest, reply: FastifyReply, kind: TokenKind): Promise<TokenClaims> {
    const token = kind === 'staff' ? staffToken(request) : bearerToken(request);
    if (token === null) throw commonErrors.UNAUTHORIZED();
    const key = `${kind} ${token}`;
    const known = this.verified.get(key);
    if (known && known.exp > this.tokens.nowSec()) return known;
    await this.passport[kind].canActivate(new ExecutionContextHost([request, reply]));
    const claims = (request as { user?: unknown }).user as TokenClaims;
    this.verified.set(key, claims);
    return claims;
  }

  /** @throws API_KEY_INACTIVE, UNAUTHORIZED (401), ADDRESS_NOT_ALLOWED, SCOPE_MISSING (403) */
  private async client(claims: TokenClaims, scope: RouteScope, address: string): Promise<Actor> {
    const { institutionId, sub } = claims;
    const standing = await this.clients.standing(institutionId, sub);
    const now = this.clock.now();
    if (!standing?.isActive || (standing.expiresAt !== null && now >= standing.expiresAt))
      throw authErrors.API_KEY_INACTIVE();
    if (!isTokenLive(claims.secretChangedAt, standing, now)) throw commonErrors.UNAUTHORIZED();
    if (!standing.isAddressAllowed(address)) throw commonErrors.ADDRESS_NOT_ALLOWED();
    if (!standing.actor.scopes.has(scope))
      throw commonErrors.SCOPE_MISSING(`The API client does not have the scope ${scope}.`, { scope });
    this.clientUse.record(institutionId, sub);
    return standing.actor;
  }

  /**
   * Authenticates callers with a key instead of a token. Wrong keys are limited by address.
   * @throws UNAUTHORIZED (401), TOO_MANY_REQUESTS (429)
   */
  private async keyHolder(
    request: AdmittedRequest,
    access: Access & { audience: 'gateway' | 'webhook' },
  ): Promise<Actor> {
    const source = attemptSource(request.ip);
    this.wrongKeys.assertAllowed(source);
    try {
      return access.audience === 'gateway'
        ? await this.gateway(request, access.integration)
        : await this.partner(request, access.partner);
    } catch (error) {
      if (error instanceof AppError) this.wrongKeys.recordFailure(source);
      throw error;
    }
  }

  /** @throws UNAUTHORIZED (401) */
  private async gateway({ headers }: AdmittedRequest, integration: GatewayFunction): Promise<Actor> {
    const key = headers['x-gateway-key'];
    if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH) throw commonErrors.UNAUTHORIZED();
    const institutionId = await this.gatewayKeys.institutionOf(integration, key);
    if (institutionId === undefined) throw commonErrors.UNAUTHORIZED();
    return { kind: 'gateway', institutionId, id: integration };
  }

  /**
   * An unknown institution, an institution without a secret and a wrong secret get the same answer.
   * @throws UNAUTHORIZED (401)
   */
  private async partner(request: AdmittedRequest, partner: WebhookPartner): Promise<Actor> {
    const secret = bearerToken(request);
    if (secret === null || secret.length > MAX_KEY_LENGTH) throw commonErrors.UNAUTHORIZED();
    const { institutionId: named = '' } = request.params as { institutionId?: string };
    const institutionId = await this.webhookSecrets.institutionOf(partner, named, secret);
    if (institutionId === undefined) throw commonErrors.UNAUTHORIZED();
    return { kind: 'webhook', institutionId, id: partner };
  }
}
