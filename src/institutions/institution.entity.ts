import { Check, Column, Entity } from 'typeorm';
import { DateColumn, IdColumn, InstantColumn, PrimaryIdColumn, TextColumn } from '../common/database/columns';

/** A bank or other financial institution: the tenant. */
@Entity()
@Check('ck_institution_clock_ahead_days', 'clock_ahead_days <> 0')
export class Institution {
  @PrimaryIdColumn()
  institutionId!: number;

  @TextColumn(250)
  name!: string;

  /** CBN code for its account numbers: 3 digits (DMB) or 5 (OFI); see docs/domain/nigeria.md#nuban. */
  @TextColumn(6)
  code!: string;

  @TextColumn(60, { default: 'Africa/Lagos' })
  timeZone!: string;

  /** Only the end of day moves it. */
  @DateColumn()
  businessDate!: string;

  /** Last day of the last closed accounting period; nothing is posted with a value date up to it. */
  @DateColumn({ nullable: true })
  closedThrough!: string | null;

  /** Types of events that a webhook endpoint wants; no other is written (docs/api/events.md). */
  @Column({ type: 'character varying', array: true, default: [] })
  wantedEvents!: string[];

  /**
   * Days by which the time of a sandbox institution is ahead, or behind when negative; null for every other
   * (docs/sandbox.md#clock).
   */
  @Column({ type: 'integer', nullable: true })
  clockAheadDays!: number | null;

  /** True for an institution in which integrators try things out (docs/sandbox.md). */
  @Column({ type: 'boolean', default: false })
  sandbox!: boolean;

  /**
   * Names the set of AML scenarios in use, anew with each change; 0 while none is in shadow or live, so that postings
   * load and write nothing for scenarios (docs/domain/aml.md#scenarios).
   */
  @IdColumn({ default: 0 })
  scenariosVersion!: number;

  /**
   * The set of scenarios with which windows of customers came into use; they are kept while a scenario in use reads
   * them, and 0 stands for none (docs/domain/scenarios.md#customer-windows).
   */
  @IdColumn({ default: 0 })
  customerWindowsSince!: number;

  /**
   * Names the active versions of all watch-lists, anew with each activation; 0 while no list was ever active. Payments
   * whose other side was looked up in another set are looked up again (docs/api/watch-lists.md#payments).
   */
  @IdColumn({ default: 0 })
  watchListsVersion!: number;

  @InstantColumn({ default: () => 'now()' })
  createdAt!: Date;
}
