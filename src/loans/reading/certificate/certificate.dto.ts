import { IsBoolean, IsOptional, Matches } from 'class-validator';

/** A loan in a certificate's path. */
export class LoanCertificatePath {
  /**
   * Of the loan, from the search.
   * @example 20500
   */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'ID must be a whole number' })
  ID!: string;
}

/** Which letter. */
export class LoanCertificateQuery {
  /**
   * The letter of the loan's restructure instead of the offer.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  isRestructure?: boolean;
}

/** A letter as a file. */
export class LoanCertificateView {
  /** @example 20500 */
  id!: number;

  /** @example 0000010302 */
  loanAccountNumber!: string;

  /** @example false */
  isRestructure!: boolean;

  /** @example application/pdf */
  mimeType!: string;

  /** @example loan-offer-0000010302.pdf */
  fileName!: string;

  /**
   * The file as a data URL.
   * @example "data:application/pdf;base64,JVBERi0xLjcK"
   */
  document!: string;
}
