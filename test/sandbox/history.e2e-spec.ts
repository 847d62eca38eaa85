import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Client } from 'pg';
import { AppModule } from '../../src/app.module';
import { migrate } from '../../src/common/database/migrate';
import { createHttpApp } from '../../src/common/http/http-app';
import { Keyring } from '../../src/common/crypto/keyring';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox';
import { SandboxHistory } from '../../src/seed/sandbox-history/sandbox-history';
import { connectProviders, sandboxGatewayKey } from '../../src/seed/sandbox-providers';
import { seedSandbox } from '../../src/seed/seed-sandbox';
import { createEmptyDatabase, type TestDatabase } from '../support/database';
import { failedProofs } from '../support/ledger-app';
import { testConfig } from '../support/test-config';
import os from 'node:os';
import path from 'node:path';
import { mkdtempSync } from 'node:fs';

describe('the history of a sandbox', () => {
  let database: TestDatabase;
  let app: NestFastifyApplication;
  let providers: RunningSandbox;
  let owner: Client;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    await migrate(database.url);
    const config = testConfig(database.url, { SANDBOX: 'true', SANDBOX_HISTORY: 'on' });
    app = await createHttpApp(AppModule.forRoot(config), config);
    await app.init();
    const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-history-'));
    providers = await startSandbox({ port: 0, dataFile: path.join(folder, 'l.jsonl'), gatewayKey: sandboxGatewayKey(app.get(Keyring)) });
    await seedSandbox(app);
    await connectProviders(app, providers.url);
    owner = new Client({ connectionString: database.url });
    await owner.connect();
  }, 100_000);
  afterAll(async () => {
    await owner.end();
    await app.close();
    await providers.close();
    await database.drop();
  });
  it('runs', async () => {
    const began = performance.now();
    const run = await new SandboxHistory(app, 1).run();
    console.log((performance.now() - began) / 1000, run);
    for (const q of [
      'select business_date, clock_ahead_days from institution',
      'select status, count(*) from end_of_day_run group by 1',
      'select kind, status, count(*) from posting group by 1,2 order by 3 desc',
      'select loan_account_number, status, principal_kobo from loan order by id',
      'select operation, status, count(*) from approval group by 1,2',
      'select status, count(*) from aml_hold group by 1',
      'select kind, status, count(*) from payout group by 1,2',
      'select status, count(*) from fixed_deposit group by 1',
      'select status, count(*) from message group by 1',
      'select status, count(*) from deposit_account group by 1',
      'select count(*) from end_of_day_exception',
      'select step, sum(extract(epoch from finished_at-started_at)) s from end_of_day_step group by 1 order by 2 desc limit 12',
    ])
      console.log(q, await owner.query(q).then(({ rows }) => rows, (e: Error) => e.message));
    expect(await failedProofs({ app } as never, 1)).toEqual([]);
  }, 240_000);
});
