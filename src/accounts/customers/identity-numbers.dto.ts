import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, Matches } from 'class-validator';
import { IDENTITY_KINDS, type IdentityKind } from '../../common/identity/identity-kind';
import { IsExplanation } from '../../common/text/explanation-rule';

/** The customer in a path. */
export class CustomerPath {
  /**
   * The customer's number.
   * @example "00000101"
   */
  @Matches(/^\d{8}$/, { message: 'customerID must be 8 digits' })
  customerID!: string;
}

export class RevealNumbersBody {
  /** The numbers to show. */
  @ApiProperty({ enum: IDENTITY_KINDS, isArray: true, example: ['bvn', 'nin'] })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(IDENTITY_KINDS.length)
  @ArrayUnique()
  @IsIn(IDENTITY_KINDS, { each: true })
  fields!: IdentityKind[];

  /**
   * Why the member of staff needs them; the audit log keeps it.
   * @example "Complaint 2026-114: the customer says that the BVN is wrong"
   */
  @IsExplanation(500)
  reason!: string;
}

/** The asked numbers of a customer; a number that was not asked for is left out, one that is not stored is null. */
export class RevealedNumbersView {
  /** @example "00000101" */
  customerID!: string;

  /** @example "22123456789" */
  bvn?: string | null;

  /** @example "70123456789" */
  nin?: string | null;

  /** @example 12345678-0001 */
  tin?: string | null;

  /** @example A01234567 */
  identificationNumber?: string | null;
}

export const SEALING_STATUSES = ['Waiting', 'Running', 'Finished'] as const;

/** How far the identity numbers of one table are sealed with the current master key. */
export class SealingProgressView {
  /**
   * The table.
   * @example customer
   */
  place!: string;

  /** @example Running */
  @ApiProperty({ enum: SEALING_STATUSES, example: 'Running' })
  status!: (typeof SEALING_STATUSES)[number];

  /**
   * Rows that were sealed, or sealed again after a rotation, in this pass.
   * @example 1200
   */
  sealedRows!: number;

  /**
   * Rows of this pass that no configured key opens.
   * @example 0
   */
  failedRows!: number;

  /** @example 2026-11-21T09:15:02.113Z */
  startedAt!: string | null;

  /** @example 2026-11-21T09:15:04.201Z */
  finishedAt!: string | null;
}
