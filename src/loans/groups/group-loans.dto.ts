import { OmitType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsDefined,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { IsName } from '../../accounts/customers/field-rules';
import type { ApprovalStatus } from '../../approvals/approval.entity';
import { PagingQuery } from '../../common/http/paging.dto';
import { IsNaira } from '../../common/money/is-naira';
import { LOAN_STATUSES, type LoanStatus } from '../contract/loan-status';
import { LoanRequestIds } from '../origination/loan-request.dto';
import { IsRecordId, MAX_TENURE } from '../origination/loan-term-fields.dto';
import { LoanRecordView } from '../reading/loan-record.dto';
import { DisbursedLoanView } from '../reading/loan-views.dto';

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
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
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
  @IsString()
  @IsNotEmpty()
  @MaxLength(REFERENCE_MAX_LENGTH)
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
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
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

/** A participant with its loan. */
export class GroupParticipantView {
  /**
   * Id of the participant's loan; repayments name the participant by it.
   * @example 20501
   */
  id!: number;

  /** @example 0000010319 */
  loanAccountNumber!: string;

  /** @example MEMBER-7 */
  preferredPartnerReference!: string | null;

  /** The loan as in the loan search. */
  loanRequest!: LoanRecordView;
}

/** A group loan. */
export class GroupLoanView {
  /** @example 20700 */
  id!: number;

  /** @example 20700 */
  groupLoanID!: number;

  /** @example 20441 */
  groupLoanProductID!: number;

  /** @example "Balogun Market Women" */
  name!: string;

  /** @example GRP-20261121-0001 */
  referenceNumber!: string;

  /**
   * The worst status of its loans.
   * @example Active
   */
  groupLoanStatus!: LoanStatus;

  /**
   * The pending approval of the group or its disbursement.
   * @example null
   */
  approvalId!: number | null;

  /** @example "Second cycle" */
  notes!: string | null;

  /**
   * Total of all loans, Naira.
   * @example 150000
   */
  totalPrincipal!: number;

  /**
   * Total of all loans, Naira.
   * @example 162300
   */
  totalOutstanding!: number;

  participants!: GroupParticipantView[];

  /** @example 2026-11-21T10:00:00.000Z */
  createdAt!: string;
}

/** A loan of a new group. */
export class AddedParticipantView {
  /** @example 20501 */
  id!: number;

  /** @example 0000010319 */
  loanAccountNumber!: string;

  /** @example MEMBER-7 */
  preferredPartnerReference!: string | null;
}

/** A created group loan. */
export class AddedGroupLoanView {
  /** @example 20700 */
  id!: number;

  /** @example 20700 */
  groupLoanID!: number;

  /** @example GRP-20261121-0001 */
  referenceNumber!: string;

  /** @example Approved */
  groupLoanStatus!: LoanStatus;

  participants!: AddedParticipantView[];
}

/** A group loan after a decision by staff. */
export class DecidedGroupLoanView {
  /** @example 20700 */
  id!: number;

  /** @example Approved */
  groupLoanStatus!: LoanStatus;

  /** @example 20417 */
  approvalId!: number;

  /** @example Approved */
  approvalStatus!: ApprovalStatus;
}

/** A disbursed group loan. */
export class DisbursedGroupLoanView {
  /** @example 20700 */
  id!: number;

  /** @example 20700 */
  groupLoanID!: number;

  /** @example Active */
  groupLoanStatus!: LoanStatus;

  /** @example GDISB-20261121-0001 */
  referenceNumber!: string;

  /** @example PST000000020416 */
  postingReferenceNumber!: string;

  /**
   * Naira.
   * @example 150000
   */
  totalPrincipal!: number;

  /** @example 2026-11-21 */
  disbursementDate!: string;

  participants!: DisbursedLoanView[];
}
