import { koboToNaira } from '../../common/money/naira';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { definePostingOperation, type PlannedPosting } from '../../ledger/engine/posting-operation';
import type { LockedAccounts } from '../../ledger/engine/posting-request';
import { localProcessingStatus } from '../processing-status';
import type { TransferMetadata } from '../transfer-metadata';
import type { LocalTransferView } from './local-transfers.dto';
import { noticeRows, type TransferNotice } from './notice-rows';

interface LocalTransferFacts {
  institution: { code: string; name: string };
  debit: AccountDirectoryEntry;
  credit: AccountDirectoryEntry;
  amountKobo: bigint;
  feeKobo: bigint;
  narration: string;
  beneficiaryNarration: string;
  /** Notifications to write when the transfer is posted; empty while the institution sends none. */
  notices: TransferNotice[];
}

type Party = Pick<AccountDirectoryEntry, 'number' | 'ledgerAccountId' | 'virtualName'>;

/** What the metadata of a local transfer tell. */
interface MetadataFacts extends Pick<LocalTransferFacts, 'institution' | 'narration' | 'beneficiaryNarration'> {
  debit: Party;
  credit: Party;
}

/** Builds the metadata of a local transfer, with the names of the locked accounts. */
export function localTransferMetadata(
  { institution, debit, credit, narration, beneficiaryNarration }: MetadataFacts,
  { reference, status }: PlannedPosting,
  accounts: LockedAccounts,
): TransferMetadata {
  const nameOf = ({ virtualName, ledgerAccountId }: Party): string =>
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

/**
 * A transfer inside the institution: `localfundtransfer`, and `fundstransfer` to the institution's own code. The same
 * approval policy applies to both (docs/api/transfers.md#local-transfers).
 */
export const localTransfer = definePostingOperation<LocalTransferFacts>({
  name: 'local-transfer',
  title: 'Local transfer',
  countsTowardsLimits: true,
  answer: ({ amountKobo, feeKobo, debit, credit }, { reference, postingReferenceNumber, postedAt }) => {
    const view: LocalTransferView = {
      referenceNumber: reference,
      postingReferenceNumber,
      amount: koboToNaira(amountKobo),
      feeCharged: koboToNaira(feeKobo),
      debitAccount: debit.number,
      creditAccount: credit.number,
      transactionDate: postedAt.toISOString(),
      isSuccessful: true,
    };
    return { message: 'Transfer successful', data: view };
  },
  metadata: localTransferMetadata,
  rows: (facts, posted, accounts) => {
    const { notices, debit, amountKobo } = facts;
    if (notices.length === 0) return [];
    const { postingId: id, reference } = posted;
    const metadata = localTransferMetadata(facts, { id, reference, status: 'Posted' }, accounts);
    return noticeRows(notices, { institutionId: debit.institutionId, amountKobo, metadata }, posted, accounts);
  },
});
