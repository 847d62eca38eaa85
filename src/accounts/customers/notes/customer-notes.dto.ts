import { IsString, Matches, MaxLength } from 'class-validator';
import { PagingQuery } from '../../../common/http/paging.dto';

/** A note about a customer. */
export class CustomerNoteBody {
  /** @example "Asked for a cheque book; will call on Friday." */
  @IsString()
  @Matches(/\S/, { message: 'text must not be blank' })
  @MaxLength(1000)
  text!: string;
}

/** A note of staff about a customer. */
export class CustomerNoteView {
  /** @example 20511 */
  id!: number;

  /** @example "00000101" */
  customerID!: string;

  /** @example "Asked for a cheque book; will call on Friday." */
  text!: string;

  /** @example staff:ST0002 */
  author!: string;

  /** @example 2026-11-21T10:15:00.000Z */
  writtenAt!: string;
}

/** Paging of the notes about a customer. */
export class CustomerNotesQuery extends PagingQuery {}
