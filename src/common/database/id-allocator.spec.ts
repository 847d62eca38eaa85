import { Pool } from 'pg';
import type { AppConfig } from '../config/app-config';
import { ID_BLOCK_SIZE, IdAllocator, type IdBlock } from './id-allocator';

const config = { databaseUrl: '', databaseRole: '', databasePooler: 'none', preparedStatements: true };

describe('IdAllocator', () => {
  let fetches: jest.SpyInstance;
  let isLost: boolean;
  beforeEach(() => {
    isLost = false;
    let value = 1;
    const query: jest.SpyInstance<unknown> = jest.spyOn(Pool.prototype, 'query');
    fetches = query.mockImplementation(() => {
      if (isLost) return Promise.reject(new Error('lost'));
      const start = String(value);
      value += ID_BLOCK_SIZE;
      return Promise.resolve({ rows: [{ start }] });
    });
  });
  afterEach(() => jest.restoreAllMocks());

  const allocator = (): IdAllocator => new IdAllocator(config as AppConfig);
  const idsOf = (block: IdBlock): number[] => Array.from({ length: block.remaining }, () => block.next());
  const isRising = (ids: number[]): boolean => ids.every((id, index) => index === 0 || id > ids[index - 1]!);
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('gives no id twice to many callers at the same time, in two processes', async () => {
    const processes = [allocator(), allocator()];
    const counts = Array.from({ length: 60 }, (_, index) => [1, 999, 4_000, 12_345][index % 4]!);
    const blocks = await Promise.all(counts.map((count, index) => processes[index % 2]!.block(count)));
    const ids = blocks.flatMap(idsOf);
    expect(ids).toHaveLength(counts.reduce((sum, count) => sum + count, 0));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('gives rising ids, one after the other and within a block of any size', async () => {
    const ids = allocator();
    const given: number[] = [];
    for (const count of [1, ID_BLOCK_SIZE - 10, 100, 2 * ID_BLOCK_SIZE + 1, 3, ID_BLOCK_SIZE])
      given.push(...idsOf(await ids.block(count)));
    expect(isRising(given)).toBe(true);
  });

  it('fetches the next ids while half of the present ones are left, once', async () => {
    const ids = allocator();
    await ids.block(ID_BLOCK_SIZE / 2);
    expect(fetches).toHaveBeenCalledTimes(1);
    await Promise.all([ids.next(), ids.next()]);
    await settled();
    expect(fetches).toHaveBeenCalledTimes(2);
    // The database is not asked while ids are left.
    isLost = true;
    expect((await ids.block(ID_BLOCK_SIZE)).remaining).toBe(ID_BLOCK_SIZE);
  });

  it('fails who needs ids that cannot be fetched, and nobody else', async () => {
    const ids = allocator();
    await ids.block(ID_BLOCK_SIZE / 2);
    isLost = true;
    const given = [await ids.next()];
    await settled();
    given.push(await ids.next());
    await expect(ids.block(ID_BLOCK_SIZE)).rejects.toThrow('lost');
    isLost = false;
    given.push(...idsOf(await ids.block(ID_BLOCK_SIZE)));
    expect(isRising(given)).toBe(true);
  });
});
