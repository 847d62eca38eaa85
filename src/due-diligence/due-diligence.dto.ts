import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { IsElevenDigits } from '../accounts/customers/field-rules';
import { IsNaira } from '../common/money/is-naira';
import { IsName } from '../common/text/name-rules';
import { IsPhone } from '../common/text/phone-number';
import { IsCalendarDate } from '../common/time/is-calendar-date';
import { COUNTRIES } from '../geography/gazetteer';

const COUNTRY_CODES = COUNTRIES.map(({ countryCode2 }) => countryCode2);
const COMPANY_FORMS = ['A', 'B', 'G', 'R'] as const;
const DIRECTORS_MAX = 20;

/** How a person lives and earns, and the document that was seen. */
export class PersonDiligenceBody {
  /** @example "Trader in textiles" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(255)
  occupation?: string;

  /** @example "Self-employed" */
  @IsOptional()
  @IsString()
  @MaxLength(255)
  employerName?: string;

  /** @example "Savings from trade" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(255)
  sourceOfWealth?: string;

  /**
   * Country of residence, two letters of ISO 3166-1.
   * @example NG
   */
  @IsOptional()
  @IsIn(COUNTRY_CODES)
  residenceCountry?: string;

  /** @example 2021-03-04 */
  @IsOptional()
  @IsCalendarDate()
  identificationIssuedOn?: string;

  /** @example 2031-03-03 */
  @IsOptional()
  @IsCalendarDate()
  identificationExpiresOn?: string;

  /**
   * Country that issued the document.
   * @example NG
   */
  @IsOptional()
  @IsIn(COUNTRY_CODES)
  identificationCountry?: string;
}

/** A director or signatory of a company. */
export class DirectorBody extends PersonDiligenceBody {
  /** @example Ada */
  @IsName(80)
  firstName!: string;

  /** @example Okafor */
  @IsName(80)
  lastName!: string;

  /** @example Female */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  gender?: string;

  /** @example 1980-04-23 */
  @IsOptional()
  @IsCalendarDate()
  dateOfBirth?: string;

  /** @example Nigerian */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  nationality?: string;

  /** @example "22987654321" */
  @IsOptional()
  @IsElevenDigits()
  bvn?: string;

  /** @example 08031234567 */
  @IsOptional()
  @IsPhone()
  phoneNumber?: string;

  /** @example InternationalPassport */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  identificationType?: string;

  /** @example A01234567 */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  identificationNumber?: string;
}

/** The whole record; what is left out is not known. */
export class DueDiligenceBody extends PersonDiligenceBody {
  /**
   * Naira a month, as the customer says: the income of a person, the turnover of a company.
   * @example 450000
   */
  @IsOptional()
  @IsNaira()
  declaredMonthlyIncome?: number;

  /**
   * The prominent public function that the person holds or held.
   * @example "Commissioner of a state"
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(255)
  publicPosition?: string;

  /**
   * Association, business, government or religious body.
   * @example B
   */
  @IsOptional()
  @IsIn(COMPANY_FORMS)
  legalForm?: (typeof COMPANY_FORMS)[number];

  /** @example "Retail of household goods" */
  @IsOptional()
  @IsString()
  @MaxLength(255)
  business?: string;

  /** @example 2015-06-01 */
  @IsOptional()
  @IsCalendarDate()
  incorporatedOn?: string;

  /** @example NG */
  @IsOptional()
  @IsIn(COUNTRY_CODES)
  incorporationCountry?: string;

  /** Directors and signatories of a company, at most 20. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(DIRECTORS_MAX)
  @ValidateNested({ each: true })
  @Type(() => DirectorBody)
  directors?: DirectorBody[];
}

/** A director or signatory as recorded; identity numbers are masked. */
export class DirectorView {
  /** @example Ada */
  firstName!: string;

  /** @example Okafor */
  lastName!: string;

  /** @example Female */
  gender!: string | null;

  /** @example 1980-04-23 */
  dateOfBirth!: string | null;

  /** @example Nigerian */
  nationality!: string | null;

  /** @example "*******4321" */
  bvn!: string | null;

  /** @example +2348031234567 */
  phoneNumber!: string | null;

  /** @example InternationalPassport */
  identificationType!: string | null;

  /** @example "*****4567" */
  identificationNumber!: string | null;

  /** @example Director */
  occupation!: string | null;

  /** @example null */
  employerName!: string | null;

  /** @example "Salary" */
  sourceOfWealth!: string | null;

  /** @example NG */
  residenceCountry!: string | null;

  /** @example 2021-03-04 */
  identificationIssuedOn!: string | null;

  /** @example 2031-03-03 */
  identificationExpiresOn!: string | null;

  /** @example NG */
  identificationCountry!: string | null;
}

/** The due diligence of a customer; null where nothing is known. */
export class DueDiligenceView {
  /** @example "00000101" */
  customerID!: string;

  /** @example "Trader in textiles" */
  occupation!: string | null;

  /** @example "Self-employed" */
  employerName!: string | null;

  /** @example "Savings from trade" */
  sourceOfWealth!: string | null;

  /** @example NG */
  residenceCountry!: string | null;

  /**
   * Naira a month.
   * @example 450000
   */
  declaredMonthlyIncome!: number | null;

  /** @example null */
  publicPosition!: string | null;

  /** @example 2021-03-04 */
  identificationIssuedOn!: string | null;

  /** @example 2031-03-03 */
  identificationExpiresOn!: string | null;

  /** @example NG */
  identificationCountry!: string | null;

  /** @example null */
  legalForm!: string | null;

  /** @example null */
  business!: string | null;

  /** @example null */
  incorporatedOn!: string | null;

  /** @example null */
  incorporationCountry!: string | null;

  directors!: DirectorView[];

  /** @example staff:STF002 */
  updatedBy!: string | null;

  /** @example 2026-11-21T10:15:00.000Z */
  updatedAt!: string | null;
}
