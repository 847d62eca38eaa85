import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import {
  type Movement,
  type MovementOperation,
  MovementOperations,
  type PostingPlan,
} from '../ledger/movements/movement-operations';
import { buildCompoundPosting } from './compound-posting';
import { NamedAccounts } from './named-accounts';
import { POSTING_KIND } from './posting-kinds';
import { postingReply } from './posting-reply';
import type { PostBody } from './postings.dto';

/** What `post` and the portal's posting groups have in common. */
@Injectable()
export class PostOperation implements MovementOperation, OnModuleInit {
  readonly name: string = 'post';
  readonly title: string = 'Post entries';
  protected readonly kind: string = POSTING_KIND;

  constructor(
    private readonly operations: MovementOperations,
    private readonly accounts: NamedAccounts,
  ) {}

  onModuleInit(): void {
    this.operations.register(this);
  }

  async plan({ institutionId, source }: Movement): Promise<PostingPlan> {
    const body = source.payload as unknown as PostBody;
    const named = await this.accounts.find(
      institutionId,
      Object.fromEntries(body.entries.map(({ account }, index) => [`entries[${index}].account`, account])),
    );
    const accounts = Object.values(named);
    const { legs, amountKobo } = buildCompoundPosting(body.entries, accounts);
    const valueDate = body.valueDate ?? undefined;
    return {
      kind: this.kind,
      reference: body.referenceNumber,
      narration: body.narration,
      legs,
      amountKobo,
      feeKobo: 0n,
      valueDate,
      metadata: this.metadata(body, accounts),
      countsTowardsLimits: false,
      reply: postingReply({ amountKobo, valueDate, entries: legs.length }),
    };
  }

  /** Kept with the posting; nothing for `post`. */
  protected metadata(_body: PostBody, _accounts: AccountDirectoryEntry[]): PostingPlan['metadata'] {
    return undefined;
  }
}
