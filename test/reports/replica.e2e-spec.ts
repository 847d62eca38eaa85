import { AppModule } from '../../src/app.module';
import { AppConfig } from '../../src/common/config/app-config';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { createHttpApp } from '../../src/common/http/http-app';
import { TestApp } from '../support/app';
import { testConfig } from '../support/test-config';
import { CALL_OVER, EXPORT, HISTORY, RECEIPT, STATEMENT } from './reports-support';

describe('replica', () => {
  let app: TestApp;
  let url: string;

  beforeAll(async () => {
    app = await TestApp.start();
    url = app.app.get(AppConfig).databaseUrl!;
  });
  afterAll(() => app.close());

  async function withReplica<T>(replicaUrl: string, work: (unitOfWork: UnitOfWork) => Promise<T>): Promise<T> {
    const config = testConfig(url, { DATABASE_REPLICA_URL: replicaUrl });
    const second = await createHttpApp(AppModule.forRoot(config), config);
    try {
      await second.init();
      return await work(second.get(UnitOfWork));
    } finally {
      await second.close();
    }
  }

  const named = (name: string): string => `${url}${url.includes('?') ? '&' : '?'}application_name=${name}`;
  const applicationOf = (unitOfWork: UnitOfWork, read: 'read' | 'readReport'): Promise<string> =>
    unitOfWork[read](
      app.institutionId,
      async (tx) => (await tx.query<{ name: string }[]>(`SELECT current_setting('application_name') AS name`))[0]!.name,
    );

  it('is read by reports only', async () => {
    await withReplica(named('the-replica'), async (unitOfWork) => {
      expect(await applicationOf(unitOfWork, 'readReport')).toBe('the-replica');
      expect(await applicationOf(unitOfWork, 'read')).not.toBe('the-replica');
      const inRun = await unitOfWork.run(
        app.institutionId,
        async (tx) =>
          (await tx.query<{ name: string }[]>(`SELECT current_setting('application_name') AS name`))[0]!.name,
      );
      expect(inRun).not.toBe('the-replica');
    });
  });

  it('is read in read-only transactions of one institution', async () => {
    await withReplica(named('the-replica'), async (unitOfWork) => {
      await expect(
        unitOfWork.readReport(app.institutionId, (tx) => tx.query('UPDATE institution SET name = name')),
      ).rejects.toThrow(/read-only/);
      expect(await unitOfWork.readReport(999_999, (tx) => tx.query('SELECT 1 FROM posting_entry LIMIT 1'))).toEqual([]);
    });
  });

  it('stops the start when it cannot be reached', async () => {
    await expect(withReplica(url.replace(/:\d+\//, ':1/'), () => Promise.resolve())).rejects.toThrow(/ECONNREFUSED/);
  });

  it('is optional', async () => {
    expect(await applicationOf(app.app.get(UnitOfWork), 'readReport')).toBe(
      await applicationOf(app.app.get(UnitOfWork), 'read'),
    );
  });

  it('serves statements, exports, histories and call-overs, but not receipts', async () => {
    const account = await app.openAccount(100);
    const unitOfWork = app.app.get(UnitOfWork);
    const reads = jest.spyOn(unitOfWork, 'readReport');
    const span = { AccountNumber: account, FinancialDateFrom: '2020-01-01', FinancialDateTo: '2999-01-01' };
    for (const [path, query] of [
      [STATEMENT, span],
      [EXPORT, { ...span, FileExportFormat: 'CSV' }],
      [HISTORY, { AccountNumber: account }],
      [CALL_OVER, {}],
    ] as const) {
      reads.mockClear();
      expect((await app.get(path, query)).status).toBe(200);
      expect(reads).toHaveBeenCalled();
    }
    reads.mockClear();
    await app.get(RECEIPT, { TransactionID: 1 });
    expect(reads).not.toHaveBeenCalled();
    reads.mockRestore();
  });
});
