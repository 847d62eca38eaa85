import { Entity, Index } from 'typeorm';
import { PrimaryIdColumn, TextColumn } from './columns';

/** Routing table: all institutions, read when no institution is selected. */
@Entity()
@Index('uq_institution_directory_code', ['code'], { unique: true })
export class InstitutionDirectory {
  @PrimaryIdColumn()
  institutionId!: number;

  @TextColumn(6)
  code!: string;
}
