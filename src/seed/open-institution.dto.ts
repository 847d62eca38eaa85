import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsDefined,
  IsEmail,
  IsIn,
  IsISO8601,
  IsOptional,
  IsString,
  IsTimeZone,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { IsName } from '../common/text/name-rules';
import { CreateBranchBody } from '../institutions/branches/branches.dto';
import { INSTITUTION_TEMPLATES } from './templates/all-templates';

/** One of the first administrators, who sets a password with a one-time code. */
export class FirstAdministrator {
  /** The institution's code for the member: letters, digits, dashes and underscores. */
  @IsString()
  @MaxLength(20)
  @Matches(/^[A-Za-z0-9_-]+$/, { message: '$property must be letters, digits, dashes and underscores' })
  staffID!: string;

  @IsName(250)
  name!: string;

  /** E-mail address for sign-in. */
  @IsString()
  @MaxLength(250)
  @IsEmail()
  email!: string;
}

/** The file of `corebank institution create` (docs/operations.md#the-first-institution). */
export class OpenInstitutionFile {
  /** CBN code: 3 digits for a deposit money bank, 5 for another institution. */
  @IsString()
  @Matches(/^(\d{3}|\d{5})$/, { message: '$property must be 3 digits (deposit money bank) or 5 (other institution)' })
  code!: string;

  @IsName(250)
  name!: string;

  @IsIn(INSTITUTION_TEMPLATES.map(({ name }) => name))
  template!: string;

  /** Zone of its business dates; by default Africa/Lagos. */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  @IsTimeZone()
  timeZone?: string;

  /** Dates of public holidays, which working days leave out. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(500)
  @IsISO8601({ strict: true }, { each: true })
  @Matches(/^\d{4}-\d{2}-\d{2}$/, { each: true, message: '$property must be dates such as 2026-12-25' })
  publicHolidays?: string[];

  @IsDefined()
  @ValidateNested()
  @Type(() => CreateBranchBody)
  headOffice!: CreateBranchBody;

  /** At least two, because changes of rights need a second person. */
  @IsArray()
  @ArrayMinSize(2)
  @ArrayMaxSize(10)
  @ArrayUnique((administrator: FirstAdministrator | null) => administrator?.email?.toLowerCase(), {
    message: '$property must have different e-mail addresses',
  })
  // Of two with one id the second would never be made, and a change of rights needs both.
  @ArrayUnique((administrator: FirstAdministrator | null) => administrator?.staffID, {
    message: '$property must have different staff IDs',
  })
  @ValidateNested({ each: true })
  @Type(() => FirstAdministrator)
  administrators!: FirstAdministrator[];
}
