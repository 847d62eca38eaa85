import { Injectable, Logger } from '@nestjs/common';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { AppConfig } from '../../common/config/app-config';
import type { OidcSettings } from '../../common/config/oidc-settings';
import { authErrors } from '../auth.errors';
import type { OidcClaims } from './oidc-identity';

const CALLBACK_PATH = '/api/admin/v1/session/oidc/callback';
const TIMEOUT_SEC = 10;
/** The provider's addresses and keys are read again after this time. */
const DISCOVERED_FOR_MS = 3_600_000;
/** The person must have signed in at the provider within this time: a sign-in counts as a proof. */
const MAX_AGE_SEC = 300;

/** Values that tie the provider's answer to one sign-in. */
export interface OidcBinding {
  state: string;
  nonce: string;
  /** Proof of PKCE; the provider has its digest. */
  verifier: string;
}

/**
 * The provider of single sign-on, by the authorization code flow with PKCE. The library checks signature, issuer,
 * audience, nonce and times of the identity token. No transaction may be open around a call.
 */
@Injectable()
export class OidcProvider {
  private readonly logger = new Logger(OidcProvider.name);
  private discovered: { configuration: Promise<Configuration>; at: number } | undefined;

  constructor(private readonly config: AppConfig) {}

  /** @throws OIDC_NOT_CONFIGURED (404) where single sign-on is off */
  get settings(): OidcSettings {
    const { oidc } = this.config;
    if (!oidc) throw authErrors.OIDC_NOT_CONFIGURED();
    return oidc;
  }

  /**
   * The provider's page to which the browser goes.
   * @throws OIDC_NOT_CONFIGURED (404), OIDC_NOT_REACHABLE (503)
   */
  async signInAddress({ state, nonce, verifier }: OidcBinding): Promise<string> {
    const configuration = await this.configuration();
    return buildAuthorizationUrl(configuration, {
      redirect_uri: this.callbackAddress,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      prompt: 'login',
      max_age: String(MAX_AGE_SEC),
    }).href;
  }

  /**
   * The claims of the provider's answer.
   * @param query of the callback, as it was received.
   * @throws OIDC_REFUSED (401) for an answer that is not in order; OIDC_NOT_REACHABLE (503)
   */
  async claimsOf(query: string, { state, nonce, verifier }: OidcBinding): Promise<OidcClaims> {
    const configuration = await this.configuration();
    try {
      const tokens = await authorizationCodeGrant(configuration, new URL(`${this.callbackAddress}?${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        maxAge: MAX_AGE_SEC,
      });
      return tokens.claims() ?? {};
    } catch (error) {
      this.logger.warn({ reason: reasonOf(error) }, 'The answer of the provider of single sign-on was refused.');
      throw isUnreachable(error) ? authErrors.OIDC_NOT_REACHABLE() : authErrors.OIDC_REFUSED();
    }
  }

  private get callbackAddress(): string {
    return `${this.config.consoleOrigin!}${CALLBACK_PATH}`;
  }

  /** A failed discovery is not kept, so that the next sign-in tries again. */
  private async configuration(): Promise<Configuration> {
    const now = performance.now();
    if (!this.discovered || now - this.discovered.at > DISCOVERED_FOR_MS)
      this.discovered = { configuration: this.discover(), at: now };
    const { discovered } = this;
    try {
      return await discovered.configuration;
    } catch (error) {
      if (this.discovered === discovered) this.discovered = undefined;
      this.logger.warn({ reason: reasonOf(error) }, 'The provider of single sign-on was not found.');
      throw authErrors.OIDC_NOT_REACHABLE();
    }
  }

  private discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    return discovery(new URL(issuer), clientId, undefined, ClientSecretBasic(clientSecret), {
      timeout: TIMEOUT_SEC,
      // The configuration allows plain HTTP for localhost only. The library leaves signatures to TLS unless it is told
      // to check them.
      execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
    });
  }
}

/** A code of the library or the kind of error; never the answer itself, which may hold a token. */
function reasonOf(error: unknown): string {
  const { code, name } = error as { code?: string; name?: string };
  return code ?? name ?? 'unknown';
}

function isUnreachable(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown };
  const isServerError = cause instanceof Response && cause.status >= 500;
  const isNoConnection = error instanceof TypeError && cause !== undefined && code === undefined;
  return code === 'OAUTH_TIMEOUT' || isServerError || isNoConnection;
}
