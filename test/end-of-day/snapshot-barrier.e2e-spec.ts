import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { SnapshotBarrier } from '../../src/end-of-day/snapshot-barrier';
import { type CommonApp, startCommonApp } from '../support/common-app';

describe('the snapshot barrier', () => {
  let common: CommonApp;
  const clients: Client[] = [];

  beforeAll(async () => {
    common = await startCommonApp({ providers: [SnapshotBarrier] });
  });
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

  it('waits for a transaction whose number is above that of the last one that ended', async () => {
    const roll = await begun();
    const posting = await begun();
    await roll.query('COMMIT');
    let hasPassed = false;
    const passing = common.app
      .get(SnapshotBarrier)
      .pass()
      .then(() => (hasPassed = true));
    await sleep(300);
    expect(hasPassed).toBe(false);
    await posting.query('COMMIT');
    await passing;
  });

  it('does not wait for a transaction that begins behind it', async () => {
    const posting = await begun();
    const passing = common.app.get(SnapshotBarrier).pass();
    await sleep(100);
    const later = await begun();
    await posting.query('COMMIT');
    await passing;
    await later.query('COMMIT');
  });
});
