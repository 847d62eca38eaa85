import { Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { StaffStatus } from '../institutions/staff/staff.entity';

/**
 * A field agent, to whom loans are attributed (`docs/api/liens-overdrafts-limits.md#agents`). An agent is not an
 * account officer and cannot sign in. The index for searches by name is written by hand in the migration: it needs
 * `text_pattern_ops`, which cannot order a list.
 */
@Entity()
@Index('uq_agent_agent_code', ['institutionId', 'agentCode'], { unique: true })
@Index('uq_agent_reference', ['institutionId', 'referenceNumber'], {
  unique: true,
  where: 'reference_number IS NOT NULL',
})
@Index('ix_agent_branch', ['institutionId', 'branchId', 'id'])
@Index('ix_agent_status', ['institutionId', 'status', 'id'])
@Index('ix_agent_name_order', ['institutionId', 'searchName', 'id'])
@Index('ix_agent_search_name', { synchronize: false })
export class Agent extends TenantEntity {
  /** Generated, such as `AG000001`. Never reused for another agent. */
  @TextColumn(20)
  agentCode!: string;

  @TextColumn(250)
  name!: string;

  /** `searchName` of the name. */
  @TextColumn(250)
  searchName!: string;

  @IdColumn()
  branchId!: number;

  /** E.164. */
  @TextColumn(20, { nullable: true })
  phoneNumber!: string | null;

  /** Lower case. */
  @TextColumn(250, { nullable: true })
  emailAddress!: string | null;

  @TextColumn(500, { nullable: true })
  address!: string | null;

  @TextColumn(100, { nullable: true })
  referenceNumber!: string | null;

  @TextColumn(1000, { nullable: true })
  notes!: string | null;

  /** Agents have the same statuses as staff. */
  @TextColumn(20)
  status!: StaffStatus;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn()
  updatedAt!: Date;
}
