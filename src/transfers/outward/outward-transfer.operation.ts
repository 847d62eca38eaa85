import { maskOfStored } from '../../common/identity/sealed-number';
import { definePostingOperation, type PlannedPosting } from '../../ledger/engine/posting-operation';
import { type NewPayout, payoutRows } from '../../payouts/payout-rows';
import { localProcessingStatus } from '../processing-status';
import type { TransferMetadata } from '../transfer-metadata';
import { OUTWARD_TRANSFER } from './outward-transfer-kind';
import { pendingTransferView } from './outward-transfer-view';

/** The details of an outward transfer that are known when it is planned. */
export interface OutwardTransferFacts {
  provider: string;
  nameEnquiryRef: string;
  destinationInstitutionCode: string;
  beneficiaryBankName: string;
  beneficiaryAccountName: string;
  beneficiaryAccountNumber: string;
  /** Sealed. */
  beneficiaryBvn: string | null;
  originatorAccountName: string;
  originatorAccountNumber: string;
  /** Sealed. */
  originatorBvn: string | null;
  originatorNarration: string;
  beneficiaryNarration: string;
}

interface OutwardTransferPostingFacts {
  transfer: OutwardTransferFacts;
  payout: NewPayout;
}

/** Builds the metadata of an outward transfer that is debited or waits. Only a debited transfer has a session id. */
export function outwardTransferMetadata(
  facts: OutwardTransferFacts,
  sessionId: string,
  { reference, status }: PlannedPosting,
): TransferMetadata {
  const isDebited = status === 'Posted';
  return {
    channel: 'transfer',
    provider: facts.provider,
    transfer_type: 'outward',
    bank_code_to: facts.destinationInstitutionCode,
    bank_to: facts.beneficiaryBankName,
    account_name_to: facts.beneficiaryAccountName,
    account_number_to: facts.beneficiaryAccountNumber,
    account_name_from: facts.originatorAccountName,
    account_number_from: facts.originatorAccountNumber,
    originator_bvn: facts.originatorBvn && maskOfStored(facts.originatorBvn),
    beneficiary_bvn: facts.beneficiaryBvn && maskOfStored(facts.beneficiaryBvn),
    transaction_reference: reference,
    name_enquiry_ref: facts.nameEnquiryRef,
    session_id: isDebited ? sessionId : null,
    processing_status: isDebited ? 'Pending' : localProcessingStatus({ status, reversedById: null }),
    narration_originator: facts.originatorNarration,
    narration_beneficiary: facts.beneficiaryNarration,
  };
}

/**
 * The debit of a transfer to another institution. It creates the payout and the job that sends it; nothing is sent in
 * the transaction of the posting.
 */
export const outwardTransfer = definePostingOperation<OutwardTransferPostingFacts>({
  name: OUTWARD_TRANSFER,
  title: 'Outward transfer',
  countsTowardsLimits: true,
  answer: ({ payout }) => ({ message: 'Transfer accepted', data: pendingTransferView(payout) }),
  metadata: ({ transfer, payout }, posting) => outwardTransferMetadata(transfer, payout.sessionId, posting),
  rows: ({ payout }, posted) => payoutRows(payout, posted),
});
