import { describeWithInstalledPostgres, type InstalledCluster } from '../support/installed-postgres';
import { type CommandEnd, runCorebank } from '../support/operator-command-line';
import { ReplicatedClusters } from '../support/replicated-clusters';
import { STANDBY } from '../support/standby';

interface Item {
  name: string;
  ok: boolean;
  message: string;
}

/** `corebank doctor` beside a primary server with a standby that streams, stops, and leaves a slot behind. */
describeWithInstalledPostgres('the doctor of a database with a standby', (binDir) => {
  let clusters: ReplicatedClusters;
  let primary: InstalledCluster;
  let standby: InstalledCluster;
  beforeAll(async () => {
    clusters = await ReplicatedClusters.create(binDir);
    ({ primary, standby } = clusters);
  }, 180_000);
  afterAll(async () => {
    await clusters?.remove();
  });

  const doctor = (settings: Record<string, string> = {}): Promise<CommandEnd> =>
    runCorebank(['doctor', '--json'], {
      DATABASE_URL: primary.url('corebank', 'corebank_server'),
      DATABASE_MIGRATION_URL: primary.url('corebank', 'corebank_owner'),
      ...settings,
    });
  async function judged(settings: Record<string, string> = {}): Promise<Record<string, Item>> {
    const { items } = (await doctor(settings)).json() as unknown as { items: Item[] };
    return Object.fromEntries(items.map((item) => [item.name, item]));
  }
  const asSuperuser = (): Record<string, string> => ({ DATABASE_MIGRATION_URL: primary.url('corebank') });
  const replica = (cluster: InstalledCluster): Record<string, string> => ({
    DATABASE_REPLICA_URL: cluster.url('corebank', 'corebank_server'),
  });

  it('names a standby that streams, that commits wait for it, and how far the replica of reports is', async () => {
    const items = await judged({ ...asSuperuser(), ...replica(standby) });
    expect(items.standbys).toMatchObject({ ok: true });
    expect(items.standbys!.message).toMatch(new RegExp(`^Standby servers: ${STANDBY}, \\d+ MiB and \\d+ s behind\\.$`));
    expect(items.synchronous).toMatchObject({ ok: true, message: `Commits wait for ${STANDBY}.` });
    expect(items['replication-slots']).toMatchObject({ ok: true, message: 'Idle replication slots: 0.' });
    expect(items.replica).toMatchObject({ ok: true });
  }, 60_000);

  it('says which right is missing to see the standby, and accuses nothing that it cannot see', async () => {
    const items = await judged();
    expect(items.standbys).toMatchObject({ ok: true, message: expect.stringContaining('GRANT pg_read_all_stats') });
    expect(items.synchronous).toMatchObject({ ok: true });
    clusters.onPrimary('GRANT pg_read_all_stats TO corebank_owner');
    expect((await judged()).standbys!.message).toContain(`${STANDBY},`);
  }, 60_000);

  it('refuses a replica that is no standby, one that is away, and a standby as the database', async () => {
    expect((await judged(replica(primary))).replica).toMatchObject({
      ok: false,
      message: expect.stringContaining('no standby'),
    });
    const away = { DATABASE_REPLICA_URL: 'postgres://corebank_server@127.0.0.1:1/corebank' };
    expect((await judged(away)).replica).toMatchObject({
      ok: false,
      message: expect.stringContaining('cannot be read'),
    });
    const reversed = await doctor({
      DATABASE_URL: standby.url('corebank', 'corebank_server'),
      DATABASE_MIGRATION_URL: standby.url('corebank', 'corebank_owner'),
    });
    expect(reversed.code).not.toBe(0);
    expect(reversed.output).toContain('names a standby server');
  }, 60_000);

  it('says that commits hang when the standby is away, and which idle slot keeps the log', async () => {
    clusters.onPrimary(`SELECT pg_create_physical_replication_slot('left_behind', true)`);
    await standby.stop();
    const items = await judged({ ...asSuperuser(), ...replica(standby) });
    expect(items.synchronous).toMatchObject({
      ok: false,
      message: expect.stringContaining(`Commits wait for ${STANDBY}, and no such standby is connected`),
    });
    expect(items.standbys!.message).toBe('No standby server is connected.');
    // It keeps little yet, so it is counted and not accused.
    expect(items['replication-slots']).toMatchObject({ ok: true, message: 'Idle replication slots: 1.' });
    expect(items.replica).toMatchObject({ ok: false });
    await standby.start({}, 'standby');
    expect((await judged(asSuperuser())).synchronous).toMatchObject({ ok: true });
  }, 90_000);
});
