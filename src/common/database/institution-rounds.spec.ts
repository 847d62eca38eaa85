import { Logger } from '@nestjs/common';
import { type InstitutionRound, InstitutionRounds } from './institution-rounds';
import type { UnitOfWork } from './unit-of-work';

const directoryOf = (count: number): { institutionId: number }[] =>
  Array.from({ length: count }, (_, index) => ({ institutionId: index + 1 }));

describe('a round over the institutions', () => {
  const seen: number[] = [];
  const routing = jest.fn();
  const logger = new Logger('test');
  let rounds: InstitutionRounds;
  let nowMs: number;

  beforeEach(() => {
    seen.length = 0;
    nowMs = 1_000_000;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    jest.spyOn(logger, 'warn').mockReturnValue(undefined);
    routing.mockReset().mockResolvedValue(directoryOf(3));
    rounds = new InstitutionRounds({ routing } as unknown as UnitOfWork);
  });
  afterEach(() => jest.restoreAllMocks());

  const roundOf = (run: (institutionId: number) => Promise<unknown>): InstitutionRound =>
    rounds.of(logger, { failure: 'It failed.', run });
  const noting = (institutionId: number): Promise<void> => {
    seen.push(institutionId);
    return Promise.resolve();
  };

  it('goes on with the others after a failure of one, which it reports', async () => {
    await roundOf((institutionId) =>
      institutionId === 2 ? Promise.reject(new Error('lost')) : noting(institutionId),
    ).run();
    expect(seen).toEqual([1, 3]);
    expect(logger.warn).toHaveBeenCalledWith(expect.objectContaining({ institutionId: 2 }), 'It failed.');
  });

  it('reports that the institutions could not be read, and begins again at the next call', async () => {
    routing.mockRejectedValueOnce(new Error('away'));
    const round = roundOf(noting);
    await round.run();
    expect(seen).toEqual([]);
    expect(logger.warn).toHaveBeenCalledTimes(1);
    await round.run();
    expect(seen).toEqual([1, 2, 3]);
  });

  it('is not joined by another while it runs', async () => {
    let finish!: () => void;
    const round = roundOf((institutionId) => {
      seen.push(institutionId);
      return new Promise<void>((resolve) => (finish = resolve));
    });
    const running = round.run();
    await new Promise((resolve) => setImmediate(resolve));
    nowMs += 60_000;
    await round.run();
    expect(seen).toEqual([1]);
    for (let institution = 1; institution <= 3; institution += 1) {
      finish();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await running;
    expect(seen).toEqual([1, 2, 3]);
  });

  it('asks at most twenty institutions a second', async () => {
    routing.mockResolvedValue(directoryOf(1_000));
    const round = roundOf(noting);
    await round.run();
    nowMs += 49_999;
    await round.run();
    expect(seen).toHaveLength(1_000);
    nowMs += 1;
    await round.run();
    expect(seen).toHaveLength(2_000);
  });

  it('ends after the institution that it is at when the program stops, and no other begins', async () => {
    const round = roundOf(async (institutionId) => {
      seen.push(institutionId);
      if (institutionId === 2) void rounds.beforeApplicationShutdown();
      await Promise.resolve();
    });
    await round.run();
    expect(seen).toEqual([1, 2]);
    nowMs += 60_000;
    await round.run();
    expect(seen).toEqual([1, 2]);
    expect(round.isStopped).toBe(true);
  });
});
