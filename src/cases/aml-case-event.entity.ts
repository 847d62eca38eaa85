import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';

export const CASE_EVENTS = [
  'opened',
  'alert-linked',
  'assigned',
  'status',
  'note',
  'evidence',
  'narrative',
  'linked',
  'proposed',
  'returned',
  'closed',
  'reopened',
  'escalated',
  'reviewed',
] as const;
export type CaseEventKind = (typeof CASE_EVENTS)[number];

/** A row of the history of a case: who did what, when and why. It is never changed. */
@Entity()
@Index('ix_aml_case_event_case', ['institutionId', 'caseId', 'id'])
export class AmlCaseEvent extends TenantEntity {
  @IdColumn()
  caseId!: number;

  @TextColumn(20)
  kind!: CaseEventKind;

  /** `staff:ID` or `system:NAME`. */
  @TextColumn(120)
  actor!: string;

  @Column({ type: 'character varying', length: '4000', nullable: true })
  text!: string | null;

  @Column({ type: 'jsonb' })
  details!: Record<string, unknown>;

  @InstantColumn()
  at!: Date;
}
