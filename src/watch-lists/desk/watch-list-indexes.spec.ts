import type { AppConfig } from '../../common/config/app-config';
import type { UnitOfWork } from '../../common/database/unit-of-work';
import type { IdentityNumbers } from '../../common/identity/identity-numbers';
import { NameIndex } from '../matching/name-index';
import { WatchListIndexes } from './watch-list-indexes';
import type { WatchListVersion } from './watch-list-version.entity';

const PARTY = { aliases: [], birthDates: [], countries: [], gender: null, bvn: null, nin: null, programme: null };
const version = (id: number, entryCount: number): WatchListVersion =>
  ({ institutionId: 1, id, entryCount }) as WatchListVersion;

/** Indexes over versions that have as many entries as their number says. */
function indexesOf(watchListIndexParties: number): WatchListIndexes {
  const entries = (count: number): object[] =>
    Array.from({ length: count }, (_, at) => ({
      id: at + 1,
      reference: `R-${at}`,
      type: 'person',
      name: `Musa Bello`,
    }));
  const tx = {
    query: (_: string, [, id]: number[]) => [{ content: `content ${id}` }],
    createQueryBuilder: () => {
      let count = 0;
      const query = {
        where: (_: string, { versionId }: { versionId: number }) => ((count = versionId), query),
        andWhere: () => query,
        orderBy: () => query,
        take: () => query,
        getMany: () => entries(count),
      };
      return query;
    },
  };
  const unitOfWork = { read: (_: number, work: (each: typeof tx) => unknown) => Promise.resolve(work(tx)) };
  const identity = { openDocument: () => PARTY };
  return new WatchListIndexes(
    unitOfWork as unknown as UnitOfWork,
    identity as unknown as IdentityNumbers,
    { watchListIndexParties } as AppConfig,
  );
}

describe('the names of watch-lists in memory', () => {
  const build = jest.spyOn(NameIndex, 'build');
  beforeEach(() => build.mockClear());

  it('are built once and kept while all of them have no more parties than a process keeps', async () => {
    const indexes = indexesOf(5);
    for (const id of [2, 3, 2, 3]) expect((await indexes.of(version(id, id))).size).toBe(id);
    expect(build).toHaveBeenCalledTimes(2);
  });

  it('go beyond that, those first that were used longest ago', async () => {
    const indexes = indexesOf(5);
    for (const id of [2, 3, 2, 1]) await indexes.of(version(id, id));
    expect(build).toHaveBeenCalledTimes(3);
    await indexes.of(version(2, 2));
    expect(build).toHaveBeenCalledTimes(3);
    await indexes.of(version(3, 3));
    expect(build).toHaveBeenCalledTimes(4);
  });

  it('of one version are built once for those who ask at the same time', async () => {
    const indexes = indexesOf(5);
    const found = await Promise.all([2, 2, 2].map((id) => indexes.of(version(id, id))));
    expect(new Set(found).size).toBe(1);
    expect(build).toHaveBeenCalledTimes(1);
  });
});
