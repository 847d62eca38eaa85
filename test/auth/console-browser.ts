import request, { type Response, type Test } from 'supertest';
import type { TestApp } from '../support/app';

export const COOKIE = '__Host-corebank-staff';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The headers that a page of the console sends besides the cookie. */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'sec-fetch-site': 'same-origin',
  'x-corebank-console': '1',
};

/** A browser that shows the console: it keeps the cookie, which no script sees, and sends what a browser sends. */
export class ConsoleBrowser {
  /** The values of all `Set-Cookie` headers, newest last. */
  readonly received: string[] = [];
  token: string | undefined;

  constructor(private readonly url: string) {}

  static async signedIn({ url }: Pick<TestApp, 'url'>, credentials: object): Promise<ConsoleBrowser> {
    const browser = new ConsoleBrowser(url);
    const answer = await browser.send('post', '/api/admin/v1/session', credentials);
    if (answer.status !== 200) throw new Error(`Not signed in: ${answer.text}`);
    return browser;
  }

  get cookie(): string {
    return `${COOKIE}=${this.token ?? ''}`;
  }

  /** @param headers replace those of a page; null leaves one out */
  async send(
    method: Method,
    path: string,
    body?: object,
    headers: Record<string, string | null> = {},
  ): Promise<Response> {
    const all = { ...PAGE_HEADERS, ...(this.token === undefined ? {} : { cookie: this.cookie }), ...headers };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
    const prepared: Test = request(this.url)[method](path).set(Object.fromEntries(sent));
    const answer = await (body === undefined ? prepared : prepared.send(body));
    this.keep((answer.headers as Record<string, unknown>)['set-cookie'] as string[] | undefined);
    return answer;
  }

  async get(path: string, headers: Record<string, string | null> = {}): Promise<Response> {
    return this.send('get', path, undefined, headers);
  }

  private keep(cookies: string[] = []): void {
    for (const cookie of cookies) {
      this.received.push(cookie);
      const value = new RegExp(`^${COOKIE}=([^;]*)`).exec(cookie)?.[1];
      if (value !== undefined) this.token = value === '' ? undefined : value;
    }
  }
}
