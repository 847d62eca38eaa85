import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/**
 * Live scenarios whose scores count together (docs/api/scenarios.md#groups). Every change waits for a second person, so
 * there are no versions.
 */
@Entity()
@Index('uq_aml_scenario_group_code', ['institutionId', 'code'], { unique: true })
export class AmlScenarioGroup extends TenantEntity {
  @TextColumn(60)
  code!: string;

  @TextColumn(100)
  publicName!: string;

  /** A `ScenarioGroupDefinition`. */
  @Column({ type: 'jsonb' })
  definition!: Record<string, unknown>;

  @Column({ type: 'boolean' })
  active!: boolean;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn()
  updatedAt!: Date;
}
