import { Client } from 'pg';
import { Keyring } from '../../src/common/crypto/keyring';
import { sandboxCredentials } from '../../src/seed/sandbox-credentials';
import { createEmptyDatabase, type TestDatabase } from '../support/database';
import { type CommandEnd, runCorebank } from '../support/operator-command-line';
import { previousRelease, ReleasedProgram } from '../support/released-program';
import { ServerProcess } from '../support/server-process';
import { MASTER_KEY } from '../support/test-config';
import { TransferLoad } from '../support/transfer-load';

const RICHEST = `
  SELECT number AS "accountNumber" FROM ledger_account WHERE kind = 'customer' AND status = 'Active'
   ORDER BY credits_posted_kobo - debits_posted_kobo DESC LIMIT 2`;
const POSTED_ONCE = `
  SELECT count(*)::int AS count FROM (
    SELECT reference FROM posting WHERE reference = ANY($1) AND status = 'Posted' GROUP BY reference HAVING count(*) = 1) p`;
/** The program logs it when the rows of a job or an event of the other version cannot be handled. */
const FAILURES_LOGGED = /"level":(50|60)/;

const release = previousRelease();
if (release === undefined) console.warn('Skipped: the upgrade. This copy has no history to take the release from.');

/** The upgrade that docs/upgrading.md describes, from the previous release to the present sources. */
(release ? describe : describe.skip)(`an upgrade from ${release?.version}`, () => {
  let database: TestDatabase;
  let client: Client;
  let program: ReleasedProgram;
  let previous: ServerProcess;
  let load: TransferLoad;
  const servers: ServerProcess[] = [];

  const corebank = (words: string): Promise<CommandEnd> =>
    runCorebank(words.split(' '), { DATABASE_URL: database.url, DATA_DIR: program.dataFolder });

  async function names(): Promise<string[]> {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY timestamp');
    return rows.map(({ name }) => name);
  }

  beforeAll(async () => {
    database = await createEmptyDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    program = ReleasedProgram.unpack(release!);
    const settings = { SANDBOX: 'true', SANDBOX_PORT: '0', DATA_DIR: program.dataFolder };
    previous = await ServerProcess.start(database.url, settings, undefined, program.server);
    servers.push(previous);
    const { rows: accounts } = await client.query<{ accountNumber: string }>(RICHEST);
    const credentials = sandboxCredentials(new Keyring([Buffer.from(MASTER_KEY, 'base64')]));
    load = await TransferLoad.start({ client: credentials, accounts }, [previous.url]);
  }, 180_000);
  afterAll(async () => {
    await load?.stop();
    for (const server of servers) await server.stop('SIGKILL');
    await client?.end();
    program?.remove();
    await database?.drop();
  });

  it('migrates while the previous version serves, and loses no request', async () => {
    await load.acknowledge(50);
    const before = await names();
    expect(await corebank('migrate')).toMatchObject({ code: 0 });
    const after = await names();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(await corebank('migrate')).toMatchObject({ code: 0, output: 'The schema is up to date.\n' });
    await load.acknowledge(200);
    expect(load.failures).toEqual([]);
  }, 120_000);

  it('serves with both versions side by side, then with the present one alone, and loses no request', async () => {
    const present = await ServerProcess.start(database.url, { MIGRATE_ON_START: 'false' });
    servers.push(present);
    load.addServer(present.url);
    await load.acknowledge(400);
    await load.removeServer(previous.url);
    expect(await previous.stop()).toBe(0);
    await load.acknowledge(200);
    expect(load.failures).toEqual([]);
    for (const server of servers) expect(server.output).not.toMatch(FAILURES_LOGGED);
  }, 180_000);

  it('has booked every acknowledged transfer once, and its books prove', async () => {
    await load.stop();
    const references = load.acknowledged.map(({ reference }) => reference);
    expect(references.length).toBeGreaterThan(800);
    const { rows } = await client.query<{ count: number }>(POSTED_ONCE, [references]);
    expect(rows[0]!.count).toBe(references.length);
    expect(await corebank('reconcile')).toMatchObject({ code: 0, output: expect.stringContaining('Everything fits.') });
  }, 120_000);

  it('keeps the previous version away from a schema that does not tolerate it', async () => {
    await client.query(`INSERT INTO schema_tolerance VALUES ('Contracting2000000000000', '99.0.0')`);
    try {
      await expect(
        ServerProcess.start(database.url, { DATA_DIR: program.dataFolder }, undefined, program.server),
      ).rejects.toThrow('The server did not start.');
    } finally {
      await client.query(`DELETE FROM schema_tolerance WHERE oldest_program = '99.0.0'`);
    }
  }, 60_000);
});
