import { koboToNaira } from '../../common/money/naira';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { type Posting, postingReferenceNumber } from '../../ledger/engine/posting.entity';
import { messageForClients } from '../../payouts/message-for-clients';
import type { Payout } from '../../payouts/payout.entity';
import { TRANSFER_KIND } from '../../postings/posting-kinds';
import { transactionTypeOf } from '../../postings/transaction-type';
import { localProcessingStatus } from '../processing-status';
import { chargedKobo, FEE, STAMP_DUTY, VAT } from '../transfer-legs';
import type { TransferMetadata } from '../transfer-metadata';
import type { TransferRowView } from './transfer-search.dto';

/** A transfer found by a search. */
export interface FoundTransfer {
  posting: Posting;
  /** The payout of an outward transfer that was debited. */
  payout: Payout | undefined;
  charges: TransferCharge[];
}

/** A charge of a transfer beyond its amount. */
export interface TransferCharge {
  narration: string;
  amountKobo: bigint;
  /** Code of the ledger that took the charge. */
  ledgerCode: string;
}

export function transferMetadataOf({ additionalMetadata }: Posting): TransferMetadata {
  return additionalMetadata as unknown as TransferMetadata;
}

type Side = 'debit' | 'credit';
type End = 'originator' | 'beneficiary';
type Party =
  | `${Side}Account`
  | `${Side}AccountName`
  | `${End}AccountNumber`
  | `${End}AccountName`
  | `${End}Narration`
  | 'destinationInstitutionCode'
  | 'beneficiaryBankName'
  | 'nameEnquiryRef';

/** Both parties of the row, under the field names of local and of outward transfers. */
function partiesOf(metadata: TransferMetadata): Pick<TransferRowView, Party> {
  return {
    debitAccount: metadata.account_number_from,
    debitAccountName: metadata.account_name_from,
    creditAccount: metadata.account_number_to,
    creditAccountName: metadata.account_name_to,
    originatorAccountNumber: metadata.account_number_from,
    originatorAccountName: metadata.account_name_from,
    beneficiaryAccountNumber: metadata.account_number_to,
    beneficiaryAccountName: metadata.account_name_to,
    destinationInstitutionCode: metadata.bank_code_to,
    beneficiaryBankName: metadata.bank_to,
    nameEnquiryRef: metadata.name_enquiry_ref,
    originatorNarration: metadata.narration_originator,
    beneficiaryNarration: metadata.narration_beneficiary,
  };
}

/**
 * The row of a transfer in a search.
 * @param accounts the accounts of local transfers by number.
 */
export function transferRow(
  { posting, payout, charges }: FoundTransfer,
  accounts: ReadonlyMap<string, AccountDirectoryEntry>,
): TransferRowView {
  const metadata = transferMetadataOf(posting);
  const isLocal = posting.kind === TRANSFER_KIND;
  const processingStatus = payout?.status ?? localProcessingStatus(posting);
  const debit = accounts.get(metadata.account_number_from);
  const credit = accounts.get(metadata.account_number_to);
  return {
    id: posting.id,
    transferType: isLocal ? 'Local' : 'Outward',
    transactionReference: posting.reference,
    postingReferenceNumber: postingReferenceNumber(posting.id),
    amount: koboToNaira(posting.amountKobo),
    feeCharge: koboToNaira(posting.feeKobo),
    vat: koboToNaira(chargedKobo(charges, VAT)),
    stampDuty: koboToNaira(chargedKobo(charges, STAMP_DUTY)),
    feeIncomeGL: charges.find(({ narration }) => narration === FEE.narration)?.ledgerCode ?? null,
    ...partiesOf(metadata),
    sessionID: payout?.sessionId ?? null,
    responseCode: payout?.responseCode ?? null,
    responseMessage: payout ? messageForClients(payout) : null,
    narration: posting.narration,
    postingsTransactionType: isLocal && debit && credit ? transactionTypeOf(debit, credit) : null,
    instrumentNumber: posting.instrumentNumber,
    processingStatus,
    isReversed: processingStatus === 'Reversed',
    amlHold: posting.status === 'Held',
    failureReason: posting.failureMessage,
    transactionDate: (posting.postedAt ?? posting.createdAt).toISOString(),
  };
}
