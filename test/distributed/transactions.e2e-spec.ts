import { Client } from 'pg';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { LedgerService } from '../../src/ledger/engine/ledger.service';
import { SYSTEM_POSTING } from '../../src/ledger/engine/posting-operation';
import { ORDINARY, type PostingRequest } from '../../src/ledger/engine/posting-request';
import type { CommonApp } from '../support/common-app';
import { eventually } from '../support/eventually';
import { CASH, FIRST_CUSTOMER, HOUSE, openAccounts, startLedgerApp } from '../support/ledger-app';

/** The end of day waits for transactions by their numbers on the coordinator (docs/scaling.md#citus). */
describe('a transaction on a distributed database', () => {
  let app: CommonApp;

  beforeAll(async () => {
    app = await startLedgerApp();
    await openAccounts(app, 2);
  });
  afterAll(() => app.close());

  it('has a number on the coordinator before it reads', async () => {
    const rows = await app.app
      .get(UnitOfWork)
      .run(HOUSE, (tx) => tx.query<object[]>('SELECT pg_current_xact_id_if_assigned() AS number'));
    expect(rows).toEqual([{ number: expect.any(String) as string }]);
  });

  it('has a number on the coordinator while a posting waits for the lock of its account', async () => {
    const other = new Client({ connectionString: app.database.url });
    await other.connect();
    await other.query('BEGIN');
    await other.query(`SELECT 1 FROM ledger_account WHERE institution_id = $1 AND id = $2 FOR UPDATE`, [HOUSE, CASH]);
    const request: PostingRequest = {
      institutionId: HOUSE,
      kind: 'transfer',
      reference: 'WAITS',
      origin: 'api',
      maker: 'system:test',
      narration: 'Waits',
      amountKobo: 1n,
      feeKobo: 0n,
      operation: SYSTEM_POSTING,
      nature: ORDINARY,
      legs: [
        { accountId: CASH, side: 'debit', amountKobo: 1n, role: 'principal' },
        { accountId: FIRST_CUSTOMER, side: 'credit', amountKobo: 1n, role: 'principal' },
      ],
    };
    const posted = app.app.get(LedgerService, { strict: false }).post(request);
    const monitor = new Client({ connectionString: app.database.url });
    await monitor.connect();
    await eventually(async () => {
      const { rows } = await monitor.query<{ numbered: boolean }>(
        `SELECT backend_xid IS NOT NULL AS numbered FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'active' AND query LIKE '%debits_posted_kobo%'
            AND pid <> pg_backend_pid()`,
      );
      expect(rows).toEqual([{ numbered: true }]);
    });
    await monitor.end();
    await other.query('COMMIT');
    await other.end();
    await posted;
  });
});
