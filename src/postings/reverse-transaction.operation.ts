import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outcome } from '../common/http/outcome';
import { postingReferenceNumber } from '../ledger/engine/posting.entity';
import {
  type Movement,
  type MovementOperation,
  MovementOperations,
  type PostingPlan,
} from '../ledger/movements/movement-operations';
import { REVERSAL_KIND, TRANSFER_KIND } from './posting-kinds';
import { postingView } from './posting-reply';
import type { ReversalView, ReverseTransactionBody } from './postings.dto';
import { ReversiblePostings } from './reversible-postings';

const NARRATION_LENGTH = 250;

/** `reversetransaction`: the mirror of a posting, once and whole. */
@Injectable()
export class ReverseTransactionOperation implements MovementOperation, OnModuleInit {
  readonly name = 'reverse-transaction';
  readonly title = 'Reverse transaction';

  constructor(
    private readonly operations: MovementOperations,
    private readonly postings: ReversiblePostings,
  ) {}

  onModuleInit(): void {
    this.operations.register(this);
  }

  async plan({ institutionId, source }: Movement): Promise<PostingPlan> {
    const { referenceNumber, reason } = source.payload as unknown as ReverseTransactionBody;
    const { original, mirror, reversalReference } = await this.postings.require(institutionId, referenceNumber);
    const originalNumber = postingReferenceNumber(original.id);
    return {
      ...mirror,
      kind: REVERSAL_KIND,
      reference: reversalReference,
      narration: `Reversal of ${originalNumber}: ${reason}`.slice(0, NARRATION_LENGTH),
      restoresLimits: original.kind === TRANSFER_KIND,
      reply: (posted) =>
        Outcome.done<ReversalView>(
          {
            ...postingView(posted, {
              amountKobo: original.amountKobo,
              valueDate: undefined,
              entries: mirror.legs.length,
            }),
            referenceNumber: original.reference,
            reversedPostingReferenceNumber: originalNumber,
          },
          'Reversed',
        ),
    };
  }
}
