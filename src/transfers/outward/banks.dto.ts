import { IsIn, IsOptional, Matches } from 'class-validator';
import { PageQuery } from '../../common/http/paging.dto';

export class ListBanksQuery extends PageQuery {
  /** Order of the names.
   * @example "Asc" */
  @IsOptional()
  @IsIn(['Asc', 'Desc'])
  override Direction: 'Asc' | 'Desc' = 'Asc';

  /** Column by which the rows are sorted. */
  @IsOptional()
  @IsIn(['bankName'])
  override SortColumn: string = 'bankName';
}

/** An institution that can receive transfers. */
export class BankView {
  /** Six digits; send it as `destinationInstitutionCode`.
   * @example "000013" */
  institutionCode!: string;

  /** @example "GTBANK PLC" */
  bankName!: string;

  /** The Central Bank's code, where there is one.
   * @example "058" */
  cbnCode!: string | null;

  /** @example "commercial_bank" */
  category!: string;
}

export class NameEnquiryQuery {
  /** @example "0987654321" */
  @Matches(/^\d{10}$/, { message: 'DestinationAccountNumber must be ten digits' })
  DestinationAccountNumber!: string;

  /** The `institutionCode` of a bank.
   * @example "000013" */
  @Matches(/^\d{6}$/, {
    message: 'DestinationInstitutionCode must be six digits, an institutionCode from the list of banks',
  })
  DestinationInstitutionCode!: string;
}

/** Name of the account with a number at another institution. */
export class NameEnquiryView {
  /** Send it with an outward transfer to this account within 24 hours.
   * @example "999999261121101400123456789012" */
  nameEnquiryRef!: string;

  /** @example "OKONKWO IFEOMA" */
  accountName!: string;

  /** @example "0987654321" */
  accountNumber!: string;

  /** Masked BVN; null when the provider returns none.
   * @example "222******78" */
  bankVerificationNumber!: string | null;

  /** KYC tier 1 to 3; null when the provider returns none.
   * @example 3 */
  kycLevel!: number | null;

  /** @example "000013" */
  destinationInstitutionCode!: string;

  /** @example "GTBANK PLC" */
  bankName!: string;
}
