import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/** A named set of permissions for staff. */
@Entity()
@Index('uq_role_name', ['institutionId', 'name'], { unique: true })
export class Role extends TenantEntity {
  @TextColumn(60)
  name!: string;

  @TextColumn(250, { nullable: true })
  description!: string | null;

  @Column({ type: 'character varying', length: '100', array: true })
  permissions!: string[];

  @InstantColumn()
  createdAt!: Date;
}
