import { Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/** That a customer belongs to a company or group. The members of one are replaced as a whole. */
@Entity()
@Index('uq_group_member_customer', ['institutionId', 'groupCustomerId', 'memberCustomerId'], { unique: true })
@Index('ix_group_member_of', ['institutionId', 'memberCustomerId', 'groupCustomerId'])
export class GroupMember extends TenantEntity {
  /** The company or group. */
  @IdColumn()
  groupCustomerId!: number;

  @IdColumn()
  memberCustomerId!: number;

  /** In the caller's words, such as `Director`. */
  @TextColumn(50, { nullable: true })
  role!: string | null;

  @InstantColumn()
  createdAt!: Date;
}
