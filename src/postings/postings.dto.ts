import { ApiProperty, PickType } from '@nestjs/swagger';
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
import { IsNaira } from '../common/money/is-naira';
import { LeftOutOfExample } from '../common/openapi/request-example.decorators';
import { IsReference } from '../common/text/reference-rule';
import { IsCalendarDate } from '../common/time/is-calendar-date';
import { postingsTransactionTypeValues } from './transaction-type';

/** Smallest and largest number of legs of a compound posting. */
export const POST_LEGS_MIN = 2;
export const POST_LEGS_MAX = 500;

/** Balanced entries for the OpenAPI document. */
export const EXAMPLE_ENTRIES = [
  { account: '5020', side: 'Debit', amount: 2500, narration: 'Salaries November' },
  { account: '0123456789', side: 'Credit', amount: 1500 },
  { account: '0987654321', side: 'Credit', amount: 1000 },
];

@LeftOutOfExample('amlApprovalReference')
export class PostTransactionBody {
  /** Account number or ledger code to debit; never a virtual account.
   * @example "0123456789" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  debitAccount!: string;

  /** Account number, virtual account number or ledger code to credit.
   * @example "2030" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  creditAccount!: string;

  /** Naira, above 0, at most 2 decimals.
   * @example 15000.5 */
  @IsNaira()
  amount!: number;

  /** Narration on statements.
   * @example "Account maintenance charge" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(250)
  narration!: string;

  /** Your own reference, unique among postings of the institution.
   * @example "POST-20261121-0001" */
  @IsReference()
  referenceNumber!: string;

  /** 1 GLCustomer (either direction), 2 GLGL, 3 CustomerCustomer. When sent, it must fit the two accounts.
   * @example 1 */
  @IsOptional()
  @IsIn(postingsTransactionTypeValues)
  postingsTransactionType?: number;

  /** Value date: not after the business date and not in a closed period. Default: the business date.
   * @example "2026-11-21" */
  @IsOptional()
  @IsCalendarDate()
  valueDate?: string;

  /** Number of the cheque or other instrument.
   * @example "00012345" */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  instrumentNumber?: string;

  /** Only to retry the unchanged request after AML staff released the hold.
   * @example "ffx.q7Yk2vN0cR5tXw8eLhM3zB9uJ1dKfG4sPaV6oQiTnEc" */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  amlApprovalReference?: string;
}

/** One leg of a compound posting. */
export class PostEntryBody {
  /** Account number or ledger code; a virtual account number only in a credit leg.
   * @example "0123456789" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  account!: string;

  /** Side of the leg.
   * @example "Debit" */
  @IsIn(['Debit', 'Credit'])
  side!: 'Debit' | 'Credit';

  /** Naira, above 0, at most 2 decimals.
   * @example 2500 */
  @IsNaira()
  amount!: number;

  /** Narration of the leg, when it differs from the narration of the posting.
   * @example "Salary November" */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  narration?: string;
}

/** A compound posting: any number of legs whose debits equal their credits, posted together or not at all. */
@LeftOutOfExample('amlApprovalReference')
export class PostBody {
  /** Your own reference, unique among postings of the institution.
   * @example "PAYROLL-2026-11" */
  @IsReference()
  referenceNumber!: string;

  /** Narration on statements for legs without a narration of their own.
   * @example "Payroll November 2026" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(250)
  narration!: string;

  /** Value date: not after the business date and not in a closed period. Default: the business date.
   * @example "2026-11-21" */
  @IsOptional()
  @IsCalendarDate()
  valueDate?: string;

  /** From 2 to 500 legs. An account may be on one side only. */
  @IsArray()
  @ArrayMinSize(POST_LEGS_MIN)
  @ArrayMaxSize(POST_LEGS_MAX)
  @ValidateNested({ each: true })
  @Type(() => PostEntryBody)
  @ApiProperty({ example: EXAMPLE_ENTRIES })
  entries!: PostEntryBody[];

  /** Only to retry the unchanged request after AML staff released the hold.
   * @example "ffx.q7Yk2vN0cR5tXw8eLhM3zB9uJ1dKfG4sPaV6oQiTnEc" */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  amlApprovalReference?: string;
}

export class ReverseTransactionBody {
  /** The transaction to reverse: its `postingReferenceNumber`, or the reference of the request that made it.
   * @example "PST000000010017" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  referenceNumber!: string;

  /** Reason; statements show it with the reversal.
   * @example "Posted to the wrong account" */
  @IsString()
  @Matches(/\S/, { message: 'reason must not be blank' })
  @MaxLength(200)
  reason!: string;
}

/** The posting in a path. */
export class PostingPath {
  /** @example "PST000000010017" */
  @Matches(/^PST\d{12,16}$/, { message: 'postingReferenceNumber must be PST and 12 to 16 digits' })
  postingReferenceNumber!: string;
}

/** The reason of a reversal by staff. */
export class ReversePostingBody extends PickType(ReverseTransactionBody, ['reason'] as const) {}

/** A completed posting. */
export class PostingView {
  /** The reference of the request.
   * @example "POST-20261121-0001" */
  referenceNumber!: string;

  /** Generated by the service; reports, status queries and reversals accept it.
   * @example "PST000000010017" */
  postingReferenceNumber!: string;

  /** Naira; for a compound posting the sum of its debits.
   * @example 15000.5 */
  amount!: number;

  /** Time of posting.
   * @example "2026-11-21T09:30:12.345Z" */
  transactionDate!: string;

  /** Value date.
   * @example "2026-11-21" */
  valueDate!: string;

  /** Number of legs.
   * @example 2 */
  entries!: number;

  /** Always true: a refused posting returns an error.
   * @example true */
  isSuccessful!: boolean;
}

/** A completed reversal. */
export class ReversalView extends PostingView {
  /** `postingReferenceNumber` of the reversed transaction.
   * @example "PST000000010016" */
  reversedPostingReferenceNumber!: string;
}
