import type { Server } from 'node:http';
import type { AddressInfo, Server as SocketServer } from 'node:net';

/**
 * Starts a server on a free port that only this machine reaches. @returns its address, such as `http://127.0.0.1:40123`
 */
export async function listenOnLoopback(server: SocketServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return addressOf(server);
}

/** The address of a server that listens on the loopback. */
export function addressOf(server: SocketServer): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ends an HTTP server and the connections that are open to it. */
export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
