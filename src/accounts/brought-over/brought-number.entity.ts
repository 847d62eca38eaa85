import { Entity, PrimaryColumn } from 'typeorm';
import { PrimaryIdColumn } from '../../common/database/columns';

/**
 * An account number of a loan or a fixed deposit that came with an import. Callers cannot name accounts of contracts,
 * so these numbers are not in the directory; new accounts must not get them either.
 */
@Entity()
export class BroughtNumber {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryColumn({ type: 'character varying', length: '10' })
  number!: string;
}
