import { iso31661 } from 'iso-3166';
import { plainText } from './transliteration';

/** Names of countries as lists and people write them, beside those of the standard. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  russia: 'RU',
  iran: 'IR',
  syria: 'SY',
  'north korea': 'KP',
  'south korea': 'KR',
  dprk: 'KP',
  korea: 'KR',
  uk: 'GB',
  'united kingdom': 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  usa: 'US',
  'united states': 'US',
  america: 'US',
  tanzania: 'TZ',
  venezuela: 'VE',
  bolivia: 'BO',
  moldova: 'MD',
  vietnam: 'VN',
  laos: 'LA',
  brunei: 'BN',
  'ivory coast': 'CI',
  'cote divoire': 'CI',
  congo: 'CG',
  drc: 'CD',
  'dr congo': 'CD',
  'cape verde': 'CV',
  swaziland: 'SZ',
  'czech republic': 'CZ',
  turkey: 'TR',
  uae: 'AE',
  palestine: 'PS',
  taiwan: 'TW',
  macedonia: 'MK',
  burma: 'MM',
  'the gambia': 'GM',
  nigerian: 'NG',
  ghanaian: 'GH',
  american: 'US',
  british: 'GB',
  russian: 'RU',
  iranian: 'IR',
  syrian: 'SY',
  iraqi: 'IQ',
  cameroonian: 'CM',
  nigerien: 'NE',
  chadian: 'TD',
  beninese: 'BJ',
  libyan: 'LY',
  lebanese: 'LB',
  chinese: 'CN',
};

const codes = new Map<string, string>();
for (const country of iso31661) {
  codes.set(country.alpha2.toLowerCase(), country.alpha2);
  codes.set(country.alpha3.toLowerCase(), country.alpha2);
  codes.set(plainText(country.name), country.alpha2);
}
for (const [name, code] of Object.entries(OTHER_NAMES)) codes.set(name, code);

/** The country's code of two letters; undefined where the text is no country that is known. */
export const countryCodeOf = (text: string): string | undefined => codes.get(plainText(text));
