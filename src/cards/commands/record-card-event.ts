import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdAllocator } from '../../common/database/id-allocator';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import { Clock } from '../../common/time/clock';
import { Institution } from '../../institutions/institution.entity';
import { applyCardEvent } from '../apply-card-event';
import type { Card, CardProviderName } from '../card.entity';
import type { LifecycleFeedbackBody, LifecycleFeedbackView } from '../card-callbacks.dto';
import { CardEvent } from '../card-event.entity';
import { Cards } from '../cards';
import { eventInstant } from '../event-instant';

/** Records a lifecycle event that a provider reported, and updates the card. */
export class RecordCardEvent extends Command<Outcome> {
  constructor(
    readonly institutionId: number,
    readonly provider: CardProviderName,
    readonly body: LifecycleFeedbackBody,
  ) {
    super();
  }
}

@CommandHandler(RecordCardEvent)
export class RecordCardEventHandler implements ICommandHandler<RecordCardEvent> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly cards: Cards,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  async execute({ institutionId, provider, body }: RecordCardEvent): Promise<Outcome> {
    const id = await this.ids.next();
    return this.unitOfWork.run(institutionId, async (tx) => {
      const found = await this.cards.requireByReference(tx, institutionId, provider, body.cardReference);
      const card = await this.cards.lock(tx, institutionId, found.id);
      const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
      const eventDate =
        body.eventDate === undefined || body.eventDate === null ? null : eventInstant(body.eventDate, timeZone);
      const known = await this.findRepetition(tx, card, body, eventDate);
      return known ? answer(card, known, true) : this.record(tx, card, { id, event: body.event, eventDate });
    });
  }

  private async record(tx: Tx, card: Card, facts: Pick<CardEvent, 'id' | 'event' | 'eventDate'>): Promise<Outcome> {
    const now = this.clock.now();
    const { changes, applied } = applyCardEvent(card, facts.event, facts.eventDate, now);
    if (changes.status !== undefined) await this.cards.store(tx, card, changes);
    const event = {
      institutionId: card.institutionId,
      ...facts,
      cardId: card.id,
      receivedAt: now,
      statusAfter: card.status,
      applied,
    };
    await tx.insert(CardEvent, event);
    return answer(card, event, false);
  }

  /**
   * The recorded event that this one repeats: the same event of the same time. An event without a date is a repetition
   * when no other event came since and no client changed the status.
   */
  private async findRepetition(
    tx: Tx,
    { institutionId, id: cardId, statusAsOf }: Card,
    { event }: LifecycleFeedbackBody,
    eventDate: Date | null,
  ): Promise<CardEvent | null> {
    if (eventDate !== null) return tx.findOneBy(CardEvent, { institutionId, cardId, event, eventDate });
    const last = await tx.findOne(CardEvent, {
      where: { institutionId, cardId },
      order: { receivedAt: 'DESC', id: 'DESC' },
    });
    return last?.event === event && last.eventDate === null && last.receivedAt >= statusAsOf ? last : null;
  }
}

function answer(
  { cardReference, status }: Card,
  { event, applied }: Pick<CardEvent, 'event' | 'applied'>,
  replayed: boolean,
): Outcome {
  const view: LifecycleFeedbackView = { cardReference: cardReference!, event, cardStatus: status, applied };
  return Outcome.done(view, 'Successful', replayed ? { replayed } : {});
}
