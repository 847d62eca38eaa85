import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { LedgerService } from '../../ledger/engine/ledger.service';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { postingReferenceNumber } from '../../ledger/engine/posting.entity';
import { systemPosting } from '../../ledger/engine/posting-operation';
import { ORDINARY, type PostingLeg } from '../../ledger/engine/posting-request';
import { UNCLAIMED_FUNDS_LEDGER } from '../../postings/postings.settings';
import { BulkTransfer } from './bulk-transfer.entity';

/** The kind of the postings that give back what failed rows did not take. */
const BULK_RETURN_KIND = 'bulk-return';

const MAKER = 'system:bulk-transfer';

/** What failed rows left on the ledger that carries the sum, charges of other institutions included, and their duty. */
const FAILED = `SELECT coalesce(sum(r.amount_kobo + r.charges_kobo), 0) AS amount_kobo,
    coalesce(sum(r.duty_kobo), 0) AS duty_kobo
  FROM bulk_transfer_result s
  JOIN bulk_transfer_row r ON r.institution_id = $1 AND r.bulk_transfer_id = $2 AND r.row_number = s.row_number
 WHERE s.institution_id = $1 AND s.bulk_transfer_id = $2 AND s.posting_id IS NULL`;

/** Completes files whose rows were posted one by one, and returns the money of the rows that failed. */
@Injectable()
export class BulkReturns {
  constructor(
    private readonly ledger: LedgerService,
    private readonly directory: AccountDirectory,
    private readonly settings: InstitutionSettings,
    private readonly clock: Clock,
  ) {}

  /** Completes a locked file of which every row has a result. */
  async complete(tx: Tx, file: BulkTransfer): Promise<void> {
    const { institutionId, id } = file;
    const [failed] = await tx.query<{ amount_kobo: string; duty_kobo: string }[]>(FAILED, [institutionId, id]);
    const [amountKobo, dutyKobo] = [BigInt(failed!.amount_kobo), BigInt(failed!.duty_kobo)];
    if (amountKobo > 0n) await this.giveBack(tx, file, amountKobo, dutyKobo);
    const completedAt = this.clock.institutionNow(institutionId);
    await tx.update(BulkTransfer, { institutionId, id }, { completedAt, returnedKobo: amountKobo + dutyKobo });
  }

  private async giveBack(tx: Tx, file: BulkTransfer, amountKobo: bigint, dutyKobo: bigint): Promise<void> {
    const { institutionId, id, reference } = file;
    const leg = { role: 'reversal', namedByCaller: false } as const;
    const legs: PostingLeg[] = [
      { ...leg, accountId: file.transitAccountId, side: 'debit', amountKobo },
      { ...leg, accountId: await this.receiver(tx, file), side: 'credit', amountKobo: amountKobo + dutyKobo },
    ];
    if (dutyKobo > 0n) legs.push({ ...leg, accountId: file.dutyAccountId!, side: 'debit', amountKobo: dutyKobo });
    await this.ledger.requirePosted(tx, {
      institutionId,
      kind: BULK_RETURN_KIND,
      reference: postingReferenceNumber(id),
      origin: 'system',
      maker: MAKER,
      operation: systemPosting.with({ metadata: { channel: 'bulk-transfer', bulk_reference: reference } }),
      nature: ORDINARY,
      narration: `Return of failed rows of ${reference}`,
      legs,
      amountKobo: amountKobo + dutyKobo,
      feeKobo: 0n,
    });
  }

  /** The debited account; when it was closed since, the ledger of unclaimed funds. */
  private async receiver(tx: Tx, { institutionId, debitAccountId }: BulkTransfer): Promise<number> {
    const { status } = await tx.findOneByOrFail(LedgerAccount, { institutionId, id: debitAccountId });
    if (status !== 'Closed') return debitAccountId;
    const code = await this.settings.getWithin(tx, institutionId, UNCLAIMED_FUNDS_LEDGER);
    const ledger = code === undefined ? undefined : await this.directory.find(institutionId, code);
    if (ledger?.kind === 'gl') return ledger.ledgerAccountId;
    throw new Error(`The debited account is closed, and ${UNCLAIMED_FUNDS_LEDGER} names no ledger: set it and retry.`);
  }
}
