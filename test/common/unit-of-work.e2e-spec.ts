import { DataSource } from 'typeorm';
import { assertServingRole } from '../../src/common/database/assert-serving-role';
import { InstitutionDirectory } from '../../src/common/database/institution-directory.entity';
import { TransactionLostError, type Tx, UnitOfWork, withoutTimeLimit } from '../../src/common/database/unit-of-work';
import { Institution } from '../../src/institutions/institution.entity';
import { type CommonApp, startCommonApp } from '../support/common-app';

const OURS = 101;
const THEIRS = 102;

describe('UnitOfWork', () => {
  let common: CommonApp;
  let unitOfWork: UnitOfWork;
  const names = (institutionId: number): Promise<string[]> =>
    unitOfWork.read(institutionId, async (tx) => (await tx.find(Institution)).map(({ name }) => name));
  const rename = (tx: Tx, institutionId: number, name: string): Promise<unknown> =>
    tx.update(Institution, { institutionId }, { name });

  beforeAll(async () => {
    common = await startCommonApp();
    unitOfWork = common.app.get(UnitOfWork);
    for (const institutionId of [OURS, THEIRS]) {
      await unitOfWork.run(institutionId, (tx) =>
        tx.insert(Institution, {
          institutionId,
          name: `Bank ${institutionId}`,
          code: String(institutionId),
          businessDate: '2026-11-21',
        }),
      );
    }
  });
  afterAll(() => common?.close());

  it('reads and writes one institution only', async () => {
    expect(await names(OURS)).toEqual(['Bank 101']);
    await unitOfWork.run(OURS, (tx) => rename(tx, THEIRS, 'Stolen'));
    expect(await names(THEIRS)).toEqual(['Bank 102']);
    await expect(
      unitOfWork.run(OURS, (tx) =>
        tx.insert(Institution, { institutionId: 103, name: 'X', code: '103', businessDate: '2026-11-21' }),
      ),
    ).rejects.toThrow(/row-level security/);
    expect(await unitOfWork.routing((tx) => tx.find(Institution))).toEqual([]);
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53])('refuses %p as an institution', async (institutionId) => {
    await expect(unitOfWork.run(institutionId, () => Promise.resolve())).rejects.toThrow('positive integer');
  });

  it('rolls back work that throws', async () => {
    await expect(
      unitOfWork.run(OURS, async (tx) => {
        await rename(tx, OURS, 'Half');
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    expect(await names(OURS)).toEqual(['Bank 101']);
  });

  it('removes the time limits for one transaction only, at the database and at the client', async () => {
    const limits = async (tx: Tx): Promise<unknown[]> => {
      const [{ statement_timeout }] = await tx.query<[{ statement_timeout: string }]>('SHOW statement_timeout');
      const client = (await tx.queryRunner!.connect()) as { answerTimeoutMs: number };
      return [statement_timeout, client.answerTimeoutMs];
    };
    const lifted = unitOfWork.read(OURS, async (tx) => {
      await withoutTimeLimit(tx);
      return limits(tx);
    });
    expect(await lifted).toEqual(['0', 0]);
    // The pool returns the connection that was used last.
    for (let n = 0; n < 3; n += 1) expect(await unitOfWork.read(OURS, limits)).toEqual(['10s', 12_000]);
  });

  it('reports a COMMIT that rolled back after a swallowed error', async () => {
    const work = unitOfWork.run(OURS, async (tx) => {
      await rename(tx, OURS, 'Lost');
      await tx.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(work).rejects.toThrow(TransactionLostError);
    expect(await names(OURS)).toEqual(['Bank 101']);
  });

  it('cannot write through a read', async () => {
    await expect(unitOfWork.read(OURS, (tx) => rename(tx, OURS, 'Written'))).rejects.toThrow(/read-only/);
  });

  it('repeats a deadlocked transaction as a whole', async () => {
    await unitOfWork.routing((tx) =>
      tx.insert(InstitutionDirectory, [
        { institutionId: OURS, code: '101' },
        { institutionId: THEIRS, code: '102' },
      ]),
    );
    let attempts = 0;
    const lock = (tx: Tx, institutionId: number): Promise<unknown> =>
      tx.query('SELECT 1 FROM institution_directory WHERE institution_id = $1 FOR UPDATE', [institutionId]);
    const crosswise = (first: number, second: number): Promise<void> =>
      unitOfWork.run(OURS, async (tx) => {
        attempts += 1;
        await lock(tx, first);
        await new Promise((resolve) => setTimeout(resolve, 100));
        await lock(tx, second);
      });
    await Promise.all([crosswise(OURS, THEIRS), crosswise(THEIRS, OURS)]);
    // Two attempts and the repetition of the one that was ended; on a busy machine the repetition may be ended too.
    expect(attempts).toBeGreaterThanOrEqual(3);
  });

  it('returns its connections in every case, without any setting left', async () => {
    const failing = Array.from({ length: 40 }, () =>
      unitOfWork.run(OURS, (tx) => tx.query('SELECT 1 / 0')).catch(() => 'failed'),
    );
    expect(new Set(await Promise.all(failing))).toEqual(new Set(['failed']));
    const left = await unitOfWork.routing((tx) =>
      tx.query<{ left: string | null }[]>(`SELECT nullif(current_setting('app.institution_id', true), '') AS left`),
    );
    expect(left).toEqual([{ left: null }]);
  });

  it('survives the loss of its connections', async () => {
    await common.asOwner(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await names(OURS)).toEqual(['Bank 101']);
  });

  it('refuses to serve as the owner of the tables', async () => {
    const owner = await new DataSource({ type: 'postgres', url: common.database.url }).initialize();
    try {
      await expect(assertServingRole(owner)).rejects.toThrow(/does not keep institutions apart/);
      await expect(unitOfWork.routing((tx) => assertServingRole(tx))).resolves.toBeUndefined();
    } finally {
      await owner.destroy();
    }
  });
});
