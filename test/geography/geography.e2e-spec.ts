import request from 'supertest';
import { dataOf, fieldsOf } from '../support/answers';
import { TestApp } from '../support/app';

interface List {
  data: Record<string, unknown>[];
  recordCount: number;
}

describe('geography', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  const list = async (kind: string, query: Record<string, string | number> = {}): Promise<List> =>
    dataOf(await app.get(`/api/utility/v1/${kind}`, query));
  const names = ({ data }: List): unknown[] => data.map(({ name }) => name);

  it('lists the countries, without paging', async () => {
    const countries = await list('countries');
    expect(Object.keys(countries)).toEqual(['data', 'recordCount']);
    expect(countries.recordCount).toBe(249);
    expect(countries.data).toHaveLength(249);
    expect(names(countries).slice(0, 2)).toEqual(['Afghanistan', 'Aland']);
    expect(countries.data.filter(({ countryCode2 }) => countryCode2 === 'NG')).toEqual([
      {
        id: 566,
        name: 'Nigeria',
        countryCode2: 'NG',
        countryCode3: 'NGA',
        phoneCode: '+234',
        currencyCode: 'NGN',
        currencyName: 'Nigerian Naira',
        capital: 'Abuja',
      },
    ]);
  });

  it.each([
    [{ CountryID: 566 }],
    [{ CountryCode2: 'NG' }],
    [{ countrycode2: 'ng' }],
    [{ CountryID: 566, CountryCode2: 'NG' }],
  ])('lists the regions of %j', async (query) => {
    const regions = await list('regions', query);
    expect(regions.recordCount).toBe(37);
    expect(regions.data.filter(({ regionShortCode }) => regionShortCode === 'LA')).toEqual([
      {
        id: 56_600_825,
        name: 'Lagos',
        regionShortCode: 'LA',
        regionCode: 'NG-LA',
        countryID: 566,
        countryCode2: 'NG',
        parentRegionID: null,
      },
    ]);
    expect(names(regions)).toContain('Federal Capital Territory');
    expect(names(regions).at(0)).toBe('Abia');
  });

  it('lists regions of other countries and all regions', async () => {
    expect(names(await list('regions', { CountryCode2: 'GH' }))).toContain('Ashanti');
    const france = await list('regions', { CountryCode2: 'FR' });
    const [brittany] = france.data.filter(({ name }) => name === 'Bretagne');
    expect(
      names({ ...france, data: france.data.filter(({ parentRegionID }) => parentRegionID === brittany!.id) }),
    ).toContain('Finistère');
    expect((await list('regions')).recordCount).toBeGreaterThan(5_000);
  });

  it.each([
    [{ RegionID: 56_600_825 }, 20],
    [{ RegionShortCode: 'LA' }, 20],
    [{ RegionShortCode: 'la', CountryCode2: 'ng' }, 20],
    [{ CountryCode2: 'NG' }, 774],
    [{}, 774],
    [{ RegionShortCode: 'LA', RegionID: 56_600_605 }, 0],
    [{ RegionShortCode: 'LA', CountryCode2: 'US' }, 0],
    [{ RegionID: 1 }, 0],
    [{ CountryCode2: 'XX' }, 0],
  ])('lists cities by %j: %p', async (query, count) => {
    const cities = await list('cities', query);
    expect([cities.recordCount, cities.data.length]).toEqual([count, count]);
  });

  it('names country and region of a city', async () => {
    const { data } = await list('cities', { RegionShortCode: 'LA' });
    expect(data[0]).toEqual({
      id: 566_025_001,
      name: 'Agege',
      regionID: 56_600_825,
      regionShortCode: 'LA',
      regionName: 'Lagos',
      countryID: 566,
      countryCode2: 'NG',
    });
  });

  it.each([
    ['regions', { CountryID: 0 }],
    ['regions', { CountryID: 1.5 }],
    ['regions', { CountryID: 'NG' }],
    ['regions', { CountryCode2: 'NGA' }],
    ['regions', { RegionID: 1 }],
    ['cities', { RegionID: 'LA' }],
    ['cities', { RegionID: 2 ** 31 }],
    ['cities', { RegionShortCode: 'LAGOS' }],
    ['cities', { CountryCode2: '5' }],
    ['cities', { CountryID: 566 }],
  ])('refuses invalid filters of %s: %j', async (kind, query) => {
    const response = await app.get(`/api/utility/v1/${kind}`, query);
    expect([response.status, [...new Set(fieldsOf(response))]]).toEqual([400, Object.keys(query)]);
  });

  it.each(['countries', 'regions', 'cities'])('requires a client token for %s', async (kind) => {
    expect((await request(app.url).get(`/api/utility/v1/${kind}`)).status).toBe(401);
    expect((await app.get(`/api/utility/v1/${kind}`, {}, { token: await app.staff('administrator') })).status).toBe(
      401,
    );
  });
});
