import { Entity } from 'typeorm';
import { PrimaryIdColumn } from '../../common/database/columns';

/** A role that a member of staff has. */
@Entity()
export class StaffRole {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  staffId!: number;

  @PrimaryIdColumn()
  roleId!: number;
}
