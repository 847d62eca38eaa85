import { connect, type Socket } from 'node:net';
import { eventually } from '../support/eventually';

/** A TCP connection that sends only the text it is given. */
export class RawConnection {
  readonly socket: Socket;
  received = '';
  closed = false;

  constructor(url: string) {
    this.socket = connect(Number(new URL(url).port), '127.0.0.1');
    this.socket.on('data', (data) => (this.received += data.toString()));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => (this.closed = true));
  }

  /** Sends a text, in UTF-8 or another encoding, and answers what comes back first. */
  static async say(url: string, text: string, encoding: BufferEncoding = 'utf8'): Promise<string> {
    const connection = new RawConnection(url);
    connection.socket.write(text, encoding);
    await eventually(async () => expect([connection.closed, connection.received !== '']).toContain(true));
    connection.socket.destroy();
    return connection.received;
  }
}
