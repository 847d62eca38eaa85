import { Entity } from 'typeorm';
import { PrimaryIdColumn } from '../../common/database/columns';

/** Assignment of a role to a member of staff. */
@Entity()
export class StaffRole {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  staffId!: number;

  @PrimaryIdColumn()
  roleId!: number;
}
