import { inParallel } from './in-parallel';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('inParallel', () => {
  it('gives the results in order, with never more than so many under way', async () => {
    let running = 0;
    let most = 0;
    const results = await inParallel([5, 1, 4, 2, 3], 2, async (item) => {
      most = Math.max(most, ++running);
      await pause(item);
      running -= 1;
      return item * 10;
    });
    expect([results, most]).toEqual([[50, 10, 40, 20, 30], 2]);
  });

  it('begins nothing more after a failure', async () => {
    const begun: number[] = [];
    const work = async (item: number): Promise<void> => {
      begun.push(item);
      await pause(item);
      if (item === 1) throw new Error('one');
    };
    await expect(inParallel([1, 20, 3, 4], 2, work)).rejects.toThrow('one');
    await pause(40);
    expect(begun).toEqual([1, 20]);
  });

  it('has nothing to do for nobody', async () => {
    expect(await inParallel([], 4, () => Promise.reject(new Error('never')))).toEqual([]);
  });
});
