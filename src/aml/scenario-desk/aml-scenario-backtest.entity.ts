import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

export const BACKTEST_STATES = ['Running', 'Done', 'Failed'] as const;
export type BacktestState = (typeof BACKTEST_STATES)[number];

/** A version of a scenario tried on stored movements (docs/api/scenarios.md#backtest). */
@Entity()
@Index('ix_aml_scenario_backtest_code', ['institutionId', 'code', 'id'])
export class AmlScenarioBacktest extends TenantEntity {
  @TextColumn(60)
  code!: string;

  @Column({ type: 'integer' })
  version!: number;

  /** The version that was live and is compared with; null where none was. */
  @Column({ type: 'integer', nullable: true })
  liveVersion!: number | null;

  @Column({ type: 'integer' })
  days!: number;

  @TextColumn(10)
  state!: BacktestState;

  /** The definition that was tried: a draft may change while it runs. */
  @Column({ type: 'jsonb' })
  definition!: Record<string, unknown>;

  /** Set when it is done. */
  @Column({ type: 'jsonb', nullable: true })
  result!: Record<string, unknown> | null;

  @TextColumn(500, { nullable: true })
  failure!: string | null;

  @TextColumn(120)
  requestedBy!: string;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn({ nullable: true })
  finishedAt!: Date | null;
}
