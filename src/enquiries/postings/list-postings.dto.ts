import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { IsNaira } from '../../common/money/is-naira';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import type { PostingOrigin, PostingStatus } from '../../ledger/engine/posting.entity';

/** Filters of the list of postings. */
@FieldRelations({ rule: 'not-before', field: 'To', other: 'From' })
export class ListPostingsQuery extends PagingQuery {
  /**
   * Business reference or `postingReferenceNumber`; finds postings of every status.
   * @example "REF-20261121-0001"
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  Reference?: string;

  /**
   * Account or virtual account with an entry of the posting.
   * @example "0000010021"
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber?: string;

  /**
   * Ledger with an entry of the posting. A control ledger has the entries of its accounts; alone it needs `From` and
   * `To`, at most 31 days apart.
   * @example "1010"
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  LedgerCode?: string;

  /** First day of posting, in the institution's time zone. */
  @IsOptional()
  @IsCalendarDate()
  From?: string;

  /** Last day of posting, in the institution's time zone. */
  @IsOptional()
  @IsCalendarDate()
  To?: string;

  /**
   * Smallest amount of the posting, in Naira. Amounts without a reference need `From` and `To`, at most 31 days apart.
   */
  @IsOptional()
  @IsNaira()
  MinAmount?: number;

  /** Largest amount of the posting, in Naira. */
  @IsOptional()
  @IsNaira()
  MaxAmount?: number;

  /** Column that orders the rows. */
  @IsOptional()
  @IsIn(['postedAt'])
  override SortColumn: string = 'postedAt';
}

/** A posting in a list. */
export class PostingRowView {
  /** @example "PST000000010017" */
  postingReferenceNumber!: string;

  /**
   * The kind of movement, such as `transfer`.
   * @example "transfer"
   */
  kind!: string;

  /** @example "REF-20261121-0001" */
  reference!: string;

  /** @example "Posted" */
  status!: PostingStatus;

  /**
   * Where it came from: `api`, `portal` or `system`.
   * @example "api"
   */
  origin!: PostingOrigin;

  /** @example "Rent November" */
  narration!: string;

  /**
   * Naira, without charges.
   * @example 5000.5
   */
  amount!: number;

  /** @example "2026-11-21" */
  businessDate!: string;

  /** @example "2026-11-21" */
  valueDate!: string;

  /** @example "api-client:demo-client" */
  initiatedBy!: string;

  /** @example null */
  approvedBy!: string | null;

  /**
   * Null for a posting that waits, or was declined or failed.
   * @example "2026-11-21T09:30:12.345Z"
   */
  postedAt!: string | null;
}
