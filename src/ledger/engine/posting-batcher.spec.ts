import { Logger } from '@nestjs/common';
import type { AppConfig } from '../../common/config/app-config';
import { Metrics } from '../../common/metrics/metrics';
import { Tracing } from '../../common/tracing/tracing';
import type { BatchMode } from './batch-reader';
import type { Decision } from './posting-batch';
import { PostingBatcher } from './posting-batcher';
import type { PostingEngine } from './posting-engine';
import type { PostingRequest } from './posting-request';
import { leg, requestWith } from './testing/batch-fixtures';

interface Batch {
  requests: PostingRequest[];
  mode: BatchMode;
  succeed: (decisions?: Decision[]) => void;
  fail: (error: unknown) => void;
}

const QUEUE_MAX = 200;
const posted: Decision = {
  kind: 'intercepted',
  status: 'Held',
  answer: { message: 'Accepted', data: {} },
  postingId: 1,
  isConfidential: false,
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('PostingBatcher', () => {
  beforeAll(() => Logger.overrideLogger(false));
  let batches: Batch[];
  let batcher: PostingBatcher;
  const transfer = (debit: number, credit: number, reference = `${debit}-${credit}`): PostingRequest =>
    requestWith([leg(debit, 'debit', 1n), leg(credit, 'credit', 1n)], { reference });
  const submitMany = (count: number, credit?: number): Promise<Decision>[] =>
    Array.from({ length: count }, (_, n) => batcher.submit(transfer(100 + n * 2, credit ?? 101 + n * 2)));
  const sizes = (): number[] => batches.map(({ requests }) => requests.length);

  beforeEach(() => {
    batches = [];
    const runBatch = (_: number, requests: PostingRequest[], mode: BatchMode): Promise<Decision[]> =>
      new Promise((resolve, reject) => {
        batches.push({
          requests,
          mode,
          succeed: (decisions) => resolve(decisions ?? requests.map(() => posted)),
          fail: reject,
        });
      });
    batcher = new PostingBatcher({ runBatch } as unknown as PostingEngine, new Metrics(), new Tracing(), {
      postingQueueMax: QUEUE_MAX,
    } as AppConfig);
  });

  it('starts the first request at once, and batches those that arrive meanwhile', async () => {
    const answers = submitMany(5);
    expect(sizes()).toEqual([1]);
    batches[0]!.succeed();
    await turn();
    expect(sizes()).toEqual([1, 4]);
    batches[1]!.succeed();
    expect(await Promise.all(answers)).toEqual(Array(5).fill(posted));
  });

  it('starts a second batch beside the first when many requests wait, and never a third', async () => {
    void submitMany(80);
    await turn();
    expect(sizes()).toEqual([1, 24]);
    expect(batches[1]!.mode.locks).toBe('skip');
  });

  it('waits at the database for the lock when all requests need the same account', async () => {
    void submitMany(30, 1);
    await turn();
    expect(sizes()).toEqual([1, 24]);
    expect(batches[1]!.mode.locks).toBe('wait');
  });

  it('runs a request again with waiting locks when its account is locked elsewhere, and only once', async () => {
    const answer = batcher.submit(transfer(1, 2));
    batches[0]!.succeed([{ kind: 'lock-unavailable' }]);
    await turn();
    expect(batches[1]!.mode.locks).toBe('wait');
    batches[1]!.succeed([{ kind: 'lock-unavailable' }]);
    expect((await answer).kind).toBe('lock-unavailable');
    expect(batches).toHaveLength(2);
  });

  it('runs a batch again with the look-up after a collision, three times at most, then answers 503', async () => {
    const refused = expect(batcher.submit(transfer(1, 2))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(batches[attempt]!.mode.lookUpReferences).toBe(attempt > 0);
      batches[attempt]!.fail(Object.assign(new Error('taken'), { code: '23505' }));
      await turn();
    }
    await refused;
    expect(batches).toHaveLength(3);
  });

  it('does not run a batch again after its connection was lost', async () => {
    const answer = batcher.submit(transfer(1, 2));
    batches[0]!.fail(Object.assign(new Error('gone'), { code: '57P01' }));
    await expect(answer).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(batches).toHaveLength(1);
  });

  it('halves a batch until the request whose data the database refuses is alone', async () => {
    const first = batcher.submit(transfer(1, 2));
    const answers = [...submitMany(3)].map((answer) => answer.catch((error: Error) => error.message));
    batches[0]!.succeed();
    await first;
    await turn();
    for (let index = 1; index < batches.length; index += 1) {
      const { requests, succeed, fail } = batches[index]!;
      if (requests.some(({ reference }) => reference === '102-103'))
        fail(Object.assign(new Error('bad data'), { code: '22001' }));
      else succeed();
      await turn();
    }
    expect(await Promise.all(answers)).toEqual([posted, 'bad data', posted]);
  });

  it('has no capacity for clients while as many wait as may, and has again once they are decided', async () => {
    void submitMany(QUEUE_MAX - 1);
    expect(batcher.isUsedUp).toBe(false);
    void batcher.submit(transfer(1, 2));
    expect(batcher.isUsedUp).toBe(true);
    batches[0]!.succeed();
    await turn();
    expect(batcher.isUsedUp).toBe(false);
  });

  it('refuses any request with 503 when five times as many wait', async () => {
    const answers = submitMany(QUEUE_MAX * 5);
    await expect(batcher.submit(transfer(1, 2))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      httpStatus: 503,
    });
    expect(answers).toHaveLength(QUEUE_MAX * 5);
  });
});
