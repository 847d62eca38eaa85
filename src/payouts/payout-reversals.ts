import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { AppError } from '../common/errors/app-error';
import { LedgerService } from '../ledger/engine/ledger.service';
import { Posting, postingIdFrom, postingReferenceNumber } from '../ledger/engine/posting.entity';
import { PostingEntry } from '../ledger/engine/posting-entry.entity';
import { SYSTEM_POSTING } from '../ledger/engine/posting-operation';
import { ORDINARY } from '../ledger/engine/posting-request';
import { REVERSAL_KIND } from '../postings/posting-kinds';
import { type Mirror, ReversalBuilder } from '../postings/reversal-builder';
import { Payout } from './payout.entity';
import { PayoutProviders } from './payout-provider';

/** The kind of the postings that debit the account of a payout again. */
export const CORRECTION_KIND = 'payout-correction';
const CORRECTION_PREFIX = 'COR-';

/** The reference of the posting that takes again what a reversal gave back. */
export function correctionReference(reversalPostingId: number): string {
  return `${CORRECTION_PREFIX}${postingReferenceNumber(reversalPostingId)}`;
}

/** Returns the money of a failed payout, charges included, and takes it again when the return was a mistake. */
@Injectable()
export class PayoutReversals {
  constructor(
    private readonly ledger: LedgerService,
    private readonly mirrors: ReversalBuilder,
    private readonly providers: PayoutProviders,
  ) {}

  /**
   * Posts the mirror in the caller's transaction, which has locked the payout. The mirror is neither screened nor
   * queued for approval, because the money must go back in any case.
   * @returns the id of the reversal's posting; undefined when the ledger refuses it in the present state of its
   *   accounts.
   */
  async reverse(tx: Tx, payout: Payout): Promise<number | undefined> {
    const { institutionId } = payout;
    const postingId = debitPostingId(payout);
    const original = await tx.findOneByOrFail(Posting, { institutionId, id: postingId });
    const { title } = this.providers.forPayout(payout);
    const mirror = await this.mirrorOf(tx, original);
    if (!mirror) return undefined;
    const decision = await this.ledger.postWithin(tx, {
      ...mirror,
      institutionId,
      operation: SYSTEM_POSTING,
      // A correction uses nothing of the daily limit, so its reversal has nothing of it to give back.
      nature: { type: 'reversal', postingId, restoresLimits: postingId === payout.postingId },
      kind: REVERSAL_KIND,
      reference: this.mirrors.reference(original),
      origin: 'system',
      maker: 'system:payouts',
      narration: `Reversal of ${title.toLowerCase()} ${payout.reference}`.slice(0, 250),
    });
    if (decision.kind === 'refused') return undefined;
    if (decision.kind !== 'posted') throw new Error(`The reversal of a payout ended as ${decision.kind}.`);
    return decision.postingId;
  }

  /**
   * Posts the debit of a returned payout again, charges included, in the caller's transaction. What had gone to
   * unclaimed funds is taken from there.
   * @returns the id of the posting.
   * @throws the ledger's refusal, such as INSUFFICIENT_FUNDS (422)
   */
  async debitAgain(tx: Tx, payout: Payout, reversalPostingId: number): Promise<number> {
    const { institutionId, amountKobo } = payout;
    const original = await tx.findOneByOrFail(Posting, { institutionId, id: debitPostingId(payout) });
    const [debits, returns] = [
      await this.entriesOf(tx, institutionId, original.id),
      await this.entriesOf(tx, institutionId, reversalPostingId),
    ];
    const { title } = this.providers.forPayout(payout);
    const { postingId } = await this.ledger.requirePosted(tx, {
      institutionId,
      operation: SYSTEM_POSTING,
      nature: ORDINARY,
      kind: CORRECTION_KIND,
      reference: correctionReference(reversalPostingId),
      origin: 'system',
      maker: 'system:payouts',
      narration: `Correction of ${title.toLowerCase()} ${payout.reference}`.slice(0, 250),
      legs: debits.map(({ side, role }, index) => ({
        accountId: returns[index]!.accountId,
        amountKobo: returns[index]!.amountKobo,
        side,
        role,
      })),
      amountKobo,
      feeKobo: original.feeKobo,
    });
    return postingId;
  }

  private entriesOf(tx: Tx, institutionId: number, postingId: number): Promise<PostingEntry[]> {
    return tx.find(PostingEntry, { where: { institutionId, postingId }, order: { leg: 'ASC' } });
  }

  /** Undefined when the account is closed and no ledger of unclaimed funds is configured. */
  private async mirrorOf(tx: Tx, original: Posting): Promise<Mirror | undefined> {
    try {
      return await this.mirrors.build(tx, original);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}

/** The payout that a posting of `CORRECTION_KIND` debited again; staff may have corrected it more than once. */
export async function payoutOfCorrection(tx: Tx, correction: Posting): Promise<Payout | null> {
  const { institutionId } = correction;
  let debit = correction;
  while (debit.kind === CORRECTION_KIND) {
    const reversalId = postingIdFrom(debit.reference.slice(CORRECTION_PREFIX.length)) ?? 0;
    const { reversesId } = await tx.findOneByOrFail(Posting, { institutionId, id: reversalId });
    debit = await tx.findOneByOrFail(Posting, { institutionId, id: reversesId ?? 0 });
  }
  return tx.findOneBy(Payout, { institutionId, postingId: debit.id });
}

/** The posting by which the account is debited at present, or was last. */
export function debitPostingId({ postingId, correctionPostingId }: Payout): number {
  return correctionPostingId ?? postingId;
}
