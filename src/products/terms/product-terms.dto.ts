import { Type } from 'class-transformer';
import { IsObject, IsOptional, ValidateNested } from 'class-validator';
import { FixedDepositTermsBody, SavingsTermsBody } from './deposit-terms.dto';
import { LoanTermsBody } from './loan-terms.dto';

/** The terms of the product's type. Terms of another type are refused. */
export class ProductTermsBody {
  /** Required for a `Loan` or `GroupLoan` product. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => LoanTermsBody)
  loanTerms?: LoanTermsBody;

  /** Required for a `FixedDeposit` product. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => FixedDepositTermsBody)
  fixedDepositTerms?: FixedDepositTermsBody;

  /** For a `Savings` or `Current` product. Without them its accounts earn no interest and do not become dormant. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => SavingsTermsBody)
  savingsTerms?: SavingsTermsBody;
}
