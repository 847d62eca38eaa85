import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { closeServer, listenOnLoopback } from '../support/loopback';

/**
 * A fault of a call: none, lost before or after the provider carried it out, answered late, answered with a card of
 * another account, or answered with an HTTP status.
 */
export type Fault = 'pass' | 'lost-before' | 'lost-after' | 'late' | 'other-account' | 401 | 503;

export interface SeenCall {
  method: string;
  path: string;
  body: string;
  idempotencyKey: string | undefined;
}

const LATE_MS = 300;

/** A proxy to the simulator that can fail. */
export class FaultProxy {
  readonly calls: SeenCall[] = [];
  /** Faults of the next calls, in order; later calls pass. */
  faults: Fault[] = [];
  private readonly server: Server;

  constructor(private readonly to: string) {
    this.server = createServer((request, response) => void this.handle(request, response));
  }

  async listen(): Promise<string> {
    return listenOnLoopback(this.server);
  }

  async close(): Promise<void> {
    await closeServer(this.server);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { method = 'GET', url = '/' } = request;
    const idempotencyKey = request.headers['idempotency-key'] as string | undefined;
    this.calls.push({ method, path: url, body, idempotencyKey });
    const fault = this.faults.shift() ?? 'pass';
    if (fault === 'lost-before') return void request.socket.destroy();
    if (typeof fault === 'number')
      return void response
        .writeHead(fault, { 'content-type': 'application/json' })
        .end('{"responseCode":"63","responseMessage":"Turned down"}');
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        ([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name),
      ),
    ) as Record<string, string>;
    const answer = await fetch(`${this.to}${url}`, { method, headers, ...(body === '' ? {} : { body }) });
    const told = await answer.text();
    const text =
      fault === 'other-account' ? told.replace(/"accountNumber":"\d+"/g, '"accountNumber":"9999999999"') : told;
    if (fault === 'lost-after') return void request.socket.destroy();
    if (fault === 'late') await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  }
}
