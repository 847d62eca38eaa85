import { cityId, regionId } from './geography-ids';

describe('regionId', () => {
  it.each([
    [566, 'LA', 56_600_825],
    [566, 'FC', 56_600_605],
    [250, '1', 25_000_002],
    [250, '01', 25_000_039],
    [894, 'ZZZ', 89_450_652],
  ])('of country %p and %p is %p', (countryId, shortCode, id) => {
    expect(regionId(countryId, shortCode)).toBe(id);
  });

  it.each(['', 'la', 'ABCD', 'L-A'])('refuses %p', (shortCode) => {
    expect(() => regionId(566, shortCode)).toThrow(RangeError);
  });
});

it('a city id names country, region and place', () => {
  expect(cityId(566, 25, 1)).toBe(566_025_001);
});
