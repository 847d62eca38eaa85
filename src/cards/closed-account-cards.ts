import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { type ClosureFollowUp, ClosureFollowUps } from '../accounts/closure/closure-follow-ups';
import type { DepositAccount } from '../accounts/deposit-account.entity';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../common/jobs/job-handlers';
import { jobRows } from '../common/jobs/job-queue';
import { MemberOf } from '../common/registry/registry';
import { Card } from './card.entity';
import { ChangeCard } from './commands/change-card';

const CARD_DELETION_JOB = 'card-deletion';

/**
 * Deletes the cards of an account that was closed, because what they spend would be the institution's loss. A provider
 * that does not confirm is asked again; a deletion that it refuses becomes a dead letter (docs/api/cards.md#closure).
 */
@Injectable()
@MemberOf(ClosureFollowUps)
@MemberOf(JobHandlers)
export class ClosedAccountCards implements ClosureFollowUp, JobHandler {
  readonly name = 'cards';
  readonly kind = CARD_DELETION_JOB;
  readonly lane = 'providers';

  constructor(
    private readonly commands: CommandBus,
    private readonly ids: IdAllocator,
  ) {}

  async follow(tx: Tx, institutionId: number, { id: accountId }: DepositAccount): Promise<void> {
    const cards = await tx.findBy(Card, { institutionId, accountId, status: In(['Active', 'Blocked']) });
    for (const { id: cardId } of cards) {
      const job = { institutionId, id: await this.ids.next(), kind: CARD_DELETION_JOB, payload: { cardId } };
      await insertRows(tx, jobRows(job));
    }
  }

  async run({ institutionId, payload }: RunningJob): Promise<void> {
    const write = { institutionId, actor: 'system:cards', endpoint: CARD_DELETION_JOB, requestReference: undefined };
    await this.commands.execute(new ChangeCard(write, Number(payload.cardId), { action: 'delete' }, undefined, true));
  }
}
