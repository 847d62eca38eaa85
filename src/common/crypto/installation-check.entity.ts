import { Entity, PrimaryColumn } from 'typeorm';
import { TextColumn } from '../database/columns';

/** A known text, sealed with the master key: a process whose key does not open it has the wrong key. */
@Entity()
export class InstallationCheck {
  /** `master-key`. */
  @PrimaryColumn({ type: 'character varying', length: '20' })
  name!: string;

  @TextColumn(200)
  sealedValue!: string;
}
