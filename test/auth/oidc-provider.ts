import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT_ID = 'corebank-console';
export const CLIENT_SECRET = 'a secret of the tests';

/** What the provider does otherwise than it should, or says of the person. */
export interface Behaviour {
  /** Claims of the identity token; undefined leaves one out. */
  claims?: Record<string, unknown>;
  /** `iss` of the answer in the browser; null leaves it out. */
  answeredIssuer?: string | null;
  /** Signs with a key that it does not publish. */
  strangersKey?: true;
  /** Signs nothing. */
  unsigned?: true;
}

interface Grant extends Behaviour {
  redirectUri: string;
  challenge: string;
  nonce: string;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const keyPair = (): ReturnType<typeof generateKeyPairSync> => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A small OpenID provider: discovery, keys, and a token endpoint that checks client, code, address and PKCE. */
export class OidcProvider {
  private readonly own = keyPair();
  private readonly other = keyPair();
  private readonly grants = new Map<string, Grant>();
  private server!: Server;
  issuer!: string;
  /** While true it answers nothing but errors. */
  isAway = false;

  static async start(): Promise<OidcProvider> {
    const provider = new OidcProvider();
    provider.server = createServer((message, response) => void provider.answer(message, response));
    await new Promise<void>((resolve) => provider.server.listen(0, '127.0.0.1', resolve));
    provider.issuer = `http://127.0.0.1:${(provider.server.address() as AddressInfo).port}`;
    return provider;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The person signs in on the provider's page. @returns the query with which the browser comes back */
  signIn(address: string, behaviour: Behaviour = {}): URLSearchParams {
    const asked = new URL(address).searchParams;
    const code = randomBytes(16).toString('hex');
    this.grants.set(code, {
      redirectUri: asked.get('redirect_uri')!,
      challenge: asked.get('code_challenge')!,
      nonce: asked.get('nonce')!,
      ...behaviour,
    });
    const { answeredIssuer = this.issuer } = behaviour;
    return new URLSearchParams({
      code,
      state: asked.get('state')!,
      ...(answeredIssuer === null ? {} : { iss: answeredIssuer }),
    });
  }

  private async answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const [status, body] = this.isAway ? [503, {}] : this.documentOf(message, Buffer.concat(chunks).toString());
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private documentOf({ url, headers }: IncomingMessage, body: string): [number, object] {
    if (url === '/.well-known/openid-configuration') return [200, this.metadata()];
    if (url === '/keys')
      return [200, { keys: [{ ...this.own.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }] }];
    if (url === '/token') return this.exchange(headers.authorization, new URLSearchParams(body));
    return [404, {}];
  }

  private metadata(): object {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  /** A code works once. */
  private exchange(authorization: string | undefined, form: URLSearchParams): [number, object] {
    const credentials = Buffer.from(authorization?.slice('Basic '.length) ?? '', 'base64').toString();
    const [id, secret] = credentials.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    const isClient = id === CLIENT_ID && secret === CLIENT_SECRET;
    if (!isClient) return [401, { error: 'invalid_client' }];
    const grant = this.grants.get(form.get('code') ?? '');
    this.grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant?.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }];
    return [200, { access_token: 'unused', token_type: 'Bearer', id_token: this.identityToken(grant) }];
  }

  private identityToken({ nonce, claims, strangersKey, unsigned }: Grant): string {
    const now = Math.floor(Date.now() / 1_000);
    const payload = encoded({
      iss: this.issuer,
      aud: CLIENT_ID,
      sub: 'person-1',
      iat: now,
      exp: now + 300,
      auth_time: now,
      nonce,
      email_verified: true,
      ...claims,
    });
    if (unsigned) return `${encoded({ alg: 'none' })}.${payload}.`;
    const head = encoded({ alg: 'RS256', kid: '1' });
    const { privateKey } = strangersKey ? this.other : this.own;
    const signature = createSign('RSA-SHA256').update(`${head}.${payload}`).sign(privateKey).toString('base64url');
    return `${head}.${payload}.${signature}`;
  }
}
