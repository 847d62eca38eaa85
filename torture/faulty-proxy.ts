import { connect, createServer, type Server, type Socket } from 'node:net';

interface Pair {
  client: Socket;
  server: Socket;
}

/** A TCP proxy between the API and its database that loses connections, holds them half open and slows them down. */
export class FaultyProxy {
  private readonly pairs = new Set<Pair>();
  private readonly listener: Server;
  private delayMs = 0;
  private stalled = false;

  constructor(private targetPort: number) {
    this.listener = createServer((client) => this.join(client));
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve) => this.listener.listen(port, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.drop(1, () => 0);
    await new Promise((resolve) => this.listener.close(resolve));
  }

  /** Joins to another server from now on, as a virtual address does; open connections are cut. */
  pointTo(port: number): void {
    this.targetPort = port;
    this.drop(1, () => 0);
  }

  /** Cuts some of the open connections, as a lost network would. */
  drop(share: number, random: () => number): number {
    const doomed = [...this.pairs].filter(() => random() < share);
    for (const { client, server } of doomed) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
    return doomed.length;
  }

  /** Passes nothing on, in either direction, and closes nothing: half-open connections. */
  stall(durationMs: number): void {
    this.stalled = true;
    for (const { client, server } of this.pairs) {
      client.pause();
      server.pause();
    }
    setTimeout(() => {
      this.stalled = false;
      for (const { client, server } of this.pairs) {
        client.resume();
        server.resume();
      }
    }, durationMs);
  }

  /** Every chunk arrives later. */
  slow(delayMs: number, durationMs: number): void {
    this.delayMs = delayMs;
    setTimeout(() => (this.delayMs = 0), durationMs).unref();
  }

  private join(client: Socket): void {
    const server = connect(this.targetPort, '127.0.0.1');
    const pair = { client, server };
    this.pairs.add(pair);
    this.pass(client, server);
    this.pass(server, client);
    const end = (): void => {
      this.pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.setNoDelay(true).on('error', end).on('close', end);
    if (this.stalled) {
      client.pause();
      server.pause();
    }
  }

  /** One chunk waits at a time: with a timer each, a later one could overtake the one in front of it. */
  private pass(from: Socket, to: Socket): void {
    const waiting: { chunk: Buffer; dueAt: number }[] = [];
    const passOn = (): void => {
      for (let [first] = waiting; first !== undefined; [first] = waiting) {
        const leftMs = first.dueAt - performance.now();
        if (leftMs > 0) return void setTimeout(passOn, leftMs);
        waiting.shift();
        if (!to.destroyed) to.write(first.chunk);
      }
    };
    from.on('data', (chunk: Buffer) => {
      waiting.push({ chunk, dueAt: performance.now() + this.delayMs });
      if (waiting.length === 1) passOn();
    });
  }
}
