import { IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { CONFIRMED_OUTCOMES, type ConfirmedOutcome } from '../../payouts/confirmation-evidence';
import { OutwardTransferView } from './outward-transfers.dto';

/** Paging of unresolved transfers. */
export class ListUnresolvedTransfersQuery extends PagingQuery {
  /** Column by which the rows are sorted. */
  @IsOptional()
  @IsIn(['transactionDate'])
  override SortColumn: string = 'transactionDate';
}

export class ConfirmTransferBody {
  /** @example "TRF-20261121-0001" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  transactionReference!: string;

  /** `Processed`: the beneficiary has the money. `Reversed`: it was not paid, and the money goes back to the account.
   * @example "Processed" */
  @IsIn(CONFIRMED_OUTCOMES)
  outcome!: ConfirmedOutcome;

  /** Evidence of the outcome.
   * @example "Settlement report 2026-11-21, line 114" */
  @IsString()
  @Matches(/\S/, { message: 'evidence must not be blank' })
  @MaxLength(500)
  evidence!: string;
}

/** A confirmation that waits for another member of staff. */
export class ConfirmationAskedView {
  /** @example "TRF-20261121-0001" */
  reference!: string;
}

/** An outward transfer that waits for staff. */
export class UnresolvedTransferView extends OutwardTransferView {
  /** @example 10018 */
  id!: number;

  /** @example "0123456789" */
  originatorAccountNumber!: string;

  /** @example "0987654321" */
  beneficiaryAccountNumber!: string;

  /** @example "OKONKWO IFEOMA" */
  beneficiaryAccountName!: string;

  /** @example "000013" */
  destinationInstitutionCode!: string;

  /** @example "GTBANK PLC" */
  beneficiaryBankName!: string;

  /** @example "providerh" */
  provider!: string;

  /** The provider contradicted the final status, for instance with a late success, or gave no definite answer for two
   * days after a reversal.
   * @example false */
  disputed!: boolean;

  /** The transfer definitely failed and the money could not be returned yet.
   * @example false */
  requireReversal!: boolean;

  /** @example "PST000000010017" */
  postingReferenceNumber!: string;

  /** @example "2026-11-21T09:30:12.345Z" */
  transactionDate!: string;

  /** Time of the last call to the provider.
   * @example "2026-11-21T10:30:12.345Z" */
  lastAttemptAt!: string | null;
}
