import { IsInt, IsOptional, Matches, Max, Min } from 'class-validator';

const MAX_ID = 2_147_483_647;

/** A country of ISO 3166-1. */
export class CountryView {
  /**
   * ISO 3166-1 numeric code.
   * @example 566
   */
  id!: number;

  /** @example Nigeria */
  name!: string;

  /**
   * ISO 3166-1 alpha-2 code.
   * @example NG
   */
  countryCode2!: string;

  /**
   * ISO 3166-1 alpha-3 code.
   * @example NGA
   */
  countryCode3!: string;

  /**
   * The first one when a country has several.
   * @example "+234"
   */
  phoneCode!: string;

  /**
   * ISO 4217 code of the first currency; null for a territory without one.
   * @example NGN
   */
  currencyCode!: string | null;

  /** @example "Nigerian Naira" */
  currencyName!: string | null;

  /** @example Abuja */
  capital!: string | null;
}

/** A state, province or other subdivision of ISO 3166-2. */
export class RegionView {
  /** @example 56600825 */
  id!: number;

  /** @example Lagos */
  name!: string;

  /**
   * ISO 3166-2 code without the country.
   * @example LA
   */
  regionShortCode!: string;

  /**
   * ISO 3166-2 code.
   * @example NG-LA
   */
  regionCode!: string;

  /** @example 566 */
  countryID!: number;

  /** @example NG */
  countryCode2!: string;

  /**
   * For a subdivision of the second level, such as a county, the region that contains it; otherwise null.
   * @example null
   */
  parentRegionID!: number | null;
}

/** A city; in Nigeria a local government area. */
export class CityView {
  /** @example 566025001 */
  id!: number;

  /** @example Agege */
  name!: string;

  /** @example 56600825 */
  regionID!: number;

  /** @example LA */
  regionShortCode!: string;

  /** @example Lagos */
  regionName!: string;

  /** @example 566 */
  countryID!: number;

  /** @example NG */
  countryCode2!: string;
}

/** Filters of the regions. A region must match all that are sent; an unknown value gives an empty list. */
export class ListRegionsQuery {
  /**
   * `id` of a country.
   * @example 566
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  CountryID?: number;

  /**
   * ISO 3166-1 alpha-2 code, in upper or lower case.
   * @example NG
   */
  @IsOptional()
  @Matches(/^[A-Za-z]{2}$/, { message: 'CountryCode2 must be a country code of two letters' })
  CountryCode2?: string;
}

/** Filters of the cities. A city must match all that are sent; an unknown value gives an empty list. */
export class ListCitiesQuery {
  /**
   * `id` of a region.
   * @example 56600825
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  RegionID?: number;

  /**
   * ISO 3166-2 code without the country, in upper or lower case. Countries share such codes, so send the country too.
   * @example LA
   */
  @IsOptional()
  @Matches(/^[A-Za-z0-9]{1,3}$/, { message: 'RegionShortCode must be 1 to 3 letters and digits' })
  RegionShortCode?: string;

  /**
   * ISO 3166-1 alpha-2 code, in upper or lower case.
   * @example NG
   */
  @IsOptional()
  @Matches(/^[A-Za-z]{2}$/, { message: 'CountryCode2 must be a country code of two letters' })
  CountryCode2?: string;
}
