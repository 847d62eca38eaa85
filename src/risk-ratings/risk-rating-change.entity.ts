import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { RiskDriver, RiskLevel } from './rate-customer';

export const RISK_CHANGE_CAUSES = ['opening', 'change', 'night', 'override', 'override-ended', 'review'] as const;
export type RiskChangeCause = (typeof RISK_CHANGE_CAUSES)[number];

/** A change of a rating: from what to what, why and by whom. It is never changed. */
@Entity()
@Index('ix_risk_rating_change_customer', ['institutionId', 'customerId', 'id'])
@Index('ix_risk_rating_change_at', ['institutionId', 'at'])
export class RiskRatingChange extends TenantEntity {
  @IdColumn()
  customerId!: number;

  /** Null for the first rating. */
  @TextColumn(10, { nullable: true })
  fromLevel!: RiskLevel | null;

  @TextColumn(10)
  toLevel!: RiskLevel;

  @Column({ type: 'smallint' })
  score!: number;

  @Column({ type: 'jsonb' })
  drivers!: RiskDriver[];

  @TextColumn(20)
  cause!: RiskChangeCause;

  @TextColumn(500, { nullable: true })
  note!: string | null;

  @TextColumn(40)
  modelVersion!: string;

  @TextColumn(120)
  actor!: string;

  @InstantColumn()
  at!: Date;
}
