import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultyProxy } from './faulty-proxy';

const NUMBERS = 200;

/** Keeps the thread busy, as a run with many processes does. */
function busy(durationMs: number): void {
  const end = performance.now() + durationMs;
  while (performance.now() < end);
}

/** A server that keeps the bytes that it receives. */
async function listening(): Promise<{ port: number; received: Buffer[]; close: () => Promise<unknown> }> {
  const received: Buffer[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('data', (chunk) => received.push(chunk)).on('error', () => undefined));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('the proxy between the API and its database', () => {
  it('passes bytes on in their order while it is slow and its thread is busy', async () => {
    const target = await listening();
    const free = await listening();
    await free.close();
    const proxy = new FaultyProxy(target.port);
    await proxy.listen(free.port);
    const client = connect(free.port, '127.0.0.1').setNoDelay(true);
    await once(client, 'connect');
    try {
      proxy.slow(20, 500);
      for (let number = 0; number < NUMBERS; number += 1) {
        client.write(Buffer.from([number]));
        await sleep(1);
        busy(number % 5);
      }
      while (target.received.reduce((sum, { length }) => sum + length, 0) < NUMBERS) await sleep(5);
      expect([...Buffer.concat(target.received)]).toEqual(Array.from({ length: NUMBERS }, (_, number) => number));
    } finally {
      client.destroy();
      await proxy.close();
      await target.close();
    }
  });
});
