import { extraRow } from '../../common/database/insert-rows';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { definePostingOperation } from '../../ledger/engine/posting-operation';
import type { LockedAccounts } from '../../ledger/engine/posting-request';
import { noticeRows, type TransferNotice } from '../local/notice-rows';
import type { TransferMetadata } from '../transfer-metadata';
import { InwardTransfer } from './inward-transfer.entity';

/** The kind of the posting of an inward transfer; session ids are unique within it. */
export const INWARD_TRANSFER = 'inward-transfer';

/** The metadata of a transfer, with the code of the institution that sent it. */
interface InwardTransferMetadata extends TransferMetadata {
  bank_code_from: string;
}

interface InwardTransferFacts {
  institution: { code: string; name: string };
  transfer: Omit<InwardTransfer, 'postingId' | 'receivedAt'>;
  /** The credited account; null while the money is in suspense. */
  credited: Pick<AccountDirectoryEntry, 'ledgerAccountId' | 'virtualName'> | null;
  /** The notification of the credit; empty while the institution sends none, and for money in suspense. */
  notices: TransferNotice[];
}

/** Builds the metadata of an inward transfer, with the name of the locked account. */
function inwardTransferMetadata(
  { institution, transfer, credited }: Omit<InwardTransferFacts, 'notices'>,
  accounts: LockedAccounts,
): InwardTransferMetadata {
  const { sessionId, narration, accountNumber, status } = transfer;
  return {
    channel: 'transfer',
    provider: null,
    transfer_type: 'inward',
    bank_code_from: transfer.originatorInstitutionCode,
    bank_code_to: institution.code,
    bank_to: institution.name,
    account_name_to: credited?.virtualName ?? (credited && accounts.get(credited.ledgerAccountId)?.name) ?? '',
    account_number_to: accountNumber,
    account_name_from: transfer.originatorAccountName,
    account_number_from: transfer.originatorAccountNumber,
    originator_bvn: null,
    beneficiary_bvn: null,
    transaction_reference: sessionId,
    name_enquiry_ref: null,
    session_id: sessionId,
    processing_status: status === 'Credited' ? 'Processed' : status,
    narration_originator: narration,
    narration_beneficiary: narration,
  };
}

/**
 * Money from another institution. It has arrived, so AML never holds it: a posting that meets a rule leaves a
 * suspicious transaction for staff.
 */
export const inwardTransfer = definePostingOperation<InwardTransferFacts>({
  name: INWARD_TRANSFER,
  title: 'Inward transfer',
  reported: true,
  metadata: (facts, _posting, accounts) => inwardTransferMetadata(facts, accounts),
  rows: (facts, posted, accounts) => {
    const { transfer, notices } = facts;
    const { institutionId, amountKobo } = transfer;
    const metadata = inwardTransferMetadata(facts, accounts);
    return [
      extraRow(InwardTransfer, { ...transfer, postingId: posted.postingId, receivedAt: posted.postedAt }),
      ...noticeRows(notices, { institutionId, amountKobo, metadata }, posted, accounts),
    ];
  },
});
