import { CITIES, COUNTRIES, REGIONS } from './gazetteer';

describe('gazetteer', () => {
  it('has the 249 countries of ISO 3166-1 with codes and telephone codes', () => {
    expect(COUNTRIES).toHaveLength(249);
    for (const { countryCode2, countryCode3, phoneCode, name } of COUNTRIES) {
      expect([countryCode2, countryCode3, phoneCode, name]).toEqual([
        expect.stringMatching(/^[A-Z]{2}$/),
        expect.stringMatching(/^[A-Z]{3}$/),
        expect.stringMatching(/^\+\d{1,4}$/),
        expect.stringMatching(/\S/),
      ]);
    }
  });

  it('has 36 states, the capital territory and 774 local government areas of Nigeria', () => {
    expect(REGIONS.filter(({ countryCode2 }) => countryCode2 === 'NG')).toHaveLength(37);
    expect(CITIES).toHaveLength(774);
  });

  it.each([
    ['countries', COUNTRIES],
    ['regions', REGIONS],
    ['cities', CITIES],
  ])('%s have ids that are unique and below 2^31', (_, rows) => {
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(rows.length);
    expect(Math.max(...ids)).toBeLessThan(2 ** 31);
    expect(Math.min(...ids)).toBeGreaterThan(0);
  });

  it('has an existing country for every region and an existing region for every city', () => {
    const countries = new Set(COUNTRIES.map(({ id }) => id));
    const regions = new Set(REGIONS.map(({ id }) => id));
    expect(
      REGIONS.filter(
        ({ countryID, parentRegionID }) =>
          !countries.has(countryID) || (parentRegionID !== null && !regions.has(parentRegionID)),
      ),
    ).toEqual([]);
    expect(
      CITIES.filter(
        ({ regionID, regionShortCode, countryID }) =>
          !REGIONS.some(
            (region) =>
              region.id === regionID && region.regionShortCode === regionShortCode && region.countryID === countryID,
          ),
      ),
    ).toEqual([]);
  });
});
