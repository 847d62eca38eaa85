import { Column, Entity, Index } from 'typeorm';
import {
  DateColumn,
  IdColumn,
  InstantColumn,
  KoboColumn,
  TenantEntity,
  TextColumn,
} from '../../common/database/columns';
import type { LoanState } from './loan-state';
import type { LoanTransactionKind } from './loan-transaction.entity';

/** A leg of the money's source as an event keeps it. Kobo as decimal text. */
export interface EventLeg {
  accountId: number;
  side: 'debit' | 'credit';
  amountKobo: string;
  role: string;
}

/**
 * One act on a loan: its inputs, its dates, the version of the terms, and the loan as it was before. From these rows
 * the history after a reversed act is worked out again (docs/domain/loans.md#reversal). Append-only; a reversal is an
 * act of its own that names the reversed one.
 */
@Entity()
@Index('ix_loan_event_loan', ['institutionId', 'loanId', 'id'])
@Index('uq_loan_event_reverses', ['institutionId', 'reversesId'], { unique: true, where: 'reverses_id IS NOT NULL' })
export class LoanEvent extends TenantEntity {
  @IdColumn()
  loanId!: number;

  @TextColumn(20)
  kind!: LoanTransactionKind;

  @IdColumn({ nullable: true })
  postingId!: number | null;

  @TextColumn(100)
  reference!: string;

  /** Day of the act; the day before the business date for a collection of the end of day. */
  @DateColumn()
  valueDate!: string;

  @DateColumn()
  businessDate!: string;

  /** The version of the terms under which the act was decided. */
  @IdColumn()
  contractId!: number;

  @Column({ type: 'smallint' })
  contractVersion!: number;

  @KoboColumn()
  amountKobo!: bigint;

  /** What the act was asked for, with amounts in kobo as decimal text. */
  @Column({ type: 'jsonb' })
  inputs!: Record<string, unknown>;

  /** Legs of the money's source and of a surplus; null for a disbursement. */
  @Column({ type: 'jsonb', nullable: true })
  sourceLegs!: EventLeg[] | null;

  /** The loan before the act; null for a disbursement, before which there is nothing. */
  @Column({ type: 'jsonb', nullable: true })
  before!: LoanState | null;

  /** The act that this one reverses. */
  @IdColumn({ nullable: true })
  reversesId!: number | null;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;
}
