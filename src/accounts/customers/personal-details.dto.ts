import { ApiProperty } from '@nestjs/swagger';
import { IsEmail, IsOptional, IsString, MaxLength } from 'class-validator';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { IsNamePart } from '../../common/text/name-rules';
import { IsPhone } from '../../common/text/phone-number';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { IsElevenDigits, IsTaxNumber, IsTextOrCode } from './field-rules';

/** Optional personal details, with the same names in every call. */
@FieldRelations({ rule: 'not-in-future', field: 'dateOfBirth' })
export class PersonalDetails {
  /** @example Ngozi */
  @IsOptional()
  @IsNamePart(80)
  otherNames?: string;

  /** @example Mrs */
  @IsOptional()
  @IsNamePart(20)
  title?: string;

  /** A word, or a number from the caller's own list. */
  @ApiProperty({ type: String, example: 'Female' })
  @IsOptional()
  @IsTextOrCode(20)
  gender?: string | number;

  /** @example 1990-04-23 */
  @IsOptional()
  @IsCalendarDate()
  dateOfBirth?: string;

  /**
   * A number without a country code is Nigerian. Stored in E.164 form.
   * @example 08031234567
   */
  @IsOptional()
  @IsPhone()
  phoneNumber?: string;

  /** @example ada.okafor@example.com */
  @IsOptional()
  @IsEmail()
  @MaxLength(250)
  email?: string;

  /** @example "12 Marina Road, Lagos Island" */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  address?: string;

  /**
   * Bank Verification Number, 11 digits; unique in the institution.
   * @example "22123456789"
   */
  @IsOptional()
  @IsElevenDigits()
  bvn?: string;

  /**
   * National Identification Number, 11 digits; unique in the institution.
   * @example "70123456789"
   */
  @IsOptional()
  @IsElevenDigits()
  nin?: string;

  /**
   * Tax identification number.
   * @example 12345678-0001
   */
  @IsOptional()
  @IsTaxNumber()
  tin?: string;

  /** @example Nigerian */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  nationality?: string;

  /** @example Lagos */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  state?: string;

  /**
   * Local government area.
   * @example Eti-Osa
   */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  lga?: string;

  /** A word, or a number from the caller's own list. */
  @ApiProperty({ type: String, example: 'Married' })
  @IsOptional()
  @IsTextOrCode(20)
  maritalStatus?: string | number;

  /** A word, or a number from the caller's own list. */
  @ApiProperty({ type: String, example: 'Christianity' })
  @IsOptional()
  @IsTextOrCode(50)
  religion?: string | number;

  /** @example Nnewi */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  homeTown?: string;

  /** A word, or a number from the caller's own list. */
  @ApiProperty({ type: String, example: 'InternationalPassport' })
  @IsOptional()
  @IsTextOrCode(50)
  identificationType?: string | number;

  /** @example A01234567 */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  identificationNumber?: string;

  /** @example "Emeka Okafor" */
  @IsOptional()
  @IsNamePart(250)
  nextOfKinName?: string;

  /** @example 08051234567 */
  @IsOptional()
  @IsPhone()
  nextOfKinPhoneNumber?: string;

  /** @example Brother */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  nextOfKinRelationship?: string;

  /** @example "12 Marina Road, Lagos Island" */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  nextOfKinAddress?: string;
}
