import { Entity, PrimaryColumn } from 'typeorm';
import { TextColumn } from './columns';

/** The oldest program that may serve a database with a migration. Written by whoever migrates, read by each start. */
@Entity()
export class SchemaTolerance {
  /** Name of the migration. */
  @PrimaryColumn({ type: 'character varying', length: '120' })
  migration!: string;

  /** A version such as `0.1.0`. */
  @TextColumn(20)
  oldestProgram!: string;
}
