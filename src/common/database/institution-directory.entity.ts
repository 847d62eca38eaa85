import { Entity, Index } from 'typeorm';
import { InstantColumn, PrimaryIdColumn, TextColumn } from './columns';

/** Routing table: all institutions, read when no institution is selected. */
@Entity()
@Index('uq_institution_directory_code', ['code'], { unique: true })
export class InstitutionDirectory {
  @PrimaryIdColumn()
  institutionId!: number;

  /** The code of the institution; of a retired one with its id, so that its successor has the code. */
  @TextColumn(26)
  code!: string;

  /** The time at which a reset of the sandbox replaced the institution: nobody can sign in, and no day is closed. */
  @InstantColumn({ nullable: true })
  retiredAt!: Date | null;
}
