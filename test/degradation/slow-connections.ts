import { connect, type Socket } from 'node:net';

const DRIP_EVERY_MS = 1_000;
/** Connections asked for at once: fewer than what the system queues for a listener. */
const OPENED_AT_ONCE = 250;

/** Connections that begin a request and then send a letter a second. */
export class SlowConnections {
  private readonly connected = new Set<Socket>();
  private readonly timer: NodeJS.Timeout;
  private ended = 0;

  constructor(private readonly url: string) {
    this.timer = setInterval(() => this.drip(), DRIP_EVERY_MS);
  }

  /** Connections that nobody has closed. */
  get openCount(): number {
    return this.connected.size;
  }

  get endedCount(): number {
    return this.ended;
  }

  /** Opens `count` connections that begin with `text`. */
  async open(count: number, text: string): Promise<void> {
    for (let left = count; left > 0; left -= OPENED_AT_ONCE) {
      await Promise.all(Array.from({ length: Math.min(left, OPENED_AT_ONCE) }, () => this.openOne(text)));
    }
  }

  close(): void {
    clearInterval(this.timer);
    for (const socket of this.connected) socket.destroy();
  }

  private openOne(text: string): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect(Number(new URL(this.url).port), '127.0.0.1');
      socket.once('connect', () => {
        this.connected.add(socket);
        socket.write(text);
        resolve();
      });
      socket.resume();
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.connected.delete(socket);
        this.ended += 1;
        resolve();
      });
    });
  }

  private drip(): void {
    for (const socket of this.connected) if (socket.writable) socket.write('x');
  }
}
