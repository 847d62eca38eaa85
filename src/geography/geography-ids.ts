const REGIONS_PER_COUNTRY = 100_000;
const CITIES_PER_COUNTRY = 1_000_000;
const CITIES_PER_REGION = 1_000;
const SHORT_CODE = /^[A-Z0-9]{1,3}$/;
const DIGITS_AND_LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Numeric id of a region, computed from its ISO code alone so that it never changes: the country's ISO 3166-1 number,
 * then the part of the ISO 3166-2 code after the dash, read as a number. Below 2^31.
 *
 * @param countryId ISO 3166-1 numeric code, 1 to 999.
 * @param shortCode such as `LA` of `NG-LA`.
 */
export function regionId(countryId: number, shortCode: string): number {
  if (!SHORT_CODE.test(shortCode)) throw new RangeError(`${shortCode} is not the local part of an ISO 3166-2 code.`);
  // Digits count from 1, so that `1`, `01` and `001` differ.
  const local = [...shortCode].reduce(
    (sum, character) => sum * (DIGITS_AND_LETTERS.length + 1) + DIGITS_AND_LETTERS.indexOf(character) + 1,
    0,
  );
  return countryId * REGIONS_PER_COUNTRY + local;
}

/**
 * Numeric id of a city, computed from its place in the data file, whose order therefore must not change. Below 2^31.
 *
 * @param regionNumber place of the region in the file, from 1.
 * @param cityNumber place of the city in its region, from 1.
 */
export function cityId(countryId: number, regionNumber: number, cityNumber: number): number {
  return countryId * CITIES_PER_COUNTRY + regionNumber * CITIES_PER_REGION + cityNumber;
}
