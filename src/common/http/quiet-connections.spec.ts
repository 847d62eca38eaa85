import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeQuietConnections, QUIET_MS } from './quiet-connections';

const REQUEST = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
/** More than the buffers of the operating system hold. */
const LARGE_BYTES = 32 * 1024 * 1024;

describe('connections of a server that closes', () => {
  const sockets: Socket[] = [];
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

  async function serve(listener: RequestListener): Promise<Server> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    closeQuietConnections(server);
    await once(server, 'listening');
    return server;
  }

  /** A connection that the server has taken, and what it received. */
  async function connectTo(server: Server): Promise<{ socket: Socket; received: () => string }> {
    const taken = once(server, 'connection');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    let text = '';
    socket.on('data', (data) => (text += data.toString('latin1')));
    await taken;
    return { socket, received: () => text };
  }

  it('are closed when they never sent a request', async () => {
    const server = await serve((_request, response) => void response.end());
    const { socket } = await connectTo(server);
    const closed = once(server, 'close');
    server.close();
    await Promise.all([closed, once(socket, 'close')]);
  }, 5_000);

  it('are closed when they are idle, but not before a request on its way was answered', async () => {
    const server = await serve((_request, response) => void response.end('answer'));
    const [idle, late] = [await connectTo(server), await connectTo(server)];
    for (const { socket } of [idle, late]) {
      socket.write(REQUEST);
      await once(socket, 'data');
    }
    const closed = Promise.all([idle, late].map(({ socket }) => once(socket, 'close')));
    server.close();
    late.socket.write(REQUEST);
    await closed;
    expect(idle.received().match(/answer/g)).toHaveLength(1);
    expect(late.received().match(/answer/g)).toHaveLength(2);
  }, 5_000);

  it('stay open while a request is under way', async () => {
    const server = await serve((_request, response) => {
      response.setHeader('connection', 'close');
      setTimeout(() => response.end('answer'), 4 * QUIET_MS);
    });
    const { socket, received } = await connectTo(server);
    const asked = once(server, 'request');
    socket.write(REQUEST);
    await asked;
    const closed = once(socket, 'close');
    server.close();
    await closed;
    expect(received()).toMatch(/answer$/);
  }, 10_000);

  it('stay open until a slow caller has read the whole answer', async () => {
    const server = await serve((_request, response) => void response.end(Buffer.alloc(LARGE_BYTES, 'a')));
    const { socket, received } = await connectTo(server);
    socket.pause();
    const asked = once(server, 'request');
    socket.write(REQUEST);
    await asked;
    await sleep(QUIET_MS);
    const closed = once(socket, 'close');
    server.close();
    await sleep(3 * QUIET_MS);
    socket.resume();
    await closed;
    expect(received().length).toBeGreaterThan(LARGE_BYTES);
  }, 20_000);
});
