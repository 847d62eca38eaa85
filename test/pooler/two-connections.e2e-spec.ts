import { AppConfig } from '../../src/common/config/app-config';
import { LedgerReading } from '../../src/ledger/chain/ledger-reading';
import type { CommonApp } from '../support/common-app';
import { HOUSE, openAccounts, startLedgerApp } from '../support/ledger-app';
import { PgBouncer } from '../support/pgbouncer';
import { usePooler } from '../support/pooler-settings';

describe('two connections of PostgreSQL, of which each reading of a ledger needs two at once', () => {
  let pooler: PgBouncer;
  let leavePooler: (() => void) | undefined;
  let app: CommonApp;

  beforeAll(async () => {
    pooler = await PgBouncer.start(process.env.TEST_ADMIN_DATABASE_URL!, { default_pool_size: 2 });
    leavePooler = usePooler(pooler.url('postgres'));
    app = await startLedgerApp();
    await openAccounts(app, 3);
  });
  afterAll(async () => {
    leavePooler?.();
    await app?.close();
    await pooler?.remove();
  });

  it('serve readings that begin at the same time one after the other', async () => {
    const read = async (): Promise<number> => {
      const reading = await LedgerReading.open(app.app.get(AppConfig), HOUSE);
      try {
        const rows = await reading.rows<{ id: string }>('SELECT DISTINCT institution_id AS id FROM ledger_account', []);
        return Number(rows[0]!.id);
      } finally {
        await reading.close();
      }
    };
    expect(await Promise.all([read(), read()])).toEqual([HOUSE, HOUSE]);
  });
});
