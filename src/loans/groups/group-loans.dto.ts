import { OmitType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsDefined,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { IsNaira } from '../../common/money/is-naira';
import { RequestExample } from '../../common/openapi/request-example.decorators';
import { IsName } from '../../common/text/name-rules';
import { IsReference } from '../../common/text/reference-rule';
import { LOAN_STATUSES, type LoanStatus } from '../contract/loan-status';
import { LoanRequestIds } from '../origination/loan-request.dto';
import { IsRecordId, MAX_TENURE } from '../origination/loan-term-fields.dto';

const MIN_PARTICIPANTS = 2;
const MAX_PARTICIPANTS = 100;
/** Leaves room for the number of a participant, which the default reference of a loan adds. */
const REFERENCE_MAX_LENGTH = 95;

/** The loan of one participant (docs/api/group-loans.md#add). */
export class ParticipantLoanRequest extends OmitType(LoanRequestIds, [
  'accountID',
  'productID',
  'principalAmount',
  'principalRepaymentTenure',
] as const) {
  /**
   * Id of the participant's deposit account, which receives the proceeds and pays the instalments.
   * @example 20350
   */
  @IsRecordId()
  accountID!: number;

  /**
   * Id of an active product of type `GroupLoan` or `Loan` for this loan; default: `groupLoanProductID`.
   * @example 20441
   */
  @IsOptional()
  @IsRecordId()
  productID?: number;

  /**
   * Naira.
   * @example 50000
   */
  @IsNaira()
  principalAmount!: number;

  /**
   * In units of `principalRepaymentFrequency`.
   * @example 24
   */
  @IsInt()
  @Min(1)
  @Max(MAX_TENURE)
  principalRepaymentTenure!: number;

  /**
   * Unique among the institution's loans; default: the reference of the group with the number of the participant.
   * @example GRP-20261121-0001/1
   */
  @IsOptional()
  @IsReference()
  referenceNumber?: string;
}

/** A participant of a group loan. */
export class ParticipantBody {
  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => ParticipantLoanRequest)
  loanRequest!: ParticipantLoanRequest;

  /**
   * The caller's own reference for the participant.
   * @example MEMBER-7
   */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  preferredPartnerReference?: string;
}

/** A request for loans of several customers. */
@RequestExample({
  groupLoanProductID: 20441,
  name: 'Balogun Market Women',
  referenceNumber: 'GRP-20261121-0001',
  participants: [
    {
      loanRequest: { accountID: 20350, principalAmount: 50_000, principalRepaymentTenure: 10 },
      preferredPartnerReference: 'MEMBER-7',
    },
    {
      loanRequest: { accountID: 20351, principalAmount: 75_000, principalRepaymentTenure: 10 },
      preferredPartnerReference: 'MEMBER-8',
    },
  ],
})
export class AddGroupLoanBody {
  /**
   * Id of an active product of type `GroupLoan`.
   * @example 20441
   */
  @IsRecordId()
  groupLoanProductID!: number;

  /** @example "Balogun Market Women" */
  @IsName(250)
  name!: string;

  /**
   * The caller's own reference; unique among the institution's group loans.
   * @example GRP-20261121-0001
   */
  @IsReference(REFERENCE_MAX_LENGTH)
  referenceNumber!: string;

  /** From 2 to 100 different customers. */
  @IsArray()
  @ArrayMinSize(MIN_PARTICIPANTS)
  @ArrayMaxSize(MAX_PARTICIPANTS)
  @ValidateNested({ each: true })
  @Type(() => ParticipantBody)
  participants!: ParticipantBody[];

  /** @example "Second cycle" */
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  notes?: string;
}

/** A disbursement of a group loan. */
export class DisburseGroupLoanBody {
  /** @example 20700 */
  @IsRecordId()
  groupLoanID!: number;

  /**
   * The caller's own reference; unique among disbursements.
   * @example GDISB-20261121-0001
   */
  @IsReference()
  referenceNumber!: string;

  /** @example "At the market hall" */
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  notes?: string;
}

/** Filters of the group loan search. */
export class SearchGroupLoansQuery extends PagingQuery {
  /** @example 20700 */
  @IsOptional()
  @IsRecordId()
  groupLoanID?: number;

  /** @example GRP-20261121-0001 */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  referenceNumber?: string;

  /** @example Active */
  @IsOptional()
  @IsIn(LOAN_STATUSES)
  groupLoanStatus?: LoanStatus;
}
