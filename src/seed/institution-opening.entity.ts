import { Entity, PrimaryColumn } from 'typeorm';
import { IdColumn, InstantColumn, TextColumn } from '../common/database/columns';

/**
 * An institution that an operator opens. The row exists before the institution is complete, so that an interrupted
 * opening goes on with the same id.
 */
@Entity()
export class InstitutionOpening {
  /** The institution's CBN code. */
  @PrimaryColumn({ type: 'character varying', length: '6' })
  code!: string;

  @IdColumn()
  institutionId!: number;

  /** Name of the template. */
  @TextColumn(40)
  template!: string;

  /** Name of the operating system's user. */
  @TextColumn(100)
  openedBy!: string;

  @InstantColumn()
  startedAt!: Date;

  /** Null while steps are missing. */
  @InstantColumn({ nullable: true })
  completedAt!: Date | null;
}
