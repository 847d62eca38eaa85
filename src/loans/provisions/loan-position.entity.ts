import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { DateColumn, IdColumn, KoboColumn, PrimaryIdColumn, TextColumn } from '../../common/database/columns';
import type { LoanClassification } from '../contract/loan.entity';

/** `until` of the latest position of a loan. */
export const NO_END = '9999-12-31';

/** Stages of impairment under IFRS 9: 12-month expected loss, lifetime expected loss, credit-impaired. */
export type ImpairmentStage = 1 | 2 | 3;

/**
 * The figures of a loan at the end of a business date, for provisions and reports of the portfolio as of a closed day.
 * A row is added only when a figure differs from the row before, which then ends. Days past due are the days from
 * `overdueSince`, so a loan that only gets later has no new row (docs/domain/provisions.md#positions).
 */
@Entity()
@Index('ix_loan_position_until', ['institutionId', 'until', 'date'])
export class LoanPosition {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  loanId!: number;

  /** The first date at whose end the figures held. */
  @PrimaryColumn({ type: 'date' })
  date!: string;

  /** The date of the next row, at whose end these figures no longer held. */
  @DateColumn({ default: NO_END })
  until!: string;

  @IdColumn()
  branchId!: number;

  @IdColumn()
  productId!: number;

  @TextColumn(50, { nullable: true })
  accountOfficerStaffID!: string | null;

  @IdColumn({ nullable: true })
  agentId!: number | null;

  @TextColumn(20)
  classification!: LoanClassification;

  @Column({ type: 'smallint' })
  stage!: ImpairmentStage;

  /** Due date of the oldest unpaid instalment. */
  @DateColumn({ nullable: true })
  overdueSince!: string | null;

  /** Outstanding principal; 0 once the loan has ended. */
  @KoboColumn()
  principalKobo!: bigint;

  /** Principal less interest in suspense that was capitalised to it and less unearned upfront interest. */
  @KoboColumn()
  exposureKobo!: bigint;

  /** Provision that the scale of classes asks for. */
  @KoboColumn()
  prudentialKobo!: bigint;

  /** Expected credit loss by the institution's tables; 0 without tables. */
  @KoboColumn()
  expectedLossKobo!: bigint;

  /** The part of the allowance in the books that belongs to the loan. */
  @KoboColumn()
  allowanceKobo!: bigint;

  /** Allowance that a write-off used on this date. */
  @KoboColumn({ default: 0 })
  usedKobo!: bigint;
}
