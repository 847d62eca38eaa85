import { Injectable } from '@nestjs/common';
import { MemberOf } from '../common/registry/registry';
import { postingReferenceNumber } from '../ledger/engine/posting.entity';
import {
  type Movement,
  type MovementPlanner,
  MovementPlanners,
  type PostingPlan,
} from '../ledger/movements/movement-planners';
import { reverseTransaction } from './manual-postings.operation';
import { REVERSAL_KIND, TRANSFER_KIND } from './posting-kinds';
import type { ReverseTransactionBody } from './postings.dto';
import { ReversiblePostings } from './reversible-postings';

const NARRATION_LENGTH = 250;

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
      // Transfers count towards the daily limit, so their reversal gives back what they used of it.
      nature: { type: 'reversal', postingId: id, restoresLimits: kind === TRANSFER_KIND },
      narration: `Reversal of ${number}: ${reason}`.slice(0, NARRATION_LENGTH),
    };
  }
}
