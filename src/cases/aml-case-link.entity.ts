import { Entity } from 'typeorm';
import { InstantColumn, PrimaryIdColumn, TextColumn } from '../common/database/columns';

/** Two cases that belong together; the one with the lower id comes first. */
@Entity()
export class AmlCaseLink {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  caseId!: number;

  @PrimaryIdColumn()
  otherCaseId!: number;

  @TextColumn(500)
  reason!: string;

  @TextColumn(120)
  linkedBy!: string;

  @InstantColumn()
  linkedAt!: Date;
}
