import { Agent, request } from 'node:http';
import { freshReference } from '../support/app';

/** What came back, and how long it took. */
export interface Reply {
  status: number;
  code: string | undefined;
  headers: Record<string, unknown>;
  body: { status?: boolean; message?: string; data?: Record<string, unknown> };
  tookMs: number;
}

export interface CallOptions {
  token?: string;
  body?: object;
  reference?: string;
  gatewayKey?: string;
}

/** Calls a server over connections that it keeps, as integrators do; a lost connection is a rejection. */
export class Caller {
  private readonly agent: Agent;

  constructor(
    private readonly url: string,
    connectionsMax = 64,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connectionsMax });
  }

  call(
    method: string,
    path: string,
    { token, body, reference = freshReference('DG'), gatewayKey }: CallOptions = {},
  ): Promise<Reply> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers: Record<string, string> = { 'request-reference': reference };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    if (gatewayKey !== undefined) headers['x-gateway-key'] = gatewayKey;
    if (text !== undefined)
      Object.assign(headers, { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) });
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const sent = request(`${this.url}${path}`, { agent: this.agent, method, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const parsed = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Reply['body'];
          resolve({
            status: answer.statusCode!,
            code: parsed.data?.statusCode as string | undefined,
            headers: answer.headers,
            body: parsed,
            tookMs: performance.now() - startedAt,
          });
        });
      });
      sent.on('error', reject);
      sent.end(text);
    });
  }

  async token(path: string, credentials: object): Promise<string> {
    const { body } = await this.call('POST', path, { body: credentials });
    const { accessToken } = body as { accessToken?: string };
    if (accessToken === undefined) throw new Error(`No token: ${JSON.stringify(body)}`);
    return accessToken;
  }

  close(): void {
    this.agent.destroy();
  }
}
