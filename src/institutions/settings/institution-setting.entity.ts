import { Column, Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, PrimaryIdColumn, TextColumn } from '../../common/database/columns';

/** One configuration key of an institution; secrets are sealed (AES-256-GCM, bound to institution and key). */
@Entity()
export class InstitutionSetting {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryColumn({ type: 'character varying', length: '100' })
  key!: string;

  @Column({ type: 'text' })
  value!: string;

  @Column({ type: 'boolean', default: false })
  sealed!: boolean;

  @TextColumn(120)
  updatedBy!: string;

  @InstantColumn({ default: () => 'now()' })
  updatedAt!: Date;
}
