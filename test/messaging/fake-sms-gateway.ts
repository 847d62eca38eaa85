import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { addressOf, closeServer, listenOnLoopback } from '../support/loopback';

/** One request as received by the gateway. */
export interface GatewayRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: { messageId: string; to: string; message: string; senderId?: string };
}

/** `hang` never answers; a number is a status with the usual body of a middleware. */
export type GatewayAnswer = number | 'hang' | { status: number; body: string };

/** A local SMS gateway. It gives the configured answers in order, then 200. */
export class FakeSmsGateway {
  readonly requests: GatewayRequest[] = [];
  readonly answers: GatewayAnswer[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeSmsGateway> {
    const server = createServer();
    const gateway = new FakeSmsGateway(server);
    server.on('request', (request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(pieces).toString()) as GatewayRequest['body'];
        gateway.requests.push({ path: `${request.method} ${request.url}`, headers: request.headers, body });
        const answer = gateway.answers.shift() ?? 200;
        if (answer === 'hang') return;
        const { status, body: text } =
          typeof answer === 'number'
            ? {
                status: answer,
                body: JSON.stringify({ messageReference: `SMS-${body.messageId}`, message: 'configured answer' }),
              }
            : answer;
        response.writeHead(status, { 'content-type': 'application/json' }).end(text);
      });
    });
    await listenOnLoopback(server);
    return gateway;
  }

  get url(): string {
    return addressOf(this.server);
  }

  /** The messages sent to a telephone number. */
  sentTo(phoneNumber: string): GatewayRequest[] {
    return this.requests.filter(({ body }) => body.to === phoneNumber);
  }

  async close(): Promise<void> {
    await closeServer(this.server);
  }
}
