import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from './random';

type Body = Record<string, unknown>;

/** Requests to the simulator and its answers. */
interface Passing {
  forward: () => Promise<{ status: number; body: Body }>;
  answer: (status: number, body: Body) => void;
  /** Ends the connection without an answer. */
  reset: () => void;
}

/** Faults that the gateway injects into a payment or a status query instead of passing it on unchanged. */
const LIES: Record<string, (passing: Passing) => Promise<void>> = {
  'another payment': async ({ forward, answer }) => {
    const { status, body } = await forward();
    answer(status, { ...body, ...FAILED, sessionId: '999999000000000000000000000000', reference: 'SOMEBODY-ELSE' });
  },
  'failed, with the code of success': async ({ forward, answer }) => {
    const { status, body } = await forward();
    answer(status, { ...body, ...FAILED, responseCode: '00' });
  },
  'successful, with the code of failure': async ({ forward, answer }) => {
    const { status, body } = await forward();
    answer(status, { ...body, status: 'Successful', responseCode: '57' });
  },
  'another amount': async ({ forward, answer }) => {
    const { status, body } = await forward();
    answer(status, { ...body, amount: 1, amountPaid: 99_999_999 });
  },
  'sent twice': async ({ forward, answer }) => {
    await forward();
    const { status, body } = await forward();
    answer(status, body);
  },
  'refused after it was done': async ({ forward, answer }) => {
    const { body } = await forward();
    answer(400, { ...body, ...FAILED });
  },
  'lost on the way back': async ({ forward, reset }) => {
    await forward();
    reset();
  },
  'too late': async ({ forward, answer }) => {
    const { status, body } = await forward();
    await sleep(2_500);
    answer(status, body);
  },
};

const FAILED = { status: 'Failed', responseCode: '57', responseMessage: 'Transaction not permitted' };
const LYING_SHARE = 0.25;
const MONEY_ROUTE = /\/(send|vend|tsq)$/;
/** Told of the payment alone: who says twice that nothing was paid is believed, for want of another witness. */
const LIES_ABOUT_PAYMENTS = ['refused after it was done'];
const LIES_ABOUT_QUESTIONS = Object.keys(LIES).filter((lie) => !LIES_ABOUT_PAYMENTS.includes(lie));

/** Between the API and the simulator of the providers: passes everything on, but now and then not what was said. */
export class LyingGateway {
  private readonly server: Server;
  private readonly random: Random;
  /** Number of injected faults, by kind. */
  readonly told: Record<string, number> = {};

  constructor(
    private readonly target: string,
    seed: number,
  ) {
    this.random = new Random(seed ^ 0x11e5);
    this.server = createServer(
      (request, response) => void this.pass(request, response).catch(() => response.destroy()),
    );
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await read(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name)),
    ) as Record<string, string>;
    // A caller that has given up gets no answer any more.
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const init = {
      method: request.method ?? 'GET',
      headers,
      ...(sent === '' ? {} : { body: sent }),
      redirect: 'manual' as const,
      signal: gone.signal,
    };
    const url = `${this.target}${request.url ?? ''}`;
    if (MONEY_ROUTE.test(request.url ?? '') && this.random.next() < LYING_SHARE) return this.lie(url, init, response);
    const answer = await fetch(url, init);
    response.writeHead(
      answer.status,
      Object.fromEntries([...answer.headers].filter(([name]) => name === 'content-type' || name === 'location')),
    );
    response.end(Buffer.from(await answer.arrayBuffer()));
  }

  private async lie(url: string, init: RequestInit, response: ServerResponse): Promise<void> {
    const lie = this.random.pick(url.endsWith('/tsq') ? LIES_ABOUT_QUESTIONS : Object.keys(LIES));
    this.told[lie] = (this.told[lie] ?? 0) + 1;
    await LIES[lie]!({
      forward: async () => {
        const answer = await fetch(url, init);
        return { status: answer.status, body: (await answer.json()) as Body };
      },
      answer: (status, body) =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      reset: () => void response.socket?.resetAndDestroy(),
    });
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
