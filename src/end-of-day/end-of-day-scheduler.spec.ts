import { setTimeout } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { AppConfig } from '../common/config/app-config';
import type { UnitOfWork } from '../common/database/unit-of-work';
import type { Clock } from '../common/time/clock';
import type { BusinessDateRolls } from './business-date-rolls';
import { EndOfDayScheduler } from './end-of-day-scheduler';

jest.mock('node:timers/promises', () => ({ setTimeout: jest.fn() }));
const sleep = jest.mocked(setTimeout);

const INSTITUTIONS = 10;

interface Look {
  institutionId: number;
  finish: () => void;
  fail: () => void;
}

describe('EndOfDayScheduler', () => {
  let looks: Look[];
  let scheduler: EndOfDayScheduler;
  let now: string;
  const routing = jest.fn();
  beforeEach(() => {
    looks = [];
    now = '2099-03-10T22:46:00Z';
    routing.mockReset();
    sleep.mockReset().mockReturnValue(new Promise(() => undefined));
    jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    scheduler = schedulerWith({ backgroundWork: true });
  });
  afterEach(() => jest.restoreAllMocks());

  /** Looks at institutions that last until the test ends them; none of them is due. */
  function schedulerWith(config: Partial<AppConfig>): EndOfDayScheduler {
    const directory = Array.from({ length: INSTITUTIONS }, (_, index) => ({ institutionId: index + 1 }));
    const unitOfWork = { routing: routing.mockResolvedValue(directory) };
    const foresee: BusinessDateRolls['foresee'] = (institutionId) =>
      new Promise((resolve, reject) => {
        const finish = (): void => resolve({ start: 'nothing-due', until: '2099-03-10' });
        looks.push({ institutionId, finish, fail: () => reject(new Error('lost')) });
      });
    return new EndOfDayScheduler(
      unitOfWork as unknown as UnitOfWork,
      { foresee } as BusinessDateRolls,
      config as AppConfig,
      { now: () => new Date(now) } as Clock,
    );
  }

  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const seen = (): number[] => looks.map(({ institutionId }) => institutionId);

  it('looks at four institutions together', async () => {
    void scheduler.tick();
    await settled();
    expect(seen()).toEqual([1, 2, 3, 4]);
    looks[2]!.finish();
    await settled();
    expect(seen()).toEqual([1, 2, 3, 4, 5]);
  });

  it('keeps the boot waiting for its first round', async () => {
    const isUp = jest.fn();
    const boot = scheduler.onApplicationBootstrap().then(isUp);
    for (let index = 0; index < INSTITUTIONS; index += 1) {
      await settled();
      expect(isUp).not.toHaveBeenCalled();
      looks[index]!.finish();
    }
    await boot;
    expect(isUp).toHaveBeenCalled();
  });

  it('lets the boot go on after five seconds, and the round with it', async () => {
    sleep.mockResolvedValueOnce(undefined);
    await scheduler.onApplicationBootstrap();
    expect(sleep).toHaveBeenCalledWith(5_000, undefined, { ref: false });
    await settled();
    looks[0]!.finish();
    await settled();
    expect(seen()).toEqual([1, 2, 3, 4, 5]);
  });

  it('looks at each institution once in a round, also after a failure and when the next round is due', async () => {
    const round = scheduler.tick();
    expect(scheduler.tick()).toBe(round);
    for (let index = 0; index < INSTITUTIONS; index += 1) {
      await settled();
      if (index === 1) looks[index]!.fail();
      else looks[index]!.finish();
    }
    await round;
    expect(seen()).toEqual(Array.from({ length: INSTITUTIONS }, (_, index) => index + 1));
    const next = scheduler.tick();
    expect(next).not.toBe(round);
    await settled();
    expect(seen().slice(INSTITUTIONS)).toEqual([2]);
    looks[INSTITUTIONS]!.finish();
    await next;
  });

  it('looks again at institutions with nothing due when a midnight may have passed', async () => {
    const roundAt = async (instant: string): Promise<number> => {
      const before = looks.length;
      now = instant;
      const round = scheduler.tick();
      for (let next = before; next < before + INSTITUTIONS; next += 1) {
        await settled();
        looks[next]?.finish();
      }
      await round;
      return looks.length - before;
    };
    expect(await roundAt('2099-03-10T22:46:00Z')).toBe(INSTITUTIONS);
    expect(await roundAt('2099-03-10T22:59:59.999Z')).toBe(0);
    expect(await roundAt('2099-03-10T23:00:00Z')).toBe(INSTITUTIONS);
  });

  it('ends its round at a shutdown, after the institutions that it has begun', async () => {
    void scheduler.onApplicationBootstrap();
    await settled();
    const isDown = jest.fn();
    const shutdown = scheduler.beforeApplicationShutdown().then(isDown);
    looks.slice(0, 3).forEach(({ finish }) => finish());
    await settled();
    expect(isDown).not.toHaveBeenCalled();
    looks[3]!.finish();
    await shutdown;
    await scheduler.tick();
    expect(seen()).toEqual([1, 2, 3, 4]);
    expect(routing).toHaveBeenCalledTimes(1);
  });

  it('begins no round at the boot of a process without background work', async () => {
    await schedulerWith({ backgroundWork: false }).onApplicationBootstrap();
    expect(looks).toEqual([]);
  });
});
