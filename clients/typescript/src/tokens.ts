import { Refusal, refusalOf } from './refusals.js';

export interface Credentials {
  clientId: string;
  clientSecret: string;
}

/** Before the end of a token by which a new one is asked for. */
const RENEWED_BEFORE_MS = 60_000;

/** The access token of an API client: asked for once, kept, and renewed before it ends. */
export class AccessTokens {
  private token: { text: string; endsAtMs: number } | undefined;
  private asking: Promise<string> | undefined;

  constructor(
    private readonly baseUrl: string,
    private readonly credentials: Credentials,
    private readonly send: typeof fetch,
  ) {}

  /** A token that is still good. Calls at the same time share one sign-in. @throws Refusal for wrong credentials */
  current(): Promise<string> {
    if (this.token && performance.now() < this.token.endsAtMs - RENEWED_BEFORE_MS)
      return Promise.resolve(this.token.text);
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    return this.asking;
  }

  /** Drops a token that the service has refused. */
  forget(text: string): void {
    if (this.token?.text === text) this.token = undefined;
  }

  private async ask(): Promise<string> {
    const response = await this.send(`${this.baseUrl}/api/auth/v1/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(this.credentials),
    });
    if (response.status !== 200) throw await refusalOf(response);
    const { accessToken, tokenValiditySec } = (await response.json()) as {
      accessToken?: string;
      tokenValiditySec: number;
    };
    if (!accessToken) throw new Refusal(response.status, 'NO_TOKEN', 'The answer to the sign-in has no token.', {});
    this.token = { text: accessToken, endsAtMs: performance.now() + tokenValiditySec * 1000 };
    return accessToken;
  }
}
