import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Sandbox } from '../../src/seed/seed-sandbox';
import { FaultyProxy } from '../../torture/faulty-proxy';
import { Caller } from '../degradation/caller';
import { freshReference } from '../support/app';
import { describeWithInstalledPostgres, type InstalledCluster } from '../support/installed-postgres';
import { runCorebank } from '../support/operator-command-line';
import { ReplicatedClusters } from '../support/replicated-clusters';
import { freePort, ServerProcess } from '../support/server-process';
import { TransferLoad } from '../support/transfer-load';

const TRANSFER = '/api/transfer/v1/localfundtransfer';
const LIEN = '/api/accountlien/v1/placelien';
/** Transfers are acknowledged again so long after the address of the database points to the new primary. */
const RECOVERED_WITHIN_MS = 10_000;

describeWithInstalledPostgres('the loss of the primary database', (binDir) => {
  let clusters: ReplicatedClusters;
  let primary: InstalledCluster;
  let standby: InstalledCluster;
  /** The address of the database that servers know, as a virtual address or a proxy of the network is. */
  let address: FaultyProxy;
  let sandbox: Sandbox;
  let server: ServerProcess;

  beforeAll(async () => {
    clusters = await ReplicatedClusters.create(binDir);
    ({ primary, standby, sandbox } = clusters);
    address = new FaultyProxy(primary.port);
    const port = await freePort();
    await address.listen(port);
    server = await ServerProcess.start(`postgres://corebank_server@127.0.0.1:${port}/corebank`, {
      MIGRATE_ON_START: 'false',
    });
  }, 180_000);
  afterAll(async () => {
    await server?.stop('SIGKILL');
    await address?.close();
    await clusters?.remove();
  });

  it('loses no acknowledged transfer when the standby is promoted, and servers go on within seconds', async () => {
    const load = await TransferLoad.start(sandbox, [server.url]);
    await load.acknowledge(200);
    await primary.stop('SIGKILL');
    // Transfers go on being asked for; none can be done.
    await sleep(500);
    const before = load.acknowledged.length;
    standby.run('pg_ctl', ['promote', '-w', '-D', standby.dataFolder]);
    address.pointTo(standby.port);
    const since = performance.now();
    while (load.acknowledged.length < before + 50) {
      expect(performance.now() - since).toBeLessThan(RECOVERED_WITHIN_MS);
      await sleep(20);
    }
    await load.stop();
    expect(load.failures.filter((failure) => !/^503|socket|ECONN/.test(failure))).toEqual([]);
    const client = new Client({ connectionString: standby.url('corebank') });
    await client.connect();
    const { rows } = await client.query<{ reference: string }>(
      'SELECT reference FROM posting WHERE reference = ANY($1)',
      [load.acknowledged.map(({ reference }) => reference)],
    );
    await client.end();
    expect(rows.map(({ reference }) => reference).sort()).toEqual(
      load.acknowledged.map(({ reference }) => reference).sort(),
    );
    const proof = await runCorebank(['reconcile', '--json'], {
      DATABASE_URL: standby.url('corebank', 'corebank_server'),
      DATABASE_MIGRATION_URL: standby.url('corebank', 'corebank_owner'),
    });
    expect([proof.code, proof.output]).toEqual([0, expect.any(String)]);
  }, 120_000);

  it('leaves an old primary that comes back unable to acknowledge a transfer', async () => {
    await primary.start();
    const old = await ServerProcess.start(primary.url('corebank', 'corebank_server'), {
      MIGRATE_ON_START: 'false',
      BACKGROUND_WORK: 'false',
    });
    const caller = new Caller(old.url, 30_000);
    try {
      const { accessToken: token } = await tokenOf(server.url, sandbox);
      const [debit, credit] = sandbox.accounts.map(({ accountNumber }) => accountNumber);
      const transfer = { debitAccount: debit, creditAccount: credit, narration: 'Late', postingsTransactionType: 3 };
      const lien = { accountNumber: debit, reason: 'Late', referenceNumber: freshReference('LIEN') };
      const ask = async (path: string, reference: string, body: object): Promise<number> =>
        (await caller.call('POST', path, { token, reference, body: { ...body, amount: 1 } })).status;
      const requests: [string, string, object][] = [
        [TRANSFER, freshReference('OLD'), transfer],
        [LIEN, freshReference('OLD'), lien],
      ];
      for (const request of requests) {
        expect(await ask(...request)).toBe(503);
        // What the first attempt left on the old primary is read by the next one, and is no more certain.
        expect(await ask(...request)).toBe(503);
      }
    } finally {
      caller.close();
      await old.stop('SIGKILL');
    }
  }, 120_000);
});

/** The token comes from the bank's server: the old primary acknowledges no sign-in either. */
async function tokenOf(url: string, { client }: Sandbox): Promise<{ accessToken: string }> {
  const { clientId, clientSecret } = client;
  const response = await fetch(`${url}/api/auth/v1/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret }),
  });
  return (await response.json()) as { accessToken: string };
}
