import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { PostgresDocumentStore } from '../../src/documents/storage/postgres-document-store';
import { AttemptEndedError, type ExportAttempt, ExportAttempts } from '../../src/exports/export-attempts';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { hire } from '../support/hire';
import { ExportDesk, linesOf } from './exports-support';

const ALL = ['export-lists', 'view-accounts', 'view-audit-log'];
const MANY = 100_001;

describe('the writing of an export', () => {
  let app: TestApp;
  let desk: ExportDesk;
  let token: string;
  beforeAll(async () => {
    app = await TestApp.start({ BACKGROUND_WORK: 'false' });
    desk = new ExportDesk(app);
    token = (await hire(app, 'EXPORTER', ALL)).token;
  });
  beforeEach(() => app.rows('DELETE FROM list_export'));
  afterAll(() => app.close());

  const attempts = (): ExportAttempts => app.app.get(ExportAttempts, { strict: false });
  const begin = async (id: number): Promise<ExportAttempt> => (await attempts().begin(app.institutionId, id))!;
  const storedFor = async ({ row }: ExportAttempt): Promise<unknown[]> =>
    app.rows('SELECT 1 FROM document_chunk WHERE document_id = $1', [row.documentId]);
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.from('half a file');
  }
  /** An attempt whose process dies when half of the content is stored. */
  const crash = async (id: number): Promise<ExportAttempt> => {
    const attempt = await begin(id);
    const key = { institutionId: app.institutionId, documentId: attempt.row.documentId };
    await app.app.get(PostgresDocumentStore, { strict: false }).save(key, pieces());
    expect(await storedFor(attempt)).toHaveLength(1);
    return attempt;
  };

  it('begins again after a crash, offers nothing of the dead attempt and removes what it stored', async () => {
    const id = await desk.queue({}, token);
    const dead = await crash(id);
    expect(await desk.get(id, token)).toMatchObject({ status: 'Running', documentID: null });
    expect(codeOf(await desk.file(id, token))).toStrictEqual([409, 'EXPORT_STATE']);
    await desk.write(id);
    const { status, documentID, rows } = await desk.get(id, token);
    expect(status).toBe('Done');
    expect(documentID).not.toBe(dead.row.documentId);
    expect(linesOf(await desk.file(id, token))).toHaveLength(rows);
    await desk.eraseContents();
    expect(await storedFor(dead)).toEqual([]);
    expect(linesOf(await desk.file(id, token))).toHaveLength(rows);
  });

  it('of an attempt that was taken for dead and goes on does not replace the file of the next one', async () => {
    const id = await desk.queue({}, token);
    const slow = await begin(id);
    await desk.write(id);
    const { documentID } = await desk.get(id, token);
    await expect(attempts().advance(slow, 1)).rejects.toThrow(AttemptEndedError);
    await expect(attempts().finish(slow, { rows: 1, size: 1 })).rejects.toThrow(AttemptEndedError);
    expect(await desk.get(id, token)).toMatchObject({ status: 'Done', documentID });
    const first = await desk.queue({}, token);
    const [one, two] = [await begin(first), await begin(first)];
    await expect(attempts().finish(one, { rows: 1, size: 1 })).rejects.toThrow(AttemptEndedError);
    await attempts().finish(two, { rows: 1, size: 1 });
  });

  it('gives up after ten attempts whose processes died', async () => {
    const id = await desk.queue({}, token);
    for (let attempt = 1; attempt <= 10; attempt += 1) await begin(id);
    await desk.write(id);
    expect(await desk.get(id, token)).toMatchObject({ status: 'Failed', errorCode: 'INTERNAL_ERROR' });
  });

  it('is tried again after a failure of the system, and fails with the last attempt', async () => {
    const id = await desk.queue({}, token);
    await app.rows(`UPDATE list_export SET report = 'unknown' WHERE id = $1`, [id]);
    await expect(desk.write(id)).rejects.toThrow();
    expect(await desk.get(id, token)).toMatchObject({ status: 'Queued', errorCode: null });
    await desk.write(id, true);
    const view = await desk.get(id, token);
    expect(view).toMatchObject({ status: 'Failed', errorCode: 'INTERNAL_ERROR' });
  });

  it('is not begun after a cancellation, and stops at its next page', async () => {
    const id = await desk.queue({}, token);
    expect(dataOf(await desk.cancel(id, token))).toMatchObject({ status: 'Cancelled' });
    await desk.write(id);
    expect(await desk.get(id, token)).toMatchObject({ status: 'Cancelled', rows: 0, documentID: null });
    expect(codeOf(await desk.cancel(id, token))).toStrictEqual([409, 'EXPORT_STATE']);
    expect(codeOf(await desk.file(id, token))).toStrictEqual([409, 'EXPORT_STATE']);
    const running = await desk.queue({}, token);
    const attempt = await crash(running);
    await desk.cancel(running, token);
    await expect(attempts().advance(attempt, 1_000)).rejects.toThrow(AttemptEndedError);
    await expect(attempts().finish(attempt, { rows: 1, size: 1 })).rejects.toThrow(AttemptEndedError);
    await desk.eraseContents();
    expect(await storedFor(attempt)).toEqual([]);
  });

  it('stops when the maker leaves or loses the permission meanwhile', async () => {
    const id = await desk.queue({}, token);
    const attempt = await begin(id);
    await desk.allow('EXPORTER', ['export-lists']);
    await expect(attempts().advance(attempt, 1_000)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await desk.allow('EXPORTER', ALL);
    await attempts().advance(attempt, 1_000);
    await app.rows(`UPDATE staff SET status = 'Inactive' WHERE staff_code = 'EXPORTER'`);
    await expect(attempts().finish(attempt, { rows: 1, size: 1 })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await app.rows(`UPDATE staff SET status = 'Active' WHERE staff_code = 'EXPORTER'`);
  });

  it('of 100,001 rows has every row once, in transactions of a page each', async () => {
    await app.rows(
      `INSERT INTO audit_log (institution_id, id, actor, action, subject, details, at)
       SELECT $1, 7000000000 + n, 'system:test', 'test.many', 'test:' || n, '{}', now() FROM generate_series(1, $2::int) n`,
      [app.institutionId, MANY],
    );
    const run = jest.spyOn(app.app.get(UnitOfWork), 'run');
    const lines = await desk.written({ report: 'audit-log', parameters: { Action: 'test.many' } }, token);
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(MANY);
    expect(lines).toHaveLength(MANY);
    // One for each of the 101 pages, besides those of the request and of the stored content.
    expect(run.mock.calls.length).toBeGreaterThan(101);
  }, 120_000);
});

it('queued exports are written by the job runner, in the background', async () => {
  const app = await TestApp.start();
  try {
    const desk = new ExportDesk(app);
    const { token } = await hire(app, 'EXPORTER', ALL);
    const id = await desk.queue({ format: 'Excel' }, token);
    await eventually(async () => expect(await desk.get(id, token)).toMatchObject({ status: 'Done' }));
    expect((await desk.file(id, token)).status).toBe(200);
  } finally {
    await app.close();
  }
});
