import { createServer, type Server } from 'node:http';
import { addressOf, closeServer, listenOnLoopback } from '../support/loopback';

/** The text `hang` never answers; another text is sent as it is; else status and body. */
export type ProviderAnswer =
  string | { status?: number; body: object; headers?: Record<string, string>; afterMs?: number };

/** One request as the provider got it. */
export interface ProviderRequest {
  path: string;
  headers: Record<string, unknown>;
  text: string;
}

/** A bureau and a language model that say what a test wants, for what the simulator cannot be made to do. */
export class FakeReviewProviders {
  readonly requests: ProviderRequest[] = [];
  bureau: (request: ProviderRequest) => ProviderAnswer = () => ({ body: { responseCode: '00', score: 700 } });
  model: (request: ProviderRequest) => ProviderAnswer = () => ({
    body: { choices: [{ message: { content: 'Fine.' }, finish_reason: 'stop' }] },
  });
  /** The most requests that were under way at once. */
  atOnce = 0;
  private underWay = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeReviewProviders> {
    const server = createServer();
    const fake = new FakeReviewProviders(server);
    server.on('request', (request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const received = { path: request.url ?? '', headers: request.headers, text: Buffer.concat(pieces).toString() };
        fake.requests.push(received);
        fake.atOnce = Math.max(fake.atOnce, ++fake.underWay);
        const answer = received.path.startsWith('/credit-bureau') ? fake.bureau(received) : fake.model(received);
        if (answer === 'hang') return;
        const {
          status = 200,
          body,
          headers = {},
          afterMs = 0,
        } = typeof answer === 'string' ? { body: answer } : answer;
        setTimeout(() => {
          fake.underWay -= 1;
          response
            .writeHead(status, { 'content-type': 'application/json', ...headers })
            .end(typeof body === 'string' ? body : JSON.stringify(body));
        }, afterMs);
      });
    });
    await listenOnLoopback(server);
    return fake;
  }

  get url(): string {
    return addressOf(this.server);
  }

  async close(): Promise<void> {
    await closeServer(this.server);
  }
}
