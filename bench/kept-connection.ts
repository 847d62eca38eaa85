import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request to send over a kept connection. */
export interface PlainRequest {
  path: string;
  token: string;
  reference: string;
  /** JSON. */
  body: string;
}

export interface PlainAnswer {
  /** Such as `200`. */
  status: string;
  /** True for one that says when to come again. */
  hasRetryAfter: boolean;
}

/**
 * A kept connection with one request at a time. A plain socket, because load and server share the machine and every
 * microsecond of the load is the server's loss.
 */
export class KeptConnection {
  private pending = '';
  private onAnswer: ((answer: PlainAnswer) => void) | undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk) => this.take(chunk.toString('latin1')));
  }

  get isOpen(): boolean {
    return this.socket.writable;
  }

  /** @param onFailure of the connection, at any time; a request in progress gets no answer */
  static async open(port: number, onFailure: (error: Error) => void): Promise<KeptConnection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.on('error', onFailure);
    await once(socket, 'connect');
    return new KeptConnection(socket);
  }

  send({ path, token, reference, body }: PlainRequest, onAnswer: (answer: PlainAnswer) => void): void {
    this.onAnswer = onAnswer;
    this.socket.write(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nauthorization: Bearer ${token}\r\n` +
        `request-reference: ${reference}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }

  close(): void {
    this.socket.destroy();
  }

  private take(text: string): void {
    this.pending += text;
    const headEnd = this.pending.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.pending)?.[1] ?? 0);
    if (this.pending.length < headEnd + 4 + length) return;
    const status = this.pending.slice(9, 12);
    const hasRetryAfter = status !== '200' && /\r\nretry-after: /i.test(this.pending);
    this.pending = '';
    const { onAnswer } = this;
    this.onAnswer = undefined;
    onAnswer?.({ status, hasRetryAfter });
  }
}
