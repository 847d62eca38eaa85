import { Column, Entity, Index } from 'typeorm';
import { DateColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { RiskDriver, RiskLevel } from './rate-customer';

/** The present rating of a customer. Its id is the customer's (docs/api/risk-ratings.md). */
@Entity()
@Index('ix_risk_rating_level', ['institutionId', 'level', 'id'])
@Index('ix_risk_rating_review', ['institutionId', 'reviewOn', 'id'])
@Index('ix_risk_rating_rated', ['institutionId', 'ratedAt', 'id'])
export class RiskRating extends TenantEntity {
  /** The level that holds: the override's while there is one. */
  @TextColumn(10)
  level!: RiskLevel;

  /** The level that the model gives. */
  @TextColumn(10)
  modelLevel!: RiskLevel;

  @Column({ type: 'smallint' })
  score!: number;

  @Column({ type: 'jsonb' })
  drivers!: RiskDriver[];

  @TextColumn(40)
  modelVersion!: string;

  /** The level that staff have set instead of the model's. */
  @TextColumn(10, { nullable: true })
  overrideLevel!: RiskLevel | null;

  @TextColumn(500, { nullable: true })
  overrideReason!: string | null;

  @TextColumn(120, { nullable: true })
  overrideBy!: string | null;

  /** The last day of the override; the model decides again after it. */
  @DateColumn({ nullable: true })
  overrideUntil!: string | null;

  /** A level that waits for a second person. */
  @TextColumn(10, { nullable: true })
  proposedLevel!: RiskLevel | null;

  @TextColumn(500, { nullable: true })
  proposedReason!: string | null;

  @TextColumn(120, { nullable: true })
  proposedBy!: string | null;

  @DateColumn({ nullable: true })
  proposedUntil!: string | null;

  /** The day by which staff look at the customer again. */
  @DateColumn()
  reviewOn!: string;

  @InstantColumn()
  ratedAt!: Date;
}
