import type { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import type { PlannedPosting } from '../ledger/engine/posting-operation';
import type { LockedAccounts } from '../ledger/engine/posting-request';
import { localProcessingStatus } from './processing-status';

/**
 * The metadata of a transfer in the transaction history (docs/api/transfers.md#transaction-metadata); null means that
 * the field does not apply.
 */
export interface TransferMetadata extends Record<string, string | null> {
  channel: 'transfer';
  provider: string | null;
  transfer_type: 'local' | 'outward';
  bank_code_to: string;
  bank_to: string;
  account_name_to: string;
  account_number_to: string;
  account_name_from: string;
  account_number_from: string;
  originator_bvn: string | null;
  beneficiary_bvn: string | null;
  transaction_reference: string;
  name_enquiry_ref: string | null;
  session_id: string | null;
  processing_status: string;
  narration_originator: string;
  narration_beneficiary: string;
}

/** The parties and narrations of a local transfer. */
interface LocalTransferParties {
  institution: { code: string; name: string };
  debit: AccountDirectoryEntry;
  credit: AccountDirectoryEntry;
  narration: string;
  beneficiaryNarration: string;
}

/** Builds the metadata of a local transfer, with the names of the locked accounts. */
export function localTransferMetadata(
  { institution, debit, credit, narration, beneficiaryNarration }: LocalTransferParties,
  { reference, status }: PlannedPosting,
  accounts: LockedAccounts,
): TransferMetadata {
  const nameOf = ({ virtualName, ledgerAccountId }: AccountDirectoryEntry): string =>
    virtualName ?? accounts.get(ledgerAccountId)?.name ?? '';
  return {
    channel: 'transfer',
    provider: null,
    transfer_type: 'local',
    bank_code_to: institution.code,
    bank_to: institution.name,
    account_name_to: nameOf(credit),
    account_number_to: credit.number,
    account_name_from: nameOf(debit),
    account_number_from: debit.number,
    originator_bvn: null,
    beneficiary_bvn: null,
    transaction_reference: reference,
    name_enquiry_ref: null,
    session_id: null,
    processing_status: localProcessingStatus({ status, reversedById: null }),
    narration_originator: narration,
    narration_beneficiary: beneficiaryNarration,
  };
}

/** The details of an outward transfer that are known when it is planned. */
export interface OutwardTransferFacts {
  provider: string;
  nameEnquiryRef: string;
  destinationInstitutionCode: string;
  beneficiaryBankName: string;
  beneficiaryAccountName: string;
  beneficiaryAccountNumber: string;
  beneficiaryBvn: string | null;
  originatorAccountName: string;
  originatorAccountNumber: string;
  originatorBvn: string | null;
  originatorNarration: string;
  beneficiaryNarration: string;
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
    originator_bvn: facts.originatorBvn,
    beneficiary_bvn: facts.beneficiaryBvn,
    transaction_reference: reference,
    name_enquiry_ref: facts.nameEnquiryRef,
    session_id: isDebited ? sessionId : null,
    processing_status: isDebited ? 'Pending' : localProcessingStatus({ status, reversedById: null }),
    narration_originator: facts.originatorNarration,
    narration_beneficiary: facts.beneficiaryNarration,
  };
}
