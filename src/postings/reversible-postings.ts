import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import type { AppError } from '../common/errors/app-error';
import { lockPosting } from '../ledger/engine/lock-posting';
import { Posting } from '../ledger/engine/posting.entity';
import { ledgerErrors } from '../ledger/ledger.errors';
import { HoldStatus } from '../ledger/movements/hold-status';
import { findPostingsByReference, numberedFirst, postingKinds } from './find-postings-by-reference';
import { DIRECT_KINDS, REVERSAL_KIND } from './posting-kinds';
import { postingsErrors } from './postings.errors';
import { ReversalBlockers } from './reversal-blockers';
import { type Mirror, ReversalBuilder } from './reversal-builder';

/** Largest number of declined or failed reversals of one posting. */
const ATTEMPTS_MAX = 20;

/** A posting to undo, and the posting that undoes it. */
export interface ReversiblePosting {
  original: Posting;
  mirror: Mirror;
  /** Reference of the reversal; the same for every request to reverse this posting, so that it is reversed once. */
  reversalReference: string;
}

/** Finds a posting that may be reversed, and plans its reversal from the present state of its accounts. */
@Injectable()
export class ReversiblePostings {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly holds: HoldStatus,
    private readonly mirrors: ReversalBuilder,
    private readonly blockers: ReversalBlockers,
  ) {}

  /**
   * @throws POSTING_NOT_FOUND (404), AMBIGUOUS_REFERENCE, ALREADY_REVERSED, ACCOUNT_CLOSED (409),
   *   REVERSAL_NOT_ALLOWED (422)
   */
  async require(institutionId: number, reference: string): Promise<ReversiblePosting> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const original = await this.find(tx, institutionId, reference);
      assertReversible(original);
      const reason = await this.blockers.firstReason(tx, original);
      if (reason !== undefined) throw ledgerErrors.REVERSAL_NOT_ALLOWED(reason);
      return {
        original,
        mirror: await this.mirrors.build(tx, original),
        reversalReference: await this.reversalReference(tx, original),
      };
    });
  }

  /**
   * Locks a posting and looks again whether its money went back in another way since its reversal was planned. A
   * reversal of it that was meanwhile posted is found by the ledger.
   */
  async refusalNow(tx: Tx, institutionId: number, id: number): Promise<AppError | undefined> {
    const original = await lockPosting(tx, institutionId, id);
    const reason = await this.blockers.firstReason(tx, original);
    return reason === undefined ? undefined : ledgerErrors.REVERSAL_NOT_ALLOWED(reason);
  }

  private async find(tx: Tx, institutionId: number, reference: string): Promise<Posting> {
    const found = await findPostingsByReference(tx, institutionId, reference, DIRECT_KINDS);
    const [posting, ...others] = numberedFirst(found, reference);
    // The caller must name one transaction: no money moves on a guess.
    if (others.length > 0) throw postingsErrors.AMBIGUOUS_REFERENCE();
    if (posting) return posting;
    const retriedId = await this.holds.postingOfRetry(tx, institutionId, reference);
    const retried = retriedId === undefined ? null : await tx.findOneBy(Posting, { institutionId, id: retriedId });
    if (retried) return retried;
    const [elsewhere] = await findPostingsByReference(
      tx,
      institutionId,
      reference,
      await postingKinds(tx, institutionId),
    );
    if (elsewhere) return elsewhere;
    throw ledgerErrors.POSTING_NOT_FOUND();
  }

  /**
   * A reversal that staff declined, or that failed after approval, must not block a later one, so each gets a number.
   */
  private async reversalReference(tx: Tx, { institutionId, id }: Posting): Promise<string> {
    const first = this.mirrors.reference({ id });
    const candidates = Array.from({ length: ATTEMPTS_MAX }, (_, index) =>
      index === 0 ? first : `${first}-${index + 1}`,
    );
    const attempts = await tx.findBy(Posting, { institutionId, kind: REVERSAL_KIND, reference: In(candidates) });
    const ended = new Set(
      attempts.filter(({ status }) => status === 'Declined' || status === 'Failed').map((attempt) => attempt.reference),
    );
    const reference = candidates.find((candidate) => !ended.has(candidate));
    if (reference === undefined)
      throw ledgerErrors.REVERSAL_NOT_ALLOWED(
        `${ATTEMPTS_MAX} reversals of this transaction were declined or failed; correct it with a manual posting.`,
      );
    return reference;
  }
}

/** @throws ALREADY_REVERSED (409), REVERSAL_NOT_ALLOWED (422) */
export function assertReversible({
  kind,
  status,
  reversedById,
}: Pick<Posting, 'kind' | 'status' | 'reversedById'>): void {
  if (!DIRECT_KINDS.includes(kind))
    throw ledgerErrors.REVERSAL_NOT_ALLOWED(
      'This transaction is a reversal, or belongs to a payment, loan, deposit or card that reverses its own postings.',
    );
  if (status !== 'Posted')
    throw ledgerErrors.REVERSAL_NOT_ALLOWED(
      'This transaction is not posted, so nothing can be reversed; query its state, and reverse it once posted.',
    );
  if (reversedById !== null) throw ledgerErrors.ALREADY_REVERSED();
}
