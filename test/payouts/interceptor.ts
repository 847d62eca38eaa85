import { connect, createServer, type Server, type Socket } from 'node:net';
import { addressOf, listenOnLoopback } from '../support/loopback';

/**
 * A call to stop: the request before it reaches the provider, or the provider's answer before it reaches the server.
 */
export interface Catch {
  path: string;
  /** A text in the body of the request. */
  body: string;
  what: 'request' | 'answer';
}

/** A proxy between the server and the providers that drops chosen requests or answers. */
export class Interceptor {
  private readonly sockets = new Set<Socket>();
  private catches: Catch[] = [];
  private caught: Catch[] = [];

  private constructor(private readonly server: Server) {}

  static async start(providersUrl: string): Promise<Interceptor> {
    const { port } = new URL(providersUrl);
    const server = createServer();
    const interceptor = new Interceptor(server);
    server.on('connection', (client) => interceptor.relay(client, Number(port)));
    await listenOnLoopback(server);
    return interceptor;
  }

  get url(): string {
    return addressOf(this.server);
  }

  /** The catches that have stopped a call. */
  get held(): string[] {
    return this.caught.map(({ body }) => body);
  }

  set(catches: Catch[]): void {
    this.catches = catches;
    this.caught = [];
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private relay(client: Socket, port: number): void {
    const provider = connect(port, '127.0.0.1');
    let swallowsAnswer: Catch | undefined;
    for (const socket of [client, provider]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
    }
    client.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      const match = this.catches.find(({ path, body }) => text.includes(path) && text.includes(body));
      if (match?.what === 'request') return void this.caught.push(match);
      swallowsAnswer = match;
      provider.write(chunk);
    });
    provider.on('data', (chunk) => {
      if (!swallowsAnswer) return void client.write(chunk);
      if (!this.caught.includes(swallowsAnswer)) this.caught.push(swallowsAnswer);
    });
    client.on('close', () => provider.destroy());
    provider.on('close', () => client.destroy());
  }
}
