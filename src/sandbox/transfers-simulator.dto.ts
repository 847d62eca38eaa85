import { ApiSchema } from '@nestjs/swagger';
import { IsInt, IsNumber, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import type { PaymentStatus } from './result.dto';

@ApiSchema({ name: 'BankView' })
export class GatewayBankView {
  /** Six digits. @example "000013" */
  institutionCode!: string;
  /** @example "GTBANK PLC" */
  bankName!: string;
  /** The Central Bank's code, where there is one. @example "058" */
  cbnCode!: string | null;
  /** @example commercial_bank */
  category!: string;
}

export class BankListView {
  banks!: GatewayBankView[];
}

export class NameEnquiryBody {
  /** @example "000013" */
  @Matches(/^\d{6}$/)
  destinationInstitutionCode!: string;
  /** @example "0123456789" */
  @Matches(/^\d{10}$/)
  accountNumber!: string;
  /** @example 7 */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(12)
  channelCode?: number;
}

@ApiSchema({ name: 'NameEnquiryView' })
export class GatewayNameEnquiryView {
  /** `00` found; `07` no such account. @example "00" */
  responseCode!: string;
  /** @example "Approved or completed successfully" */
  responseMessage!: string;
  /**
   * Thirty digits; a transfer sends it as `nameEnquiryRef`. Only with `00`. @example "999999261121101500123456789012"
   */
  sessionId?: string;
  /** @example "0123456789" */
  accountNumber?: string;
  /** @example "OKAFOR ADAEZE" */
  accountName?: string;
  /** @example "22212345678" */
  bankVerificationNumber?: string;
  /** 1 to 3. @example 3 */
  kycLevel?: number;
  /** @example "000013" */
  destinationInstitutionCode?: string;
}

export class SendTransferBody {
  /**
   * Thirty digits: institution code, yyMMddHHmmss, twelve digits. It identifies the transfer.
   * @example "999999261121101500123456789012"
   */
  @Matches(/^\d{30}$/)
  sessionId!: string;
  /** The client's reference. @example "TRF-20261121-0001" */
  @IsString()
  @MaxLength(100)
  reference!: string;
  /** `sessionId` of the name enquiry. @example "999999261121101400123456789012" */
  @IsString()
  @MaxLength(100)
  nameEnquiryRef!: string;
  /** @example "000013" */
  @Matches(/^\d{6}$/)
  destinationInstitutionCode!: string;
  /** @example "0123456789" */
  @Matches(/^\d{10}$/)
  beneficiaryAccountNumber!: string;
  /** @example "OKAFOR ADAEZE" */
  @IsString()
  @MaxLength(200)
  beneficiaryAccountName!: string;
  /** @example "22212345678" */
  @IsOptional()
  @IsString()
  @MaxLength(11)
  beneficiaryBankVerificationNumber?: string;
  /** @example 3 */
  @IsOptional()
  @IsInt()
  beneficiaryKycLevel?: number;
  /** @example "0000000011" */
  @IsString()
  @MaxLength(20)
  originatorAccountNumber!: string;
  /** @example "Adeyemi Babatunde" */
  @IsString()
  @MaxLength(200)
  originatorAccountName!: string;
  /** @example "22200000002" */
  @IsOptional()
  @IsString()
  @MaxLength(11)
  originatorBankVerificationNumber?: string;
  /** @example 3 */
  @IsOptional()
  @IsInt()
  originatorKycLevel?: number;
  /** Naira, at most two decimals. @example 1500.5 */
  @IsNumber({ maxDecimalPlaces: 2 })
  @Min(0.01)
  amount!: number;
  /** @example 7 */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(12)
  channelCode?: number;
  /** @example "Rent for December" */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  narration?: string;
}

export class TransferStatusBody {
  /** Session of the transfer in question. @example "999999261121101500123456789012" */
  @Matches(/^\d{30}$/)
  sessionId!: string;
  /** @example "TRF-20261121-0001" */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  reference?: string;
}

export class RecallBody {
  /** Session of the transfer that is disputed. @example "999999261121101500123456789012" */
  @Matches(/^\d{30}$/)
  sessionId!: string;
  /** Naira that are disputed. @example 450000 */
  @IsNumber()
  @Min(0.01)
  amount!: number;
  /** @example "fraud" */
  @IsString()
  @MaxLength(100)
  reason!: string;
}

export class RecallView {
  /**
   * `Accepted`: the receiving institution keeps the money and looks into it. `Refused`: it does not, or there is no
   * such transfer.
   * @example Accepted
   */
  status!: 'Accepted' | 'Refused';
  /** NIP response code. @example "00" */
  responseCode!: string;
  /** @example "Approved or completed successfully" */
  responseMessage!: string;
}

export class TransferResultView {
  /**
   * `Successful` and `Failed` are final. `NotReceived`, only in a status response, is final for the calls so far: the
   * transfer has not arrived and never will, and the same reference and session may be sent once more.
   * @example Successful
   */
  status!: PaymentStatus;
  /** NIP response code. @example "00" */
  responseCode!: string;
  /** @example "Approved or completed successfully" */
  responseMessage!: string;
  /** @example "999999261121101500123456789012" */
  sessionId!: string;
  /** The client's reference; absent when it is not known. @example "TRF-20261121-0001" */
  reference?: string;
}
