import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { listenAt } from './listening';

const API = { port: 3000, host: '10.9.9.9', portVariable: 'PORT', hostVariable: 'HOST' };
const failing =
  (code: string, facts: object = {}) =>
  () =>
    Promise.reject(Object.assign(new Error(`listen ${code}`), { code, ...facts }));

describe('listenAt', () => {
  it.each([
    ['a port that is taken', 'EADDRINUSE', 'Port 3000 is taken by another program: set PORT to a free one.'],
    ['a port that needs rights', 'EACCES', 'Port 3000 needs more rights: set PORT to one above 1023.'],
    ...['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'].map((code) => [
      `a host that answers ${code}`,
      code,
      'HOST is 10.9.9.9, which is no address of this machine: set HOST to one, such as 127.0.0.1 or 0.0.0.0.',
    ]),
  ])('refuses %s with a sentence that names the variable', async (_, code, sentence) => {
    await expect(listenAt(API, failing(code))).rejects.toMatchObject({ name: 'StartRefusedError', message: sentence });
  });

  it('names the variables of the place, and leaves other failures as they are', async () => {
    const management = { ...API, portVariable: 'MANAGEMENT_PORT', hostVariable: 'MANAGEMENT_HOST' };
    await expect(listenAt(management, failing('EADDRINUSE'))).rejects.toThrow(/set MANAGEMENT_PORT to a free one/);
    await expect(listenAt(management, failing('EADDRNOTAVAIL'))).rejects.toThrow(/^MANAGEMENT_HOST is 10\.9\.9\.9/);
    await expect(listenAt(API, failing('EMFILE'))).rejects.toThrow(/^listen EMFILE$/);
  });

  it('explains a port that is really taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const second = createServer();
    const place = { ...API, port, host: '127.0.0.1' };
    const listen = (): Promise<unknown> => {
      second.listen(port, '127.0.0.1');
      return once(second, 'listening');
    };
    await expect(listenAt(place, listen)).rejects.toThrow(`Port ${port} is taken by another program: set PORT`);
    server.close();
  });
});
