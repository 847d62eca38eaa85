import { Client } from 'pg';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import type { CommonApp } from '../support/common-app';
import { CASH, FIRST_CUSTOMER, HOUSE, openAccounts, startLedgerApp } from '../support/ledger-app';
import { machineUrls } from '../support/machines';

/** The institution of the template. */
const OTHER = 1;

interface Shard {
  url: string;
  name: string;
}

describe('a worker of a distributed database', () => {
  let app: CommonApp;
  let shards: Shard[];

  beforeAll(async () => {
    app = await startLedgerApp();
    await openAccounts(app, 3);
    shards = await shardsOf('ledger_account');
  });
  afterAll(() => app.close());

  async function ask<Row extends object>(url: string, statement: string, settings: string[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query('BEGIN');
      for (const setting of settings) await client.query(`SET LOCAL ${setting}`);
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** The shards with rows, with the database of their worker. */
  async function shardsOf(table: string): Promise<Shard[]> {
    const { pathname } = new URL(app.database.url);
    const workers = new Map(
      machineUrls(app.database.url).map((url) => {
        const worker = new URL(url);
        worker.pathname = pathname;
        return [Number(worker.port), worker.href];
      }),
    );
    const rows = await ask<{ nodeport: number; name: string }>(
      app.database.url,
      `SELECT nodeport, shard_name AS name FROM citus_shards WHERE table_name = '${table}'::regclass`,
    );
    return rows.map(({ nodeport, name }) => ({ url: workers.get(nodeport)!, name }));
  }

  const institutionsSeen = async (settings: string[]): Promise<number[]> => {
    const seen: number[] = [];
    for (const { url, name } of shards)
      for (const { id } of await ask<{ id: string }>(
        url,
        `SELECT DISTINCT institution_id AS id FROM ${name} ORDER BY 1`,
        settings,
      ))
        seen.push(Number(id));
    return seen.sort((a, b) => a - b);
  };

  it('has the rows of both institutions, on the shards of two workers', async () => {
    expect(await institutionsSeen([])).toEqual([OTHER, HOUSE]);
    expect(new Set(shards.map(({ url }) => url)).size).toBe(2);
  });

  it('shows the serving role no row without an institution, and with one only its own', async () => {
    const serving = 'ROLE corebank_app';
    expect(await institutionsSeen([serving])).toEqual([]);
    expect(await institutionsSeen([serving, `app.institution_id = ${HOUSE}`])).toEqual([HOUSE]);
    expect(await institutionsSeen([serving, `app.institution_id = ${OTHER}`])).toEqual([OTHER]);
  });

  it('refuses a row of another institution', async () => {
    for (const { url, name } of await shardsOf('number_series'))
      await expect(
        ask(url, `INSERT INTO ${name} (institution_id, series, next_serial) VALUES (${OTHER}, 'stolen', 1)`, [
          'ROLE corebank_app',
          `app.institution_id = ${HOUSE}`,
        ]),
      ).rejects.toMatchObject({ code: '42501' });
  });

  it('gets the institution of a unit of work, which sees and changes only its own rows', async () => {
    const unitOfWork = app.app.get(UnitOfWork);
    const rename = (id: number): Promise<[unknown, number]> =>
      unitOfWork.run(HOUSE, (tx) =>
        tx.query<[unknown, number]>(`UPDATE ledger_account SET name = 'Taken' WHERE institution_id = $1 AND id = $2`, [
          id,
          id === HOUSE ? FIRST_CUSTOMER : CASH,
        ]),
      );
    expect((await rename(HOUSE))[1]).toBe(1);
    expect((await rename(OTHER))[1]).toBe(0);
    const others = await unitOfWork.read(HOUSE, (tx) =>
      tx.query<object[]>('SELECT 1 FROM ledger_account WHERE institution_id = $1', [OTHER]),
    );
    expect(others).toEqual([]);
  });

  it('shows nothing when the coordinator does not pass the institution on', async () => {
    const count = async (passed: 'local' | 'none'): Promise<string> => {
      const [row] = await ask<{ count: string }>(
        app.database.url,
        `SELECT count(*) FROM ledger_account WHERE institution_id = ${HOUSE}`,
        ['ROLE corebank_app', `citus.propagate_set_commands = ${passed}`, `app.institution_id = ${HOUSE}`],
      );
      return row!.count;
    };
    expect(await count('local')).toBe('5');
    expect(await count('none')).toBe('0');
  });
});
