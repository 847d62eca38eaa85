import { setTimeout as sleep } from 'node:timers/promises';
import { SnapshotBarrier } from '../../../src/common/database/snapshot-barrier';
import { type CommonApp, startCommonApp } from '../../support/common-app';
import { OpenTransactions } from '../../support/open-transactions';

describe('the snapshot barrier', () => {
  let common: CommonApp;
  const open = new OpenTransactions(() => common.database.url);

  beforeAll(async () => {
    common = await startCommonApp();
  });
  afterAll(async () => {
    await open.end();
    await common?.close();
  });

  it('waits for a transaction whose number is above that of the last one that ended', async () => {
    const roll = await open.begin();
    const posting = await open.begin();
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
    const posting = await open.begin();
    const passing = common.app.get(SnapshotBarrier).pass();
    await sleep(100);
    const later = await open.begin();
    await posting.query('COMMIT');
    await passing;
    await later.query('COMMIT');
  });
});
