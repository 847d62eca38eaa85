import { Client } from 'pg';
import { ReplicatedPostgres } from '../../torture/replicated-postgres';
import { describeWithInstalledPostgres } from '../support/installed-postgres';

const ROWS = 200;
const TIMEOUT_MS = 300_000;

/** Promotes after so many acknowledged rows. @returns how many of them the new primary has */
async function keptByPromotion(binDir: string, isSynchronous: boolean): Promise<number> {
  const postgres = new ReplicatedPostgres(binDir, isSynchronous, () => undefined);
  try {
    await postgres.start();
    await withDatabase(postgres, async (client) => {
      await client.query('CREATE TABLE acknowledged (id int PRIMARY KEY)');
      for (let id = 0; id < ROWS; id += 1) await client.query('INSERT INTO acknowledged VALUES ($1)', [id]);
    });
    const lost = await postgres.promote();
    await lost.remove();
    return await withDatabase(postgres, async (client) => {
      const { rows } = await client.query<{ known: boolean }>(
        `SELECT to_regclass('acknowledged') IS NOT NULL AS known`,
      );
      return rows[0]!.known ? (await client.query('SELECT id FROM acknowledged')).rows.length : 0;
    });
  } finally {
    await postgres.stop();
  }
}

async function withDatabase<Result>(
  postgres: ReplicatedPostgres,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: postgres.urlFor('corebank') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

describeWithInstalledPostgres('the standby of the torture harness', (binDir) => {
  it(
    'has everything that was acknowledged when it is promoted',
    async () => {
      expect(await keptByPromotion(binDir, true)).toBe(ROWS);
    },
    TIMEOUT_MS,
  );

  it(
    'lacks something of it where the run is sabotaged, for the checks to notice',
    async () => {
      expect(await keptByPromotion(binDir, false)).toBeLessThan(ROWS);
    },
    TIMEOUT_MS,
  );
});
