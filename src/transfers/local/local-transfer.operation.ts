import { koboToNaira } from '../../common/money/naira';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { definePostingOperation } from '../../ledger/engine/posting-operation';
import { localTransferMetadata } from '../transfer-metadata';
import type { LocalTransferView } from './local-transfers.dto';

interface LocalTransferFacts {
  institution: { code: string; name: string };
  debit: AccountDirectoryEntry;
  credit: AccountDirectoryEntry;
  amountKobo: bigint;
  feeKobo: bigint;
  narration: string;
  beneficiaryNarration: string;
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
});
