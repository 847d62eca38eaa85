import { countries as countryFacts, type TCountryCode } from 'countries-list';
import { currencies } from 'countries-list/currencies';
import { iso31661, iso31662 } from 'iso-3166';
import type { CityView, CountryView, RegionView } from './geography.dto';
import { cityId, regionId } from './geography-ids';
import nigeria from './nigeria.json';

const NIGERIA = 'NG';

/**
 * Countries of ISO 3166-1, sorted by name. Short English names, currencies and telephone codes come from
 * countries-list.
 */
export const COUNTRIES: readonly CountryView[] = iso31661
  .map(({ alpha2, alpha3, numeric, name: isoName }) => {
    const facts = countryFacts[alpha2 as TCountryCode];
    const currencyCode = facts?.currency[0] ?? null;
    return {
      id: Number(numeric),
      name: facts?.name ?? isoName,
      countryCode2: alpha2,
      countryCode3: alpha3,
      phoneCode: `+${facts?.phone[0] ?? ''}`,
      currencyCode,
      currencyName: currencyCode === null ? null : currencies[currencyCode].name,
      capital: facts?.capital || null,
    };
  })
  .sort(byName);

const countryIdByCode = new Map(COUNTRIES.map(({ countryCode2, id }) => [countryCode2, id]));

/** Subdivisions of ISO 3166-2, sorted by country and name. Nigerian states have the names used in Nigeria. */
export const REGIONS: readonly RegionView[] = iso31662
  .map(regionOf)
  .sort((a, b) => a.countryID - b.countryID || byName(a, b));

/** Nigeria's 774 local government areas (`docs/domain/nigeria.md#geography`). Other countries have no cities here. */
export const CITIES: readonly CityView[] = nigeria.flatMap(({ shortCode, name: regionName, lgas }, stateIndex) => {
  const countryID = countryIdOf(NIGERIA);
  return lgas.map((name, lgaIndex) => ({
    id: cityId(countryID, stateIndex + 1, lgaIndex + 1),
    name,
    regionID: regionId(countryID, shortCode),
    regionShortCode: shortCode,
    regionName,
    countryID,
    countryCode2: NIGERIA,
  }));
});

function regionOf({ code, name, parent }: (typeof iso31662)[number]): RegionView {
  const { countryCode2, shortCode } = regionCodeParts(code);
  const countryID = countryIdOf(countryCode2);
  const isNested = parent !== countryCode2;
  return {
    id: regionId(countryID, shortCode),
    name: countryCode2 === NIGERIA ? stateName(shortCode) : name,
    regionShortCode: shortCode,
    regionCode: code,
    countryID,
    countryCode2,
    parentRegionID: isNested ? regionId(countryID, regionCodeParts(parent).shortCode) : null,
  };
}

function regionCodeParts(regionCode: string): { countryCode2: string; shortCode: string } {
  const [countryCode2 = '', shortCode = ''] = regionCode.split('-');
  return { countryCode2, shortCode };
}

function countryIdOf(countryCode2: string): number {
  const id = countryIdByCode.get(countryCode2);
  if (id === undefined) throw new Error(`ISO 3166-1 has no country ${countryCode2}.`);
  return id;
}

function stateName(shortCode: string): string {
  const state = nigeria.find((each) => each.shortCode === shortCode);
  if (!state) throw new Error(`Nigeria has no state ${shortCode}.`);
  return state.name;
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name, 'en');
}
