import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { WatchListIndexes } from '../../src/watch-lists/desk/watch-list-indexes';
import { WatchListVersion } from '../../src/watch-lists/desk/watch-list-version.entity';
import type { WatchListMatchesView } from '../../src/watch-lists/desk/watch-lists.dto';
import { NameIndex } from '../../src/watch-lists/matching/name-index';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire } from '../support/hire';

const LISTS = '/api/admin/v1/watch-lists';
const PUBLIC_LIST = 'id,type,name\nUN-1,person,Duruoha Nnaemeka Onyejekwe\nUN-2,company,Rockstone Ventures Ltd\n';
const WITH_BVN = 'id,type,name,bvn\nOWN-1,person,Duruoha Nnaemeka Onyejekwe,22200000017\n';

/** An institution whose staff import a file as a list, put it in use and search it. */
interface Importer {
  put: (code: string, text: string, status?: 'imported' | 'active') => Promise<void>;
  references: (code: string, name: string) => Promise<string[]>;
}

describe('Lists with the same entries at two institutions', () => {
  let app: TestApp;
  let build: jest.SpyInstance;
  let [first, second]: Importer[] = [];

  beforeAll(async () => {
    app = await TestApp.start();
    const officer = await hire(app, 'WL001', ['view-watch-lists', 'manage-watch-lists']);
    const { manager } = await addSecondInstitution(app);
    const { accessToken } = dataOf<{ accessToken: string }>(
      await app.post('/api/admin/v1/login', { email: manager.email, password: manager.password }),
    );
    first = importer(officer.token);
    second = importer(accessToken);
    build = jest.spyOn(NameIndex, 'build');
  });
  beforeEach(() => build.mockClear());
  afterAll(() => app.close());

  function importer(token: string): Importer {
    const versions = new Map<string, number>();
    return {
      put: async (code, text, status = 'active') => {
        const version = (versions.get(code) ?? 0) + 1;
        versions.set(code, version);
        const list = { code, name: 'A list', kind: 'own', format: 'own-csv' };
        if (version === 1) dataOf(await app.post(LISTS, list, { token }));
        const file = { fileName: 'list.csv', content: Buffer.from(text).toString('base64url') };
        dataOf(await app.post(`${LISTS}/${code}/versions`, file, { token }));
        if (status === 'active') dataOf(await app.post(`${LISTS}/${code}/activate`, { version }, { token }));
      },
      references: async (code, Name) => {
        const found = await app.get(`${LISTS}/${code}/matches`, { Name }, { token });
        return dataOf<WatchListMatchesView>(found).matches.map(({ reference }) => reference);
      },
    };
  }

  it('are searched in one index, under the code that each institution gave its list', async () => {
    await first!.put('public', PUBLIC_LIST);
    await second!.put('un-list', PUBLIC_LIST);
    expect(await first!.references('public', 'Nnaemeka Duruoha Onyejekwe')).toEqual(['UN-1']);
    expect(await second!.references('un-list', 'Nnaemeka Duruoha Onyejekwe')).toEqual(['UN-1']);
    expect(await second!.references('un-list', 'Rockstone Ventures Limited')).toEqual(['UN-2']);
    expect(build).toHaveBeenCalledTimes(1);
  });

  it('have an index each as soon as one of them differs, and the other institution keeps its entries', async () => {
    await second!.put('un-list', PUBLIC_LIST.replace('Rockstone', 'Tamarind'));
    expect(await second!.references('un-list', 'Rockstone Ventures Ltd')).toEqual([]);
    expect(await second!.references('un-list', 'Tamarind Ventures Ltd')).toEqual(['UN-2']);
    expect(await first!.references('public', 'Rockstone Ventures Ltd')).toEqual(['UN-2']);
    expect(await first!.references('public', 'Tamarind Ventures Ltd')).toEqual([]);
    expect(build).toHaveBeenCalledTimes(1);
  });

  it('have an index each where a party has a BVN', async () => {
    await first!.put('known', WITH_BVN);
    await second!.put('known', WITH_BVN);
    expect(await first!.references('known', 'Nnaemeka Duruoha Onyejekwe')).toEqual(['OWN-1']);
    expect(await second!.references('known', 'Nnaemeka Duruoha Onyejekwe')).toEqual(['OWN-1']);
    expect(build).toHaveBeenCalledTimes(2);
  });

  it('are read again after a failure to build their index', async () => {
    await first!.put('again', PUBLIC_LIST, 'imported');
    const version = await app.app
      .get(UnitOfWork)
      .read(app.institutionId, (tx) =>
        tx.findOneByOrFail(WatchListVersion, { institutionId: app.institutionId, status: 'imported' }),
      );
    // A version without entries, to which no search has compared the list.
    const beforeId = 0;
    const indexes = app.app.get(WatchListIndexes, { strict: false });
    build.mockRejectedValueOnce(new Error('lost'));
    await expect(indexes.of(version, beforeId)).rejects.toThrow('lost');
    expect((await indexes.of(version, beforeId)).size).toBe(2);
  });
});
