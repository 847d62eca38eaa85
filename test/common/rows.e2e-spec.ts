import { addRows, selectRows, updateRows } from '../../src/common/database/rows';
import { type Tx, UnitOfWork } from '../../src/common/database/unit-of-work';
import { LedgerAccount } from '../../src/ledger/engine/ledger-account.entity';
import { TestApp } from '../support/app';

const WHERE = `WHERE institution_id = $1 AND kind = 'gl' ORDER BY id LIMIT 3 FOR NO KEY UPDATE`;

describe('rows', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  /**
   * Runs `work` and rolls its changes back.
   * @returns its result.
   */
  async function tried<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const answers: T[] = [];
    const run = app.app.get(UnitOfWork).run(app.institutionId, async (tx) => {
      answers.push(await work(tx));
      throw new Error('Nothing is kept.');
    });
    await expect(run).rejects.toThrow('Nothing is kept.');
    return answers[0]!;
  }
  const read = (tx: Tx): Promise<LedgerAccount[]> => selectRows(tx, LedgerAccount, WHERE, [app.institutionId]);

  it('are read as repositories read them', async () => {
    const [rows, found] = await tried(async (tx) => [
      await read(tx),
      await tx.find(LedgerAccount, {
        where: { institutionId: app.institutionId, kind: 'gl' },
        order: { id: 'ASC' },
        take: 3,
      }),
    ]);
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(found.map((account) => ({ ...account })));
  });

  it('are read with selected properties', async () => {
    const rows = await tried((tx) => selectRows(tx, LedgerAccount, WHERE, [app.institutionId], ['id', 'lienedKobo']));
    expect(rows).toEqual(rows.map(({ id }) => ({ id, lienedKobo: 0n })));
  });

  it('are written only in changed columns', async () => {
    const after = await tried(async (tx) => {
      const [first, second] = (await read(tx)) as [LedgerAccount, LedgerAccount];
      await tx.query('UPDATE ledger_account SET kyc_tier = 3');
      first.name = 'Changed';
      second.lienedKobo = 12n;
      await updateRows(tx, LedgerAccount, [first, second]);
      // Back to the value that was read: a later write of the column counts.
      second.lienedKobo = 0n;
      await updateRows(tx, LedgerAccount, [second]);
      await updateRows(tx, LedgerAccount, [second]);
      return read(tx);
    });
    expect(after[0]).toMatchObject({ name: 'Changed', kycTier: 3, lienedKobo: 0n });
    expect(after[1]).toMatchObject({ kycTier: 3, lienedKobo: 0n });
    expect(after[1]!.name).not.toBe('Changed');
  });

  it('are written whole when they were read in another way', async () => {
    const [before, after] = await tried(async (tx) => {
      const found = await tx.findOneByOrFail(LedgerAccount, { institutionId: app.institutionId, kind: 'gl' });
      const copy = { ...found, name: 'Copied' };
      await updateRows(tx, LedgerAccount, [copy]);
      return [copy, await tx.findOneByOrFail(LedgerAccount, { institutionId: app.institutionId, id: found.id })];
    });
    expect({ ...after }).toEqual(before);
  });

  it('are added', async () => {
    const [added, found] = await tried(async (tx) => {
      const [first] = (await read(tx)) as [LedgerAccount];
      const row = { ...first, id: 9_000_000, number: '9000000' };
      await addRows(tx, LedgerAccount, [row]);
      return [row, await tx.findOneByOrFail(LedgerAccount, { institutionId: app.institutionId, id: 9_000_000 })];
    });
    expect({ ...found }).toEqual(added);
  });

  it('are refused when one is incomplete or missing', async () => {
    await tried(async (tx) => {
      const [first] = (await read(tx)) as [LedgerAccount];
      await expect(updateRows(tx, LedgerAccount, [{ ...first, name: undefined as never }])).rejects.toThrow(
        'has no name',
      );
      await expect(addRows(tx, LedgerAccount, [{ ...first, name: undefined as never }])).rejects.toThrow('has no name');
      await expect(
        updateRows(
          tx,
          LedgerAccount,
          [first, { ...first, id: 9_000_000 }].map((row) => ({ ...row })),
        ),
      ).rejects.toThrow('1 of 2 rows');
    });
  });
});
