import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/** The contribution of one condition of a scenario, or of one scenario of a group, in words. */
export interface VerdictContribution {
  text: string;
  met: boolean;
  points: number;
}

/**
 * A version of a scenario, or a group of scenarios, that a movement met (docs/api/scenarios.md#verdicts). Append-only.
 */
@Entity()
@Index('uq_aml_verdict_movement', ['institutionId', 'seq', 'code', 'version', 'mode'], { unique: true })
@Index('ix_aml_verdict_posting', ['institutionId', 'postingId', 'id'])
@Index('ix_aml_verdict_scenario', ['institutionId', 'code', 'version', 'at', 'id'])
export class AmlVerdict extends TenantEntity {
  /** The number of the movement's facts. */
  @IdColumn()
  seq!: number;

  @IdColumn()
  postingId!: number;

  @IdColumn()
  accountId!: number;

  /** Code of the scenario, or `group:` and that of a group. */
  @TextColumn(70)
  code!: string;

  /** 0 for a group. */
  @Column({ type: 'integer' })
  version!: number;

  @TextColumn(10)
  mode!: 'shadow' | 'live';

  @TextColumn(20)
  action!: string;

  /** 0 to 100. */
  @Column({ type: 'smallint' })
  score!: number;

  /** The facts that the scenario read, by name. */
  @Column({ type: 'jsonb' })
  values!: Record<string, unknown>;

  @Column({ type: 'jsonb' })
  contributions!: VerdictContribution[];

  @InstantColumn()
  at!: Date;
}
