import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { IsReference } from '../common/text/reference-rule';
import { IsCalendarDate } from '../common/time/is-calendar-date';
import { EXAMPLE_ENTRIES, POST_LEGS_MAX, POST_LEGS_MIN, PostEntryBody } from './postings.dto';

export const POSTING_GROUP_STATUSES = ['Pending Approval', 'Posted', 'Declined', 'Failed'] as const;
export type PostingGroupStatus = (typeof POSTING_GROUP_STATUSES)[number];

export class CreatePostingGroupBody {
  /** Reference of the group, unique among the institution's posting groups.
   * @example "PG-2026-11-0001" */
  @IsReference()
  referenceNumber!: string;

  /** Narration on statements for entries without a narration of their own.
   * @example "November accruals" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(250)
  narration!: string;

  /** Value date: not after the business date and not in a closed period. Default: the business date.
   * @example "2026-11-21" */
  @IsOptional()
  @IsCalendarDate()
  valueDate?: string;

  /** From 2 to 500 legs whose debits equal their credits. An account may be on one side only. */
  @IsArray()
  @ArrayMinSize(POST_LEGS_MIN)
  @ArrayMaxSize(POST_LEGS_MAX)
  @ValidateNested({ each: true })
  @Type(() => PostEntryBody)
  @ApiProperty({ example: EXAMPLE_ENTRIES })
  entries!: PostEntryBody[];
}

export class PostingGroupIdParam {
  /** Id of the group, from the list.
   * @example "10021" */
  @IsString()
  @Matches(/^[1-9]\d{0,14}$/, { message: 'id must be a number' })
  id!: string;
}

export class ListPostingGroupsQuery extends PagingQuery {
  /** Reference of the group, or its `postingReferenceNumber`.
   * @example "PG-2026-11-0001" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  ReferenceNumber?: string;

  /** @example "Pending Approval" */
  @IsOptional()
  @IsIn(POSTING_GROUP_STATUSES)
  Status?: PostingGroupStatus;

  /** Staff id of the maker.
   * @example "STF002" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(50)
  MakerStaffID?: string;

  /** Column by which the rows are sorted. */
  @IsOptional()
  @IsIn(['createdAt'])
  override SortColumn: string = 'createdAt';
}

/** A posting group without its entries. */
export class PostingGroupRowView {
  /** @example 10021 */
  id!: number;

  /** @example "PG-2026-11-0001" */
  referenceNumber!: string;

  /** @example "PST000000010021" */
  postingReferenceNumber!: string;

  /** @example "November accruals" */
  narration!: string;

  /** Sum of the debits, in Naira.
   * @example 250000 */
  amount!: number;

  /** `Pending Approval` while it is held by AML or waits for approval, then `Posted`, `Declined` or `Failed`.
   * @example "Pending Approval" */
  status!: PostingGroupStatus;

  /** True while AML holds the group.
   * @example true */
  amlHold!: boolean;

  /** Shown to staff while the group waits; null otherwise.
   * @example "No funds have moved: the group is held for AML review." */
  warning!: string | null;

  /** Reason why the group failed; null otherwise.
   * @example "The available balance of 1010 is too low for ₦250,000.00." */
  failureReason!: string | null;

  /** @example false */
  isReversed!: boolean;

  /** @example "staff:STF002" */
  maker!: string;

  /** Staff who released or approved the group; null when no approval was needed.
   * @example "staff:STF003" */
  checker!: string | null;

  /** @example "2026-11-21" */
  valueDate!: string;

  /** @example "2026-11-21T09:30:12.345Z" */
  createdAt!: string;

  /** Time of posting; null until then.
   * @example "2026-11-21T09:45:00.000Z" */
  postedAt!: string | null;
}

/** One entry of a posting group. */
export class PostingGroupEntryView {
  /** @example "0123456789" */
  account!: string;

  /** @example "Adaeze Okafor" */
  accountName!: string;

  /** @example "Debit" */
  side!: 'Debit' | 'Credit';

  /** Naira.
   * @example 2500 */
  amount!: number;

  /** @example "November accruals" */
  narration!: string;
}

/** A posting group with its entries, also while it waits. */
export class PostingGroupView extends PostingGroupRowView {
  entries!: PostingGroupEntryView[];
}
