import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outcome } from '../common/http/outcome';
import { InstitutionSettings } from '../institutions/institution-settings';
import { AccountDirectory } from '../ledger/account-directory';
import { type Movement, type MovementOperation, MovementOperations, type PostingPlan } from '../ledger/movement-operations';
import { ledgerErrors } from '../ledger/ledger.errors';
import { postingReferenceNumber } from '../ledger/posting.entity';
import { buildMirror, isUnclaimed, type OriginalEntry } from './mirror-posting';
import { REVERSAL_KIND, TRANSFER_KIND } from './posting-kinds';
import { postingView } from './posting-reply';
import type { ReversalView, ReverseTransactionBody } from './postings.dto';
import { UNCLAIMED_FUNDS_LEDGER } from './postings.settings';
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
    private readonly settings: InstitutionSettings,
    private readonly directory: AccountDirectory,
  ) {}

  onModuleInit(): void {
    this.operations.register(this);
  }

  async plan({ institutionId, source }: Movement): Promise<PostingPlan> {
    const { referenceNumber, reason } = source.payload as unknown as ReverseTransactionBody;
    const { original, entries, reversalReference } = await this.postings.require(institutionId, referenceNumber);
    const originalNumber = postingReferenceNumber(original.id);
    return {
      kind: REVERSAL_KIND,
      reference: reversalReference,
      narration: `Reversal of ${originalNumber}: ${reason}`.slice(0, NARRATION_LENGTH),
      legs: buildMirror(entries, await this.unclaimedFundsAccountId(institutionId, entries)),
      amountKobo: original.amountKobo,
      feeKobo: original.feeKobo,
      limited: false,
      restoresLimits: original.kind === TRANSFER_KIND,
      reversesId: original.id,
      reply: (posted) =>
        Outcome.done<ReversalView>(
          {
            ...postingView(posted, { amountKobo: original.amountKobo, valueDate: undefined, entries: entries.length }),
            referenceNumber: original.reference,
            reversedPostingReferenceNumber: originalNumber,
          },
          'Reversed',
        ),
    };
  }

  private async unclaimedFundsAccountId(institutionId: number, entries: OriginalEntry[]): Promise<number | undefined> {
    if (!entries.some(isUnclaimed)) return undefined;
    const code = await this.settings.get(institutionId, UNCLAIMED_FUNDS_LEDGER);
    const ledger = code === undefined ? undefined : await this.directory.find(institutionId, code);
    if (ledger?.kind !== 'gl') throw ledgerErrors.ACCOUNT_CLOSED(`An account to be credited is closed, and the institution has no ledger of unclaimed funds (${UNCLAIMED_FUNDS_LEDGER}).`);
    return ledger.ledgerAccountId;
  }
}
