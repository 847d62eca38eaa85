import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/**
 * `draft` may still be changed; `shadow` is evaluated on real traffic without effects; `live` raises alerts and holds;
 * `replaced` and `retired` were in use before.
 */
export const SCENARIO_STATES = ['draft', 'shadow', 'live', 'replaced', 'retired'] as const;
export type ScenarioState = (typeof SCENARIO_STATES)[number];

/**
 * A version of a scenario of an institution (docs/api/scenarios.md#states). The definition of a version is changed only
 * while it is a draft. A scenario that ships with the program has no row until staff touch it.
 */
@Entity()
@Index('uq_aml_scenario_version_number', ['institutionId', 'code', 'version'], { unique: true })
@Index('uq_aml_scenario_version_in_state', ['institutionId', 'code', 'state'], {
  unique: true,
  where: `"state" IN ('draft', 'shadow', 'live')`,
})
@Index('ix_aml_scenario_version_in_use', ['institutionId'], { where: `"state" IN ('shadow', 'live')` })
export class AmlScenarioVersion extends TenantEntity {
  /** Identifies the scenario within the institution, such as `rapid-pass-through`. */
  @TextColumn(60)
  code!: string;

  /** 1, 2, 3 and so on within the scenario. */
  @Column({ type: 'integer' })
  version!: number;

  @TextColumn(10)
  state!: ScenarioState;

  /** The only name that outsiders see, in the reason of a hold. */
  @TextColumn(100)
  publicName!: string;

  /** As staff wrote it (docs/domain/scenarios.md). */
  @Column({ type: 'jsonb' })
  definition!: Record<string, unknown>;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn()
  updatedAt!: Date;

  @InstantColumn({ nullable: true })
  shadowSince!: Date | null;

  @InstantColumn({ nullable: true })
  liveSince!: Date | null;

  /** The end of its use, in shadow or live. */
  @InstantColumn({ nullable: true })
  endedAt!: Date | null;
}
