import { Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/** A customer's membership in a company or group. An update replaces all members of the group. */
@Entity()
@Index('uq_group_member_customer', ['institutionId', 'groupCustomerId', 'memberCustomerId'], { unique: true })
@Index('ix_group_member_of', ['institutionId', 'memberCustomerId', 'groupCustomerId'])
export class GroupMember extends TenantEntity {
  /** The company or group. */
  @IdColumn()
  groupCustomerId!: number;

  @IdColumn()
  memberCustomerId!: number;

  /** The caller's own text, such as `Director`. */
  @TextColumn(50, { nullable: true })
  role!: string | null;

  @InstantColumn()
  createdAt!: Date;
}
