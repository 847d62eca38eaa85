import { IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength, ValidateIf } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { IsExplanation } from '../../common/text/explanation-rule';
import { INWARD_TRANSFER_STATUSES, type InwardTransferStatus } from './inward-transfer.entity';

export const SETTLED_OUTCOMES = ['Credited', 'Returned'] as const;

/** Filters of the list of inward transfers. */
export class ListInwardTransfersQuery extends PagingQuery {
  /** @example InSuspense */
  @IsOptional()
  @IsIn(INWARD_TRANSFER_STATUSES)
  Status?: InwardTransferStatus;

  /** The account number that the sender gave.
   * @example 0123456789 */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  AccountNumber?: string;

  /** @example 000013261121103000123456789012 */
  @IsOptional()
  @IsString()
  @MaxLength(30)
  SessionId?: string;
}

export class SettleInwardTransferBody {
  /** @example "000013261121103000123456789012" */
  @IsString()
  @Matches(/^\d{30}$/, { message: 'sessionId must have thirty digits' })
  sessionId!: string;

  /** `Credited`: the account named by `accountNumber` gets the money. `Returned`: it goes back to its sender.
   * @example "Credited" */
  @IsIn(SETTLED_OUTCOMES)
  outcome!: (typeof SETTLED_OUTCOMES)[number];

  /** The account or virtual account to credit; required for `Credited`.
   * @example "0123456789" */
  @ValidateIf(
    ({ outcome, accountNumber }: SettleInwardTransferBody) =>
      outcome === 'Credited' || (accountNumber !== undefined && accountNumber !== null),
  )
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber?: string;

  /** The reason of the decision, for the other member of staff.
   * @example "The customer sent the deposit slip; one digit was wrong." */
  @IsExplanation(300)
  note!: string;
}

/** A settlement that waits for another member of staff. */
export class InwardSettlementAskedView {
  /** @example "000013261121103000123456789012" */
  sessionId!: string;
}

/** A transfer from another institution, for staff. */
export class InwardTransferRowView {
  /** @example 20511 */
  id!: number;

  /** @example "000013261121103000123456789012" */
  sessionId!: string;

  /** @example "InSuspense" */
  status!: InwardTransferStatus;

  /** Naira.
   * @example 5000 */
  amount!: number;

  /** The account number that the sender gave.
   * @example "0123456780" */
  beneficiaryAccountNumber!: string;

  /** The account that has the money.
   * @example null */
  creditedAccountNumber!: string | null;

  /** @example "0987654321" */
  originatorAccountNumber!: string;

  /** @example "NGOZI EZE" */
  originatorAccountName!: string;

  /** @example "000013" */
  originatorInstitutionCode!: string;

  /** @example "Rent November" */
  narration!: string;

  /** @example "INV-2026-0117" */
  paymentReference!: string | null;

  /** Code of the reason for suspense.
   * @example "ACCOUNT_NOT_FOUND" */
  reason!: string | null;

  /** @example "There is no account 0123456780." */
  reasonMessage!: string | null;

  /** @example "PST000000020511" */
  postingReferenceNumber!: string;

  /** The posting that took the money out of suspense.
   * @example null */
  settlementPostingReferenceNumber!: string | null;

  /** The reference of the outward transfer that returns the money.
   * @example null */
  returnReference!: string | null;

  /** @example "2026-11-21T10:30:01.000Z" */
  receivedAt!: string;

  /** @example null */
  settledAt!: string | null;
}
