import { Type } from 'class-transformer';
import { IsObject, IsOptional, ValidateNested } from 'class-validator';
import { FixedDepositTermsBody, SavingsTermsBody } from './deposit-terms.dto';
import { LoanTermsBody } from './loan-terms.dto';

/** The terms of the product's type; those of another type are refused. */
export class ProductTermsBody {
  /** For a `Loan` or `GroupLoan` product, which must have them. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => LoanTermsBody)
  loanTerms?: LoanTermsBody;

  /** For a `FixedDeposit` product, which must have them. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => FixedDepositTermsBody)
  fixedDepositTerms?: FixedDepositTermsBody;

  /** For a `Savings` or `Current` product; without them its accounts earn no interest and do not become dormant. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => SavingsTermsBody)
  savingsTerms?: SavingsTermsBody;
}
