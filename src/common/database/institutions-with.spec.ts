import { setTimeout as sleep } from 'node:timers/promises';
import { InstitutionsWith } from './institutions-with';
import type { UnitOfWork } from './unit-of-work';

describe('the institutions for which a condition holds', () => {
  const wanted = new Set<number>();
  const routing = jest.fn();
  let asked: number[];
  let institutions: InstitutionsWith;
  let nowMs: number;

  beforeEach(() => {
    asked = [];
    wanted.clear();
    nowMs = 1_000_000;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    routing.mockReset().mockResolvedValue([{ institutionId: 1 }, { institutionId: 2 }, { institutionId: 3 }]);
    institutions = new InstitutionsWith({ routing } as unknown as UnitOfWork, (institutionId) => {
      asked.push(institutionId);
      return Promise.resolve(wanted.has(institutionId));
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it('are looked up once, and again after five seconds', async () => {
    wanted.add(2);
    expect(await institutions.list()).toEqual([2]);
    wanted.add(3);
    nowMs += 4_999;
    expect(await institutions.list()).toEqual([2]);
    nowMs += 1;
    expect(await institutions.list()).toEqual([2, 3]);
    expect(asked).toEqual([1, 2, 3, 1, 2, 3]);
  });

  it('are looked up at the next call after a change, also one during a look', async () => {
    expect(await institutions.list()).toEqual([]);
    wanted.add(1);
    const stale = institutions.list();
    institutions.forget();
    await stale;
    expect(await institutions.list()).toEqual([1]);
  });

  it('keeps nobody waiting for a long look: the last answer serves until it ends', async () => {
    wanted.add(1);
    expect(await institutions.list()).toEqual([1]);
    let finish!: () => void;
    institutions = new InstitutionsWith({ routing } as unknown as UnitOfWork, async (institutionId) => {
      if (institutionId === 1) await new Promise<void>((resolve) => (finish = resolve));
      return true;
    });
    expect(await institutions.list()).toEqual([]);
    finish();
    await sleep(1);
    expect(await institutions.list()).toEqual([1, 2, 3]);
  });

  it('are looked up again after a look that failed', async () => {
    routing.mockRejectedValueOnce(new Error('away'));
    await expect(institutions.list()).rejects.toThrow('away');
    wanted.add(3);
    expect(await institutions.list()).toEqual([3]);
  });

  it('are kept for longer where there are thousands', async () => {
    routing.mockResolvedValue(Array.from({ length: 1_000 }, (_, index) => ({ institutionId: index + 1 })));
    await institutions.list();
    nowMs += 49_999;
    await institutions.list();
    expect(asked).toHaveLength(1_000);
    nowMs += 1;
    await institutions.list();
    expect(asked).toHaveLength(2_000);
  });
});
