import type { Client } from 'pg';
import { lastMovement, nextMovements } from '../../src/aml/scenario-desk/behind/movement-marks';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { type CommonApp, startCommonApp } from '../support/common-app';
import { eventually } from '../support/eventually';
import { OpenTransactions } from '../support/open-transactions';

/** Institutions that are in no directory, so that nobody else reads their movements; each test has its own. */
let institutionId = 700;

describe('the mark behind the movements', () => {
  let common: CommonApp;
  const open = new OpenTransactions(() => common.database.url);

  beforeAll(async () => {
    common = await startCommonApp();
  });
  beforeEach(() => (institutionId += 1));
  afterAll(async () => {
    await open.end();
    await common?.close();
  });

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
    const quick = await open.begin();
    const slow = await open.begin();
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
    const client = await open.begin();
    await write(client, 1);
    await client.query('COMMIT');
    // Transactions of other databases of the cluster may be open, so the first look can have to wait for them.
    const found: number[] = [];
    const readUntil = (expected: number[]): Promise<void> =>
      eventually(async () => {
        found.push(...(await read()));
        expect(found).toEqual(expected);
      });
    await readUntil([1]);
    await client.query('UPDATE aml_movement_mark SET read_seq = 0, seen_before = 4611686018427387904');
    await readUntil([1, 1]);
  });
});
