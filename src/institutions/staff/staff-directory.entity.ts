import { Entity, PrimaryColumn } from 'typeorm';
import { IdColumn, TextColumn } from '../../common/database/columns';

/** Routing table: the member of staff of an e-mail address, read at sign-in before the institution is known. */
@Entity()
export class StaffDirectory {
  /** Lower case. */
  @PrimaryColumn({ type: 'character varying', length: '250' })
  email!: string;

  @IdColumn()
  institutionId!: number;

  @TextColumn(20)
  staffCode!: string;
}
