import { Column, Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, PrimaryIdColumn, TextColumn } from '../common/database/columns';
import type { EventPart } from './event-part';

/**
 * What a change made known, written in the transaction of the change and not numbered yet. Rows are written by the
 * triggers of the tables that change (`record_event`) and by the posting engine, which writes one row for the postings
 * of a batch whose events have the same types, and only while an endpoint of the
 * institution wants one of the types (docs/adr/0026-events-are-written-by-the-database.md).
 */
@Entity()
export class QueuedEvent {
  @PrimaryIdColumn()
  institutionId!: number;

  /** Taken under the locks of the change, so that two events of one resource are in the order of their changes. */
  @PrimaryColumn({ type: 'bigint', default: () => `nextval('event_order')` })
  id!: string;

  /** The types of the parts. */
  @Column({ type: 'character varying', array: true })
  types!: string[];

  /** The only API client that may see it, `api-client:ID`; null when every client with the scope may. */
  @TextColumn(120, { nullable: true })
  audience!: string | null;

  /** Null for postings. */
  @Column({ type: 'json', nullable: true })
  parts!: EventPart[] | null;

  /** Postings of one batch, in the order of their decisions. Their events are made from the postings themselves. */
  @Column({ type: 'bigint', array: true, nullable: true })
  postingIds!: string[] | null;

  @InstantColumn({ default: () => 'clock_timestamp()' })
  at!: Date;
}
