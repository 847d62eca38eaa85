import { IsBoolean, IsOptional, Matches } from 'class-validator';

/** The id of a loan in the path of a certificate. */
export class LoanCertificatePath {
  /**
   * Id of the loan, from the loan search.
   * @example 20500
   */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'ID must be a whole number' })
  ID!: string;
}

/** The kind of letter. */
export class LoanCertificateQuery {
  /**
   * Return the letter of the latest restructure instead of the offer letter.
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
