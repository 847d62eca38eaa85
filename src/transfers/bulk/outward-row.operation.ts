import { definePostingOperation } from '../../ledger/engine/posting-operation';
import type { OnwardPosting, PostingLeg } from '../../ledger/engine/posting-request';
import { type NewPayout, payoutRows } from '../../payouts/payout-rows';
import {
  outwardTransfer,
  type OutwardTransferFacts,
  outwardTransferMetadata,
} from '../outward/outward-transfer.operation';
import { OUTWARD_TRANSFER } from '../outward/outward-transfer-kind';
import type { PlannedBulkRow } from './bulk-transfer.operation';
import type { OutwardRowPlan } from './bulk-transfer-row.entity';
import { postedResult, type RowsOfFile, transitLeg } from './bulk-transfer-row.operation';

/** A row to another institution. */
export type PlannedOutwardRow = PlannedBulkRow & { outward: OutwardRowPlan };

interface OutwardRowPostingFacts extends RowsOfFile {
  rowNumber: number;
  transfer: OutwardTransferFacts;
  payout: NewPayout;
}

/**
 * One row of a file to another institution: from the ledger that carries the sum to the ledger through which the
 * provider settles, with the payout that sends it. It is an outward transfer by its own reference; its reversal credits
 * the debited account of the file.
 */
const bulkOutwardRow = definePostingOperation<OutwardRowPostingFacts>({
  name: 'bulk-outward-row',
  title: 'Row of a bulk transfer to another institution',
  metadata: ({ transfer, payout }, planned) => ({
    ...outwardTransferMetadata(transfer, payout.sessionId, planned),
    bulk_reference: planned.wholeReference,
  }),
  rows: ({ payout, file, bulkTransferId, rowNumber }, posted) => [
    ...payoutRows(payout, posted),
    ...postedResult(file.institutionId, bulkTransferId, rowNumber, posted),
  ],
});

/** The posting of one row to another institution. */
export function outwardRowPosting(
  shared: RowsOfFile,
  { rowNumber, reference, narration, amountKobo, creditAccountNumber, outward }: PlannedOutwardRow,
  { facts, payout }: { facts: OutwardTransferFacts; payout: NewPayout },
): OnwardPosting {
  const { transitAccountId, debitAccountNumber } = shared.file;
  const legs: PostingLeg[] = [
    transitLeg(transitAccountId, amountKobo),
    { accountId: outward.settlementAccountId, side: 'credit', amountKobo, role: 'principal', namedByCaller: false },
  ];
  for (const { role, narration: title, amountKobo: charged, ledgerAccountId } of outward.charges) {
    const charge = { amountKobo: BigInt(charged), role, narration: title, namedByCaller: false };
    legs.push(
      { ...charge, accountId: transitAccountId, side: 'debit', transit: true },
      { ...charge, accountId: ledgerAccountId, side: 'credit' },
    );
  }
  return {
    place: `rows[${rowNumber - 1}]`,
    alone: outwardTransfer.name,
    kind: OUTWARD_TRANSFER,
    reference,
    transactionReference: reference,
    operation: bulkOutwardRow.with({ ...shared, rowNumber, transfer: facts, payout }),
    narration,
    legs,
    amountKobo,
    feeKobo: payout.feeKobo,
    parties: { sourceAccounts: [debitAccountNumber], destinationAccounts: [creditAccountNumber] },
  };
}
