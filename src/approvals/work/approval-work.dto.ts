import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches, MaxLength, ValidateIf } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';

/** Who is to decide. */
export class AssigneeBody {
  /**
   * A member of staff who may decide it; null takes the assignment away.
   * @example STF003
   */
  @ValidateIf(({ staffID }: AssigneeBody) => staffID !== null)
  @IsString()
  @MaxLength(60)
  staffID!: string | null;
}

/** A note. */
export class NoteBody {
  /** @example "Called the customer; nobody answered." */
  @IsString()
  @Matches(/\S/, { message: 'text must not be blank' })
  @MaxLength(1000)
  text!: string;
}

/** A note of staff on an approval or an AML hold. */
export class ApprovalNoteView {
  /** @example 20511 */
  id!: number;

  /** @example 20417 */
  approvalId!: number;

  /** @example "Called the customer; nobody answered." */
  text!: string;

  /** @example staff:ST0002 */
  author!: string;

  /** @example 2026-11-21T10:15:00.000Z */
  writtenAt!: string;
}

/** The record that an approval is about. */
export class ApprovalSubjectView {
  /**
   * `posting`, `payout`, `loan`, `account`, `hold`, the kind of a change such as `role`, or `operation` where the
   * approval names no record.
   * @example posting
   */
  kind!: string;

  /** @example PST000000020416 */
  id!: string | null;

  /** @example "Local transfer TRF-1" */
  label!: string;
}

const ANY_VALUE = {
  nullable: true,
  oneOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: {} },
    { type: 'object', additionalProperties: true },
  ],
};

/** A field of a change, before and after. */
export class ChangedFieldView {
  /** @example requiredCheckers */
  field!: string;

  /** @example "Required checkers" */
  label!: string;

  /**
   * Null for something new; secrets are `set`.
   * @example 1
   */
  @ApiProperty(ANY_VALUE)
  from!: unknown;

  /** @example 2 */
  @ApiProperty(ANY_VALUE)
  to!: unknown;
}

/** Paging of the notes of an approval or a hold. */
export class ApprovalNotesQuery extends PagingQuery {}
