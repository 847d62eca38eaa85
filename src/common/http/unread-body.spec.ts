import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { dropRest } from './unread-body';

function requestThatArrives(): PassThrough & IncomingMessage {
  return new PassThrough() as unknown as PassThrough & IncomingMessage;
}

describe('dropRest', () => {
  it('cuts an endless body off', async () => {
    const request = requestThatArrives();
    dropRest(request);
    const megabyte = Buffer.alloc(1024 * 1024);
    let sent = 0;
    while (!request.destroyed && sent < 100) {
      request.write(megabyte);
      sent += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(sent).toBeGreaterThan(14);
    expect(sent).toBeLessThan(20);
  });

  it('cuts a body off that does not arrive in time', () => {
    jest.useFakeTimers();
    try {
      const request = requestThatArrives();
      dropRest(request);
      jest.advanceTimersByTime(9_999);
      expect(request.destroyed).toBe(false);
      jest.advanceTimersByTime(1);
      expect(request.destroyed).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });

  it('reads a body of limited length to its end', async () => {
    const request = requestThatArrives();
    dropRest(request);
    const ended = new Promise((resolve) => request.once('end', resolve));
    request.end('rest');
    await ended;
  });
});
