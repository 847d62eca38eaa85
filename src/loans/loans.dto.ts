import { IsBoolean, IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { ApproveBody } from '../approvals/approvals.dto';
import { IsNaira } from '../common/money/is-naira';
import { RequestExample } from '../common/openapi/request-example.decorators';
import { IsExplanation } from '../common/text/explanation-rule';
import { IsReference } from '../common/text/reference-rule';
import { LoanRequestFields, LoanRequestIds } from './origination/loan-request.dto';
import { IsRecordId, MAX_TENURE } from './origination/loan-term-fields.dto';

/** A request for a loan. */
@RequestExample({
  linkedNumber: '0000010021',
  productCode: 'LN001',
  loanAmount: 250_000,
  tenure: 12,
  accountOfficerCode: 'STF001',
  agentCode: 'AG000001',
  referenceNumber: 'LOAN-20261121-0001',
  lendingModel: 1,
  economicSector: 40_700,
  notes: 'Stock for the December season',
  collateralPledge: true,
  collateralType: 1,
  collateralValuation: 1_500_000,
  collateralDescription: 'Toyota Corolla 2018, LND 123 AA',
})
export class AddLoanBody extends LoanRequestIds {
  /**
   * Number of the deposit account that receives the proceeds and pays the instalments.
   * @example 0000010021
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  linkedNumber!: string;

  /**
   * Customer number of the borrower, who must own the linked account.
   * @example 00000101
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  customerID?: string;

  /**
   * A running loan of the same borrower and linked account that the new one refinances, or tops up with a larger
   * principal: it is settled out of the proceeds, in the transaction of the disbursement.
   * @example 0000010302
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  refinancedLoanNumber?: string | null;

  /**
   * An active product of type `Loan`.
   * @example LN001
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  productCode!: string;

  /**
   * The principal, Naira.
   * @example 250000
   */
  @IsNaira()
  loanAmount!: number;

  /**
   * In units of `principalRepaymentFrequency`; instalments = tenure / `principalRepaymentEvery`.
   * @example 12
   */
  @IsInt()
  @Min(1)
  @Max(MAX_TENURE)
  tenure!: number;

  /**
   * Staff id of the account officer; default: the officer of the linked account.
   * @example STF001
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountOfficerCode?: string;

  /**
   * The caller's own reference; unique among the institution's loans.
   * @example LOAN-20261121-0001
   */
  @IsReference()
  referenceNumber!: string;
}

/** A disbursement of a loan. */
export class DisburseLoanBody {
  /** @example 0000010302 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  loanAccountNumber!: string;

  /**
   * The caller's own reference; unique among disbursements.
   * @example DISB-20261121-0001
   */
  @IsReference()
  referenceNumber!: string;

  /**
   * Pay out to a ledger instead of the linked account; default: the setting of the loan.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  allowDisbursementToGL?: boolean;

  /**
   * Id of one of the ledgers that the product allows; default: the ledger of the loan.
   * @example null
   */
  @IsOptional()
  @IsRecordId()
  disbursementGLID?: number | null;

  /** @example "Signed offer received" */
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  notes?: string;
}

/** An update of a loan, named by `loanAccountNumber` or `id`. A field that is left out or null keeps its value. */
@RequestExample({
  loanAccountNumber: '0000010302',
  loanAmount: 200_000,
  tenure: 6,
  accountOfficerCode: 'STF001',
  notes: 'Stock for the December season',
})
export class UpdateLoanBody extends LoanRequestFields {
  /**
   * Required without `id`. If both are sent, they must name the same loan.
   * @example 0000010302
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  loanAccountNumber?: string;

  /**
   * Required without `loanAccountNumber`.
   * @example 20500
   */
  @IsOptional()
  @IsRecordId()
  id?: number;

  /**
   * The principal, Naira.
   * @example 200000
   */
  @IsOptional()
  @IsNaira()
  loanAmount?: number;

  /** @example 6 */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_TENURE)
  tenure?: number;

  /** @example STF001 */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountOfficerCode?: string;

  /** @example AG000001 */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  agentCode?: string;
}

/** The id of a loan in a path. */
export class LoanPath {
  /** @example 20500 */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'id must be a whole number' })
  id!: string;
}

/** The reason for canceling a loan. */
export class CancelLoanBody {
  /** @example "The customer no longer needs it" */
  @IsExplanation(500)
  reason!: string;
}

/** The approval of a loan. */
export class ApproveLoanBody extends ApproveBody {
  /**
   * The approval that was seen, as the loan names it. New terms wait under another one.
   * @example 20417
   */
  @IsOptional()
  @IsRecordId()
  approvalId?: number;
}
