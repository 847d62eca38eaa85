import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { CardStatus } from './card.entity';

export const CARD_EVENTS = ['Activated', 'Blocked', 'Unblocked', 'Expired', 'Replaced', 'PinChanged'] as const;
export type CardEventName = (typeof CARD_EVENTS)[number];

/** A lifecycle event of a card that its provider reported. Append-only. */
@Entity()
@Index('ix_card_event_card', ['institutionId', 'cardId', 'id'])
export class CardEvent extends TenantEntity {
  @IdColumn()
  cardId!: number;

  @TextColumn(20)
  event!: CardEventName;

  /** Time of the event from the provider; null when it sent none. */
  @InstantColumn({ nullable: true })
  eventDate!: Date | null;

  @InstantColumn()
  receivedAt!: Date;

  /** The card's status after the event. */
  @TextColumn(20)
  statusAfter!: CardStatus;

  /** False for an event that was older than the card's status when it came. */
  @Column({ type: 'boolean' })
  applied!: boolean;
}
