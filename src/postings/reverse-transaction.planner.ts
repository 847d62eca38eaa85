import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import type { AppError } from '../common/errors/app-error';
import { MemberOf } from '../common/registry/registry';
import { postingReferenceNumber } from '../ledger/engine/posting.entity';
import { type PostingRequest, reversedPostingId } from '../ledger/engine/posting-request';
import {
  type Movement,
  type MovementPlanner,
  MovementPlanners,
  type PostingPlan,
} from '../ledger/movements/movement-planners';
import { reverseTransaction } from './manual-postings.operation';
import { POSTING_KIND, REVERSAL_KIND, TRANSFER_KIND } from './posting-kinds';
import type { ReverseTransactionBody } from './postings.dto';
import { ReversiblePostings } from './reversible-postings';

const NARRATION_LENGTH = 250;

/** Their operations count towards the daily limit, so a reversal gives back what they used of it. */
const LIMITED_KINDS = [TRANSFER_KIND, POSTING_KIND];

/** Plans `reversetransaction`. */
@Injectable()
@MemberOf(MovementPlanners)
export class ReverseTransactionPlanner implements MovementPlanner<ReverseTransactionBody> {
  readonly operation = reverseTransaction;

  constructor(private readonly postings: ReversiblePostings) {}

  async plan({ institutionId, source }: Movement<ReverseTransactionBody>): Promise<PostingPlan> {
    const { referenceNumber, reason } = source.payload;
    const { original, mirror, reversalReference } = await this.postings.require(institutionId, referenceNumber);
    const { id, reference, kind, amountKobo } = original;
    const number = postingReferenceNumber(id);
    return {
      ...mirror,
      kind: REVERSAL_KIND,
      reference: reversalReference,
      operation: reverseTransaction.with({
        original: { reference, postingReferenceNumber: number, amountKobo },
        entries: mirror.legs.length,
      }),
      nature: { type: 'reversal', postingId: id, restoresLimits: LIMITED_KINDS.includes(kind) },
      narration: `Reversal of ${number}: ${reason}`.slice(0, NARRATION_LENGTH),
    };
  }

  /** Under the lock of the original, which whoever gives its money back in another way has to take as well. */
  guard(tx: Tx, request: PostingRequest): Promise<AppError | undefined> {
    return this.postings.refusalNow(tx, request.institutionId, reversedPostingId(request)!);
  }
}
