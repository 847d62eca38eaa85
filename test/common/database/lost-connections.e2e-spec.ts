import { createServer, type Server, type Socket } from 'node:net';
import { DataSource } from 'typeorm';
import { migrationOptions, servingOptions } from '../../../src/common/database/data-source-options';
import { IdAllocator } from '../../../src/common/database/id-allocator';
import { ServingSession } from '../../../src/common/database/serving-session';
import { Metrics } from '../../../src/common/metrics/metrics';
import { LedgerPool } from '../../../src/ledger/engine/ledger-pool';
import { testConfig } from '../../support/test-config';

/** A message of PostgreSQL's protocol: type, length, content. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

const AUTHENTICATED = message('R', Buffer.from([0, 0, 0, 0]));
const READY = message('Z', Buffer.from('I'));
const TERMINATED = message(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
);

describe('a connection that the server ends in the packet that makes it ready', () => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, TERMINATED])));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `postgres://corebank@127.0.0.1:${(server.address() as { port: number }).port}/corebank`;
  });
  afterAll(() => new Promise<unknown>((resolve) => server.close(resolve)));

  const uncaught = jest.fn();
  beforeAll(() => process.on('uncaughtException', uncaught));
  afterAll(() => process.off('uncaughtException', uncaught));
  afterEach(() => {
    expect(uncaught).not.toHaveBeenCalled();
  });

  const session = new ServingSession({ databaseRole: '', databasePooler: 'none', preparedStatements: true });
  const serving = { session, poolSize: 1, entities: [] };
  it.each([
    ['that serves', () => servingOptions({ url, ...serving })],
    ['that migrates', () => migrationOptions(url)],
  ])('fails the statement of a data source %s and not the process', async (_name, options) => {
    const source = new DataSource(options());
    await expect(source.initialize()).rejects.toThrow();
  });

  it('fails a look-up of the ledger and a request for ids, and not the process', async () => {
    const config = testConfig(url);
    const pool = new LedgerPool(config, new Metrics());
    await expect(pool.lookUp(1, 'one', 'SELECT 1', [])).rejects.toThrow();
    await pool.onApplicationShutdown();
    const ids = new IdAllocator(config);
    await expect(ids.next()).rejects.toThrow();
    await ids.onApplicationShutdown();
  });
});
