import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { closeServer, listenOnLoopback } from '../support/loopback';

/** An event as a receiver reads it. */
export interface ReceivedEvent {
  id: string;
  type: string;
  timestamp: string;
  sequence: number;
  resource: { type: string; id: string };
  data: Record<string, unknown>;
}

/** One request that arrived. */
interface Arrival {
  headers: IncomingHttpHeaders;
  body: string;
  event: ReceivedEvent;
}

/** An integrator's receiver: keeps what arrives and answers as the test wants. */
export class WebhookReceiver {
  readonly arrivals: Arrival[] = [];
  /** The status of the answer, by default 204. */
  answer: (event: ReceivedEvent) => number = () => 204;
  url = '';
  private server: Server | undefined;

  async start(): Promise<this> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        const event = JSON.parse(body) as ReceivedEvent;
        this.arrivals.push({ headers: request.headers, body, event });
        response.writeHead(this.answer(event), { location: 'http://127.0.0.1:1/elsewhere' }).end();
      });
    });
    this.url = `${await listenOnLoopback(this.server)}/events`;
    return this;
  }

  get events(): ReceivedEvent[] {
    return this.arrivals.map(({ event }) => event);
  }

  typed(type: string): ReceivedEvent[] {
    return this.events.filter((event) => event.type === type);
  }

  async stop(): Promise<void> {
    if (this.server) await closeServer(this.server);
  }
}

/** Verifies a signature as a receiver does that knows one secret (Standard Webhooks). */
export function verifies({ headers, body }: Pick<Arrival, 'headers' | 'body'>, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}
