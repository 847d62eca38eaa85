import { LosableClient } from '../../../src/common/database/losable-client';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const LIMIT_MS = 300;

describe('a serving connection', () => {
  let database: TestDatabase;
  const clients: LosableClient[] = [];
  const connect = async (options: { pipeline?: boolean } = {}): Promise<LosableClient> => {
    const client = new LosableClient({ connectionString: database.url, query_timeout: LIMIT_MS, ...options });
    clients.push(client);
    await client.connect();
    return client;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
    await database?.drop();
  });

  it('answers promises and callbacks, with parameters and without', async () => {
    const client = await connect();
    expect((await client.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
    expect((await client.query({ name: 'sum', text: 'SELECT $1::int + 1 AS n', values: [1] })).rows).toEqual([
      { n: 2 },
    ]);
    const called = await new Promise<unknown[]>((resolve) => {
      client.query('SELECT 3 AS n', (_error, first) => {
        client.query('SELECT $1::int AS n', [4], (__error, second) => resolve([first.rows, second.rows]));
      });
    });
    expect(called).toEqual([[{ n: 3 }], [{ n: 4 }]]);
  });

  it('fails a refused statement with a stack that leads to its sender, and answers the next one', async () => {
    const client = await connect();
    const failure = await client.query('SELECT 1 / 0').catch((error: Error) => error);
    expect(failure).toMatchObject({ code: '22012', stack: expect.stringContaining('unanswered-statements') as string });
    expect((await client.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
  });

  it('is closed when a statement has no answer in time, which fails the statements behind it too', async () => {
    const client = await connect({ pipeline: true });
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    const statements = await Promise.allSettled([client.query('SELECT pg_sleep(5)'), client.query('SELECT 1')]);
    expect(statements).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ message: 'Query read timeout' }) as Error },
      { status: 'rejected', reason: expect.objectContaining({ message: 'Query read timeout' }) as Error },
    ]);
    await ended;
    await expect(client.query('SELECT 1')).rejects.toThrow(/not queryable|closed|connection error/i);
  });

  it('waits for as long as it takes where the limit is lifted', async () => {
    const client = await connect();
    client.answerTimeoutMs = 0;
    expect((await client.query(`SELECT pg_sleep(${(LIMIT_MS * 2) / 1_000}), 1 AS n`)).rows[0]).toMatchObject({ n: 1 });
  });
});
