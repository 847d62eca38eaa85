import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import { UnitOfWork } from '../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../common/jobs/job-handlers';
import { jobRows } from '../common/jobs/job-queue';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import { Card } from './card.entity';
import { CardLinking } from './card-linking';
import { Cards } from './cards';
import { nextLinkStepAt } from './decide-link';

export const CARD_LINK_JOB = 'card-link';

/** Completes the linking of cards in the background. */
@Injectable()
@MemberOf(JobHandlers)
export class CardLinkWorker implements JobHandler {
  readonly kind = CARD_LINK_JOB;
  readonly lane = 'providers';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly linking: CardLinking,
    private readonly cards: Cards,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  async run({ institutionId, id, payload }: RunningJob): Promise<void> {
    const cardId = Number(payload.cardId);
    const card = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(Card, { institutionId, id: cardId }),
    );
    if (card.jobId !== id) return;
    await this.linking.advance(institutionId, cardId);
    await this.scheduleNext(institutionId, cardId, id);
  }

  /** A job that runs twice must not leave two successors, so the card names its current job. */
  private async scheduleNext(institutionId: number, cardId: number, endedJobId: number): Promise<void> {
    const jobId = await this.ids.next();
    await this.unitOfWork.run(institutionId, async (tx) => {
      const card = await this.cards.lock(tx, institutionId, cardId);
      const dueAt = nextLinkStepAt(card, this.clock.now());
      if (card.jobId !== endedJobId || dueAt === undefined) return;
      await this.cards.store(tx, card, { jobId });
      await insertRows(tx, jobRows({ institutionId, id: jobId, kind: CARD_LINK_JOB, payload: { cardId }, dueAt }));
    });
  }
}
