import { Client } from 'pg';
import { lastMovement, nextMovements } from '../../src/aml/scenario-desk/behind/movement-marks';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { type CommonApp, startCommonApp } from '../support/common-app';
import { eventually } from '../support/eventually';

/** Institutions that are in no directory, so that nobody else reads their movements; each test has its own. */
let institutionId = 700;

describe('the mark behind the movements', () => {
  let common: CommonApp;
  const clients: Client[] = [];

  beforeAll(async () => {
    common = await startCommonApp();
  });
  beforeEach(() => (institutionId += 1));
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await common?.close();
  });

  /** @returns a connection inside a transaction that has its number */
  async function begun(): Promise<Client> {
    const client = new Client({ connectionString: common.database.url });
    clients.push(client);
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_current_xact_id()');
    return client;
  }

  const write = (client: Client, postingId: number): Promise<unknown> =>
    client.query(
      `INSERT INTO movement_facts (institution_id, account_id, posting_id, at, outcome, facts)
       VALUES ($1, 1, $2, now(), 'posted', $3)`,
      [institutionId, postingId, '{}'],
    );

  /** Reads as far as it can be read now. @returns the postings of the movements, in order */
  async function read(): Promise<number[]> {
    const unitOfWork = common.app.get(UnitOfWork);
    const found: number[] = [];
    for (let hasMore = true; hasMore;) {
      const last = await unitOfWork.read(institutionId, (tx) => lastMovement(tx, institutionId));
      if (last === null) break;
      const next = await unitOfWork.run(institutionId, (tx) => nextMovements(tx, institutionId, last));
      found.push(...next.movements.map(({ movement }) => movement.postingId));
      hasMore = next.hasMore;
    }
    return found;
  }

  it('does not pass a movement whose transaction has a number above that of the last one that ended', async () => {
    const quick = await begun();
    const slow = await begun();
    await write(slow, 1);
    await write(quick, 2);
    await quick.query('COMMIT');
    const found = await read();
    await slow.query('COMMIT');
    await eventually(async () => {
      found.push(...(await read()));
      expect(found).toEqual([1, 2]);
    });
  });

  it('looks again where the numbers of transactions began anew, as in a restored database', async () => {
    const client = await begun();
    await write(client, 1);
    await client.query('COMMIT');
    const before = await read();
    await client.query('UPDATE aml_movement_mark SET read_seq = 0, seen_before = 4611686018427387904');
    await eventually(async () => {
      before.push(...(await read()));
      expect(before).toEqual([1, 1]);
    });
  });
});
