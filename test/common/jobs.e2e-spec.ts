import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../src/common/database/id-allocator';
import { insertRows } from '../../src/common/database/insert-rows';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { Job } from '../../src/common/jobs/job.entity';
import { type JobHandler, JobHandlers, type RunningJob } from '../../src/common/jobs/job-handlers';
import { jobRows } from '../../src/common/jobs/job-queue';
import { MemberOf } from '../../src/common/registry/registry';
import { type CommonApp, startCommonApp } from '../support/common-app';
import { eventually } from '../support/eventually';

const OURS = 101;

/** Work that fails as often as the test sets. */
@Injectable()
@MemberOf(JobHandlers)
class TestWork implements JobHandler {
  readonly kind = 'test-work';
  readonly runs: RunningJob[] = [];
  failuresLeft = 0;

  run(job: RunningJob): Promise<void> {
    this.runs.push(job);
    this.failuresLeft -= 1;
    return this.failuresLeft >= 0 ? Promise.reject(new Error('not yet')) : Promise.resolve();
  }
}

describe('jobs', () => {
  let common: CommonApp;
  let unitOfWork: UnitOfWork;
  let work: TestWork;

  const enqueue = async (kind: string, dueAt?: Date): Promise<number> => {
    const id = await common.app.get(IdAllocator).next();
    await unitOfWork.run(OURS, (tx) =>
      insertRows(tx, jobRows({ institutionId: OURS, id, kind, payload: { n: id }, ...(dueAt ? { dueAt } : {}) })),
    );
    return id;
  };
  const jobOf = (id: number): Promise<Job> =>
    unitOfWork.read(OURS, (tx) => tx.findOneByOrFail(Job, { institutionId: OURS, id }));
  const dueCount = async (id: number): Promise<number> => {
    const rows = await unitOfWork.routing((tx) => tx.query<unknown[]>('SELECT 1 FROM job_due WHERE job_id = $1', [id]));
    return rows.length;
  };
  const dueNow = (id: number): Promise<void> =>
    common.asOwner(`UPDATE job_due SET due_at = now() WHERE job_id = ${id}`);

  beforeAll(async () => {
    common = await startCommonApp({ providers: [TestWork] });
    unitOfWork = common.app.get(UnitOfWork);
    work = common.app.get(TestWork);
  });
  afterAll(() => common?.close());
  beforeEach(() => {
    work.runs.length = 0;
    work.failuresLeft = 0;
  });

  it('run once, with their payload, in their institution', async () => {
    const id = await enqueue('test-work');
    await eventually(async () => expect((await jobOf(id)).status).toBe('done'));
    expect(work.runs).toEqual([{ institutionId: OURS, id, payload: { n: id } }]);
    expect(await dueCount(id)).toBe(0);
  });

  it('wait for their due time and for a handler of their kind', async () => {
    const later = await enqueue('test-work', new Date(Date.now() + 3_600_000));
    const unknown = await enqueue('nobody-knows');
    const now = await enqueue('test-work');
    await eventually(async () => expect((await jobOf(now)).status).toBe('done'));
    expect(work.runs.map(({ id }) => id)).toEqual([now]);
    expect((await jobOf(later)).attempts + (await jobOf(unknown)).attempts).toBe(0);
  });

  it('of a crowded lane follow each other and do not wait for polls', async () => {
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 200 }, () => enqueue('test-work')));
    await eventually(async () => expect(work.runs).toHaveLength(200));
    // Four at a time, five times a second: 10 seconds.
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });

  it('run again after a failure, with the error stored', async () => {
    work.failuresLeft = 1;
    const id = await enqueue('test-work');
    await eventually(async () =>
      expect(await jobOf(id)).toMatchObject({ status: 'queued', attempts: 1, lastError: 'Error: not yet' }),
    );
    await dueNow(id);
    await eventually(async () => expect(await jobOf(id)).toMatchObject({ status: 'done', attempts: 2 }));
  });

  it('become dead letters after ten failures and do not run again', async () => {
    work.failuresLeft = 100;
    const id = await enqueue('test-work');
    await common.asOwner(`UPDATE job SET attempts = 9 WHERE id = ${id}`);
    await eventually(async () => expect(await jobOf(id)).toMatchObject({ status: 'dead', attempts: 10 }));
    expect(await dueCount(id)).toBe(0);
  });

  it('are taken over when the lease of a killed worker ends', async () => {
    const id = await enqueue('test-work', new Date(Date.now() + 3_600_000));
    // The state after a killed worker: the due time is at the end of its lease, which now passes.
    await dueNow(id);
    await eventually(async () => expect((await jobOf(id)).status).toBe('done'));
  });
});
