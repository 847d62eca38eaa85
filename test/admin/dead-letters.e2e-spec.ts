import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../src/common/database/id-allocator';
import { insertRows } from '../../src/common/database/insert-rows';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { type JobHandler, JobHandlers } from '../../src/common/jobs/job-handlers';
import { jobRows } from '../../src/common/jobs/job-queue';
import { MemberOf } from '../../src/common/registry/registry';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';

const PATH = '/api/admin/v1/dead-letters';

/** Work that fails until the test repairs it. */
@Injectable()
@MemberOf(JobHandlers)
class TestDelivery implements JobHandler {
  readonly kind = 'test-delivery';
  isBroken = true;

  run(): Promise<void> {
    return this.isBroken ? Promise.reject(new Error('nobody home')) : Promise.resolve();
  }
}

describe('dead letters', () => {
  let app: TestApp;
  let jobId: number;
  const list = async (): Promise<{ id: number; lastError: string; attempts: number }[]> =>
    ((await app.get(PATH, {}, { token: await app.staff('administrator') })).body as { data: { data: never[] } }).data
      .data;

  beforeAll(async () => {
    app = await TestApp.start({}, [TestDelivery]);
    jobId = await app.app.get(IdAllocator).next();
    await app.app
      .get(UnitOfWork)
      .run(app.institutionId, (tx) =>
        insertRows(
          tx,
          jobRows({ institutionId: app.institutionId, id: jobId, kind: 'test-delivery', payload: { to: 'somebody' } }),
        ),
      );
    await app.rows('UPDATE job SET attempts = 9 WHERE id = $1', [jobId]);
  });
  afterAll(() => app?.close());

  it('are listed with their last error', async () => {
    await eventually(async () =>
      expect(await list()).toMatchObject([
        { id: jobId, attempts: 10, lastError: 'Error: nobody home', payload: { to: 'somebody' } },
      ]),
    );
  });

  it('run again when staff retry them, and leave the list', async () => {
    app.app.get(TestDelivery).isBroken = false;
    const replay = await app.post(`${PATH}/${jobId}/replay`, {}, { token: await app.staff('administrator') });
    expect(replay.body).toMatchObject({ status: true, data: { id: jobId, status: 'queued' } });
    await eventually(async () =>
      expect(await app.rows('SELECT status FROM job WHERE id = $1', [jobId])).toEqual([{ status: 'done' }]),
    );
    expect(await list()).toEqual([]);
  });

  it.each([
    {
      name: 'that of a job that is not dead',
      path: () => `${PATH}/${jobId}/replay`,
      status: 404,
      code: 'DEAD_LETTER_NOT_FOUND',
    },
    { name: 'unknown', path: () => `${PATH}/999/replay`, status: 404, code: 'DEAD_LETTER_NOT_FOUND' },
    { name: 'not a number', path: () => `${PATH}/x/replay`, status: 400, code: 'VALIDATION_FAILED' },
  ])('cannot be retried when the id is $name', async ({ path, status, code }) => {
    const answer = await app.post(path(), {}, { token: await app.staff('administrator') });
    expect([answer.status, (answer.body as { data: { statusCode: string } }).data.statusCode]).toEqual([status, code]);
  });

  it('require the permission', async () => {
    expect((await app.post(`${PATH}/1/replay`, {}, { token: await app.staff('maker') })).status).toBe(403);
    expect((await app.post(`${PATH}/1/replay`, {})).status).toBe(401);
  });
});
