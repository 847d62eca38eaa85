import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn, PrimaryIdColumn, TextColumn } from '../common/database/columns';

/** A call of an API client. The table has a partition for each slot (`request-slots.ts`), which is emptied whole. */
@Entity()
@Index('ix_api_request_reference', ['institutionId', 'reference'], { where: 'reference IS NOT NULL' })
@Index('ix_api_request_correlation_id', ['institutionId', 'correlationId'])
export class ApiRequest {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryColumn({ type: 'smallint' })
  slot!: number;

  @PrimaryColumn({ type: 'character varying', length: '40' })
  clientId!: string;

  @PrimaryColumn({
    type: 'bigint',
    default: () => "nextval('api_request_order')",
    transformer: { to: (value: unknown): unknown => value, from: Number },
  })
  id!: number;

  @InstantColumn()
  at!: Date;

  @TextColumn(10)
  method!: string;

  /** The route's pattern. */
  @TextColumn(200)
  path!: string;

  @Column({ type: 'smallint' })
  status!: number;

  /** The code of an error or of a 202. */
  @TextColumn(60, { nullable: true })
  code!: string | null;

  @Column({ type: 'integer' })
  durationMs!: number;

  @TextColumn(100, { nullable: true })
  reference!: string | null;

  @TextColumn(100)
  correlationId!: string;

  /** The shown fields of the body, as JSON. */
  @Column({ type: 'json', nullable: true })
  body!: Record<string, unknown> | null;

  /** The shown fields of the answer, as JSON. */
  @Column({ type: 'json', nullable: true })
  answer!: Record<string, unknown> | null;

  /** Calls before this one that could not be kept, because more came than could be written. */
  @Column({ type: 'integer', default: 0 })
  lostBefore!: number;
}
