import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Once a server takes no more connections, those on which nothing arrives for so long are closed. */
export const QUIET_MS = 500;

interface OpenConnection {
  requestsUnderWay: number;
  /** Bytes that had arrived when it was last looked at; undefined before, and after a request was under way. */
  bytesBefore: number | undefined;
}

/**
 * Replaces what Node does with open connections when a server closes. Node cuts idle ones at once, and with them a
 * request that is on its way, or the rest of an answer that the caller has not read yet. And it keeps a connection that
 * never sent a request, for which a stop would wait in vain.
 *
 * Here a connection is closed after it has been quiet for `QUIET_MS`. One with a request under way is left alone until
 * the answer has gone out, whose `Connection: close` ends it.
 */
export function closeQuietConnections(server: Server): void {
  const connections = new Map<Socket, OpenConnection>();
  server.on('connection', (socket) => {
    connections.set(socket, { requestsUnderWay: 0, bytesBefore: undefined });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.requestsUnderWay += 1;
    response.once('close', () => (connection.requestsUnderWay -= 1));
  });
  const look = (): void => {
    for (const [socket, connection] of connections) {
      const bytesRead = connection.requestsUnderWay > 0 ? undefined : socket.bytesRead;
      if (bytesRead !== undefined && bytesRead === connection.bytesBefore) socket.destroy();
      connection.bytesBefore = bytesRead;
    }
  };
  // `Server.close` calls it, of Node 20 and later.
  server.closeIdleConnections = () => {
    look();
    // An immediate runs after the network was read: what reached a busy process meanwhile has been counted.
    const looking = setInterval(() => setImmediate(look), QUIET_MS).unref();
    server.once('close', () => clearInterval(looking));
  };
}
