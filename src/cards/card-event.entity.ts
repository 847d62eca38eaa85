import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { CardStatus } from './card.entity';

export const CARD_EVENTS = ['Activated', 'Blocked', 'Unblocked', 'Expired', 'Replaced', 'PinChanged'] as const;
export type CardEventName = (typeof CARD_EVENTS)[number];

/** One line of a card's history, as the provider told it. Append-only. */
@Entity()
@Index('ix_card_event_card', ['institutionId', 'cardId', 'id'])
export class CardEvent extends TenantEntity {
  @IdColumn()
  cardId!: number;

  @TextColumn(20)
  event!: CardEventName;

  /** When it happened, as the provider says; null when it did not say. */
  @InstantColumn({ nullable: true })
  eventDate!: Date | null;

  @InstantColumn()
  receivedAt!: Date;

  /** What the card's status was after it. */
  @TextColumn(20)
  statusAfter!: CardStatus;

  /** False for an event that came late: something that happened after it had been told before. */
  @Column({ type: 'boolean' })
  applied!: boolean;
}
