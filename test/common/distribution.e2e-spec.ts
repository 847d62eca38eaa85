import { DataSource } from 'typeorm';
import { distribute } from '../../src/cli/distribution/distribute';
import { learnSqlForm, sqlFormOf } from '../../src/common/database/distribution/sql-form';
import { readUndistributedTables } from '../../src/common/database/distribution/undistributed';
import { DEFAULT_SERVING_ROLE } from '../../src/common/database/serving-role';
import { type CommonApp, startCommonApp } from '../support/common-app';

describe('an ordinary database', () => {
  let app: CommonApp;

  beforeAll(async () => {
    app = await startCommonApp();
  });
  afterAll(() => app.close());

  it('is not distributed, and the refusal says what is missing', async () => {
    const order = { url: app.database.url, servingRole: DEFAULT_SERVING_ROLE, shards: 2, isDryRun: false };
    await expect(distribute(order)).rejects.toThrow(/^This database has no Citus\. Install the extension/);
    expect(await readUndistributedTables(app.database.url)).toEqual([]);
  });

  it('keeps the plain form of every statement', async () => {
    const dataSource = app.app.get(DataSource);
    expect(sqlFormOf(dataSource)).toBe('plain');
    expect(await learnSqlForm(dataSource.manager)).toBe('plain');
  });
});
