import { Client } from 'pg';
import { AuditChainLink } from '../../src/common/audit/audit-chain-link.entity';
import type { Tx } from '../../src/common/database/unit-of-work';
import { type SequencedBatch, type SequencedStream, Sequencer } from '../../src/common/sequencer/sequencer';
import { type CommonApp, startCommonApp } from '../support/common-app';
import { eventually } from '../support/eventually';

/** Institutions that are in no directory, so that no other sequencer numbers their rows; each test has its own. */
let institutionId = 500;
const HASH = Buffer.alloc(32, 1);

describe('the sequencer', () => {
  let common: CommonApp;
  let owner: Client;
  let sequencer: Sequencer;
  let nextId = 1;

  beforeAll(async () => {
    common = await startCommonApp();
    sequencer = common.app.get(Sequencer);
    owner = await connected();
  });
  beforeEach(() => (institutionId += 1));
  afterAll(async () => {
    await owner?.end();
    await common?.close();
  });

  async function connected(): Promise<Client> {
    const client = new Client({ connectionString: common.database.url });
    await client.connect();
    return client;
  }

  /** @param writtenIn the id of the writing transaction; undefined for the present one */
  async function write(
    subject: string,
    { by = owner, writtenIn = undefined as number | null | undefined } = {},
  ): Promise<void> {
    const columns = 'institution_id, id, actor, action, subject, details, at';
    const values = `$1, $2::bigint, 'system:test', 'test', $3, '{}', to_timestamp($2::bigint)`;
    const id = (nextId += 1);
    if (writtenIn === undefined)
      await by.query(`INSERT INTO audit_log (${columns}) VALUES (${values})`, [institutionId, id, subject]);
    else
      await by.query(`INSERT INTO audit_log (${columns}, written_in) VALUES (${values}, $4)`, [
        institutionId,
        id,
        subject,
        writtenIn,
      ]);
  }

  const stream = (afterwards: (tx: Tx) => Promise<unknown> = async () => undefined): SequencedStream => ({
    name: 'test',
    table: 'audit_log',
    numbers: 'audit_chain',
    numberedId: 'audit_log_id',
    number: async (tx: Tx, { ids, firstSeq }: SequencedBatch) => {
      const links = ids.map((auditLogId, index) => ({ auditLogId, seq: firstSeq + index }));
      await tx.insert(
        AuditChainLink,
        links.map((link) => ({ ...link, institutionId, rowHash: HASH, chainHash: HASH })),
      );
      await afterwards(tx);
      return HASH;
    },
  });

  async function advance(): Promise<void> {
    while (await sequencer.advance(institutionId, stream()));
  }

  const numbered = async (): Promise<string[]> => {
    const { rows } = await owner.query<{ seq: string; subject: string }>(
      `SELECT n.seq, a.subject FROM audit_chain n JOIN audit_log a USING (institution_id)
        WHERE n.institution_id = $1 AND a.id = n.audit_log_id ORDER BY n.seq`,
      [institutionId],
    );
    return rows.map(({ seq, subject }) => `${seq} ${subject}`);
  };

  /** Other suites of the machine may have a transaction open for a moment. */
  const expectNumbered = (expected: string[]): Promise<void> =>
    eventually(async () => {
      await advance();
      expect(await numbered()).toStrictEqual(expected);
    });

  it('numbers rows once, and goes on where it ended', async () => {
    await write('first');
    await write('second');
    await expectNumbered(['1 first', '2 second']);
    await write('third');
    await expectNumbered(['1 first', '2 second', '3 third']);
  });

  it.each([
    ['for the first rows', []],
    ['later', ['1 earlier']],
  ])(
    'does not pass an open transaction %s, so that rows which commit in the other order are not missed',
    async (_, earlier) => {
      if (earlier.length > 0) await write('earlier');
      await expectNumbered(earlier);
      const slow = await connected();
      try {
        await slow.query('BEGIN');
        await write('begun first, committed last', { by: slow });
        await write('begun last, committed first');
        await advance();
        expect(await numbered()).toStrictEqual(earlier);
        await slow.query('COMMIT');
        const next = earlier.length + 1;
        await expectNumbered([
          ...earlier,
          `${next} begun first, committed last`,
          `${next + 1} begun last, committed first`,
        ]);
      } finally {
        await slow.end();
      }
    },
  );

  it('leaves no number for a transaction that is rolled back', async () => {
    const slow = await connected();
    await slow.query('BEGIN');
    await write('rolled back', { by: slow });
    await write('committed');
    await advance();
    expect(await numbered()).toStrictEqual([]);
    await slow.query('ROLLBACK');
    await slow.end();
    await expectNumbered(['1 committed']);
  });

  it('gives the numbers of a writer that was killed before its commit to the next one', async () => {
    await write('one');
    await write('two');
    const killed = stream(async (tx) => {
      const [{ pid }] = await tx.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
      await owner.query('SELECT pg_terminate_backend($1)', [pid]);
      await tx.query('SELECT 1');
    });
    await eventually(() => expect(sequencer.advance(institutionId, killed)).rejects.toThrow());
    expect(await numbered()).toStrictEqual([]);
    await expectNumbered(['1 one', '2 two']);
  });

  it('lets one of several writers number, and the others go on', async () => {
    await owner.query(
      `INSERT INTO audit_log (institution_id, id, actor, action, subject, details, at)
       SELECT $1, n, 'system:test', 'test', n::text, '{}', now() FROM generate_series(10001, 11200) AS n`,
      [institutionId],
    );
    const expected = Array.from({ length: 1200 }, (_, index) => `${index + 1} ${10001 + index}`);
    await eventually(async () => {
      await Promise.all(Array.from({ length: 6 }, advance));
      expect(await numbered()).toStrictEqual(expected);
    });
  });

  it('numbers rows from before the stream first, by their time', async () => {
    await write('old one', { writtenIn: null });
    await write('new');
    await write('old two', { writtenIn: null });
    await expectNumbered(['1 old one', '2 old two', '3 new']);
  });

  it('misses no row after a restore into a database whose transactions have lower ids', async () => {
    await write('before');
    await expectNumbered(['1 before']);
    await owner.query(`UPDATE sequencer_head SET read_to = 1000000000000 WHERE institution_id = $1`, [institutionId]);
    await write('not yet numbered when it was dumped', { writtenIn: 999_999_999_999 });
    await write('after');
    await expectNumbered(['1 before', '2 not yet numbered when it was dumped', '3 after']);
    await write('later');
    await expectNumbered(['1 before', '2 not yet numbered when it was dumped', '3 after', '4 later']);
  });

  it('does not number a row that claims an older transaction than those already read', async () => {
    await write('honest');
    await expectNumbered(['1 honest']);
    await write('inserted', { writtenIn: 3 });
    await write('next');
    await expectNumbered(['1 honest', '2 next']);
  });
});
