import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type Movement,
  type MovementPlanner,
  MovementPlanners,
  type PostingPlan,
} from '../ledger/movements/movement-planners';
import { postingGroup } from './manual-postings.operation';
import { NamedAccounts } from './named-accounts';
import { plannedPosting, resolvePosting } from './post-entries.planner';
import type { CreatePostingGroupBody } from './posting-groups.dto';
import { POSTING_GROUP_KIND } from './posting-kinds';

/** Plans a posting group of the portal. */
@Injectable()
export class PostingGroupPlanner implements MovementPlanner<CreatePostingGroupBody>, OnModuleInit {
  readonly operation = postingGroup;

  constructor(
    private readonly planners: MovementPlanners,
    private readonly accounts: NamedAccounts,
  ) {}

  onModuleInit(): void {
    this.planners.register(this);
  }

  async plan({ institutionId, source: { payload: body } }: Movement<CreatePostingGroupBody>): Promise<PostingPlan> {
    const { accounts, legs, amountKobo } = await resolvePosting(this.accounts, institutionId, body);
    const { narration, entries: requested } = body;
    const valueDate = body.valueDate ?? undefined;
    const facts = { amountKobo, valueDate, entries: legs.length, narration, requested, accounts };
    return {
      ...plannedPosting(body, { legs, amountKobo }),
      kind: POSTING_GROUP_KIND,
      operation: postingGroup.with(facts),
    };
  }
}
