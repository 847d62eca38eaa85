import { Logger } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { TestApp } from '../support/app';

/** The metadata that `@Interval` gives a method. */
const INTERVAL = 'SCHEDULE_INTERVAL_OPTIONS';

type Round = () => Promise<void> | void;

/** Work in the background logs what fails and goes on, so that a request never shows it. */
describe('the rounds of background work on a distributed database', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  function rounds(): Map<string, Round> {
    const [discovery, scanner] = [app.app.get(DiscoveryService, { strict: false }), new MetadataScanner()];
    const found = new Map<string, Round>();
    for (const { instance } of discovery.getProviders() as { instance?: Record<string, Round> }[]) {
      if (!instance || !Object.getPrototypeOf(instance)) continue;
      for (const name of scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object))
        if (Reflect.hasMetadata(INTERVAL, instance[name]!))
          found.set(`${instance.constructor.name}.${name}`, () => instance[name]!());
    }
    return found;
  }

  it('run without a failure after requests of clients and of staff', async () => {
    const [from, to] = [await app.openAccount(50_000), await app.openAccount()];
    const warned = jest.spyOn(Logger.prototype, 'warn');
    const failed = jest.spyOn(Logger.prototype, 'error');
    try {
      const transfer = { debitAccount: from, creditAccount: to, amount: 10 };
      expect((await app.post('/api/transfer/v1/localfundtransfer', transfer)).status).toBe(200);
      const token = await app.staff('maker');
      expect((await app.get('/api/admin/v1/approvals', {}, { token })).status).toBe(200);
      const all = rounds();
      expect([...all.keys()]).toEqual(
        expect.arrayContaining(['ClientUse.flush', 'SessionUse.flush', 'ApprovalEscalations.tick']),
      );
      for (const round of all.values()) await round();
      expect([...warned.mock.calls, ...failed.mock.calls]).toEqual([]);
    } finally {
      warned.mockRestore();
      failed.mockRestore();
    }
    const [client] = await app.rows<{ used: boolean }>(
      'SELECT bool_or(last_used_at IS NOT NULL) AS used FROM api_client WHERE institution_id = $1',
      [app.institutionId],
    );
    expect(client).toEqual({ used: true });
  });
});
