import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, PrimaryIdColumn, TextColumn } from '../common/database/columns';
import type { EventPart } from './event-part';

/**
 * What a committed change made known, with its number. Numbers are given after the commit, by one writer for each
 * institution and without gaps, so a reader that has read up to a number has missed nothing. Kept for 30 days.
 */
@Entity()
@Index('ix_event_record_at', ['institutionId', 'at'])
export class EventRecord {
  @PrimaryIdColumn()
  institutionId!: number;

  /** 1, 2, 3 and so on. */
  @PrimaryIdColumn()
  seq!: number;

  @Column({ type: 'character varying', array: true })
  types!: string[];

  /** The only API client that may see it, `api-client:ID`; null when every client with the scope may. */
  @TextColumn(120, { nullable: true })
  audience!: string | null;

  /** Null for a posting. */
  @Column({ type: 'json', nullable: true })
  parts!: EventPart[] | null;

  /** The posting whose events these are; null for other changes. */
  @IdColumn({ nullable: true })
  postingId!: number | null;

  @InstantColumn()
  at!: Date;
}
