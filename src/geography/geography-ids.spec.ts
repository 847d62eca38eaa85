import { cityId, regionId } from './geography-ids';

describe('regionId', () => {
  it.each([
    [566, 'LA', 56_600_825],
    [566, 'FC', 56_600_605],
    [250, '1', 25_000_002],
    [250, '01', 25_000_039],
    [894, 'ZZZ', 89_450_652],
  ])('makes country %p and short code %p the id %p', (countryId, shortCode, id) => {
    expect(regionId(countryId, shortCode)).toBe(id);
  });

  it.each(['', 'la', 'ABCD', 'L-A'])('refuses the short code %p', (shortCode) => {
    expect(() => regionId(566, shortCode)).toThrow(RangeError);
  });
});

it('a city id contains country, region and place in the region', () => {
  expect(cityId(566, 25, 1)).toBe(566_025_001);
});
