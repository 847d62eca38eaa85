import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { migrationOptions } from '../../src/common/database/data-source-options';
import { migrate } from '../../src/common/database/migrate';
import { CountWhatCallersMove1795310000000 } from '../../src/common/database/migrations/1795310000000-count-what-callers-move';
import { migrations } from '../../src/common/database/migrations/all-migrations';
import { databaseUrl, execute } from '../support/database';

const NAME = `controls_migration_${process.pid}`;
const OWNER = `controls_owner_${process.pid}`;
const INSTITUTIONS = [1, 2];
const BEFORE = migrations.indexOf(CountWhatCallersMove1795310000000);

const LEDGERS = [
  ['4010', 'Income'],
  ['4020', 'Income'],
  ['4030', 'Income'],
  ['4070', 'Income'],
  ['2030', 'Liability'],
  ['2040', 'Liability'],
  ['2070', 'Liability'],
] as const;

/** Older databases have postings, ledgers and accounts without the facts that the controls need. */
describe('the migration of controls', () => {
  const adminUrl = process.env.TEST_ADMIN_DATABASE_URL!;
  const url = databaseUrl(adminUrl, NAME);
  const ownerUrl = Object.assign(new URL(url), { username: OWNER, password: 'owner' }).href;
  let client: Client;

  const insert = async (table: string, row: Record<string, unknown>): Promise<void> => {
    const columns = Object.keys(row);
    await client.query(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
  };
  const posting = (institution_id: number, id: number, kind: string, reference: string): Promise<void> =>
    insert('posting', {
      ...{ institution_id, id, kind, reference, channel: 'api', status: 'Posted', narration: 'x', maker: 'x' },
      ...{ amount_kobo: 1, fee_kobo: 0, debit_total_kobo: 1, credit_total_kobo: 1 },
      ...{ business_date: '2026-11-20', value_date: '2026-11-20' },
    });
  const entry = (
    institution_id: number,
    account_id: number,
    posting_id: number,
    side: string,
    role: string,
  ): Promise<void> =>
    insert('posting_entry', {
      ...{ institution_id, account_id, posting_id, side, role, seq: posting_id, leg: 1, amount_kobo: 1 },
      ...{ balance_after_kobo: 0, debits_after_kobo: 0, credits_after_kobo: 0, screened_out_after_kobo: 0 },
      ...{ screened_in_after_kobo: 0, business_date: '2026-11-20', posted_at: '2026-11-20T10:00:00Z' },
    });
  const claim = (institution_id: number, reference: string, endpoint: string): Promise<void> =>
    insert('request_claim', {
      ...{ institution_id, reference, hold_id: 0, actor: 'x', endpoint, fingerprint: Buffer.from('00', 'hex') },
      ...{ http_status: 200, response: '{}', sealed: false },
    });
  const setting = (institution_id: number, key: string, value: string): Promise<void> =>
    insert('institution_setting', { institution_id, key, value, updated_by: 'x' });

  const account = async (
    institutionId: number,
    id: number,
    number: string,
    kind: string,
    side: string,
  ): Promise<void> =>
    insert('ledger_account', {
      ...{ institution_id: institutionId, id, number, name: number, kind, status: 'Active', normal_side: side },
    });

  async function fill(institutionId: number): Promise<void> {
    for (const [index, [code, category]] of LEDGERS.entries()) {
      const [id, name] = [index + 1, code];
      await insert('gl_account', { institution_id: institutionId, id, code, name, category });
      await account(institutionId, id, code, 'gl', 'credit');
    }
    await insert('deposit_account', {
      ...{
        institution_id: institutionId,
        id: 50,
        account_number: '0000000050',
        account_name: 'Ada',
        search_name: 'ada',
      },
      ...{
        record_id: '00000000-0000-4000-8000-000000000050',
        customer_id: 1,
        product_id: 1,
        branch_id: 1,
        kyc_tier: 1,
      },
      ...{ account_officer_staff_code: 'S', date_opened: '2026-03-04', created_by: 'x', created_at: '2026-03-04' },
    });
    await account(institutionId, 50, '0000000050', 'customer', 'credit');
    await posting(institutionId, 1, 'transfer', 'LOCAL');
    await claim(institutionId, 'LOCAL', 'POST /api/transfer/v1/localfundtransfer');
    await posting(institutionId, 2, 'transfer', 'FUNDS');
    await claim(institutionId, 'FUNDS', 'POST /api/transfer/v1/fundstransfer');
    await posting(institutionId, 3, 'transfer', 'OLD');
    await posting(institutionId, 4, 'outward-transfer', 'OUT');
    await posting(institutionId, 5, 'transfer', 'BOTH');
    await posting(institutionId, 6, 'outward-transfer', 'BOTH');
    await posting(institutionId, 7, 'posting', 'OUT');
    await posting(institutionId, 8, 'loan-repayment', 'REPAID');
    await entry(institutionId, 1, 1, 'credit', 'fee');
    await entry(institutionId, 7, 2, 'credit', 'fee');
    for (const ledger of [5, 6]) await entry(institutionId, ledger, 8, 'debit', 'principal');
    await setting(institutionId, 'CARD_ISSUANCE_CHARGE_LEDGER_CODE', '4070');
    await setting(institutionId, 'VAT_LEDGER_CODE', '2040');
  }

  beforeAll(async () => {
    await execute(
      adminUrl,
      `CREATE ROLE ${OWNER} LOGIN PASSWORD 'owner'`,
      `GRANT corebank_app TO ${OWNER} WITH ADMIN OPTION`,
      `CREATE DATABASE ${NAME} OWNER ${OWNER}`,
    );
    await execute(url, `ALTER SCHEMA public OWNER TO ${OWNER}`);
    const older = await new DataSource({
      ...migrationOptions(ownerUrl),
      migrations: migrations.slice(0, BEFORE),
    }).initialize();
    await older.runMigrations({ transaction: 'each' });
    await older.destroy();
    client = new Client({ connectionString: url });
    await client.connect();
    for (const institutionId of INSTITUTIONS) await fill(institutionId);
    await migrate(ownerUrl);
  });
  afterAll(async () => {
    await client?.end();
    await execute(adminUrl, `DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`, `DROP ROLE IF EXISTS ${OWNER}`);
  });

  it('keeps one reference of each payment, and none where two payments shared it or a request named it', async () => {
    for (const institutionId of INSTITUTIONS) {
      const { rows } = await client.query<{ kind: string; reference: string; transaction_reference: string | null }>(
        'SELECT kind, reference, transaction_reference FROM posting WHERE institution_id = $1 ORDER BY id',
        [institutionId],
      );
      expect(rows.map((row) => [row.kind, row.reference, row.transaction_reference])).toEqual([
        ['transfer', 'LOCAL', null],
        ['transfer', 'FUNDS', 'FUNDS'],
        ['transfer', 'OLD', 'OLD'],
        ['outward-transfer', 'OUT', 'OUT'],
        ['transfer', 'BOTH', null],
        ['outward-transfer', 'BOTH', null],
        ['posting', 'OUT', null],
        ['loan-repayment', 'REPAID', null],
      ]);
    }
  });

  it('opens for fees the ledgers of income that took fees or that a setting names', async () => {
    const { rows } = await client.query<{ number: string }>(
      'SELECT DISTINCT number FROM ledger_account WHERE takes_fees ORDER BY number',
    );
    expect(rows.map(({ number }) => number)).toEqual(['4010', '4070']);
  });

  it('lists the ledgers that loans were repaid from, but no ledger of taxes', async () => {
    const { rows } = await client.query(
      `SELECT institution_id, value FROM institution_setting WHERE key = 'LOAN_COLLECTION_LEDGER_CODES' ORDER BY 1`,
    );
    expect(rows).toEqual([
      { institution_id: '1', value: '2030' },
      { institution_id: '2', value: '2030' },
    ]);
  });

  it('copies the day on which an account was opened, and keeps row-level security forced', async () => {
    const { rows } = await client.query(
      'SELECT DISTINCT number, opened_on::text AS opened_on FROM ledger_account WHERE opened_on IS NOT NULL',
    );
    expect(rows).toEqual([{ number: '0000000050', opened_on: '2026-03-04' }]);
    const { rows: unforced } = await client.query(
      `SELECT relname FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity`,
    );
    expect(unforced).toEqual([]);
  });
});
