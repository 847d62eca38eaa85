import { Injectable } from '@nestjs/common';
import { MemberOf } from '../common/registry/registry';
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
import { ValueDates } from './value-dates';

/** Plans a posting group of the portal. */
@Injectable()
@MemberOf(MovementPlanners)
export class PostingGroupPlanner implements MovementPlanner<CreatePostingGroupBody> {
  readonly operation = postingGroup;

  constructor(
    private readonly accounts: NamedAccounts,
    private readonly valueDates: ValueDates,
  ) {}

  async plan({ institutionId, source: { payload: body } }: Movement<CreatePostingGroupBody>): Promise<PostingPlan> {
    const { accounts, legs, amountKobo } = await resolvePosting(this.accounts, institutionId, body);
    const { narration, entries: requested } = body;
    const valueDate = body.valueDate ?? undefined;
    const facts = { amountKobo, valueDate, entries: legs.length, narration, requested, accounts };
    return {
      ...plannedPosting(body, { legs, amountKobo }),
      ...(await this.valueDates.of(institutionId, valueDate)),
      kind: POSTING_GROUP_KIND,
      operation: postingGroup.with(facts),
    };
  }
}
