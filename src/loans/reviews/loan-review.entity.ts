import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

export const ANALYSIS_TYPES = [
  'LoanCreditBureauAnalysis',
  'LoanAiCreditReviewAnalysis',
  'GroupLoanCreditBureauAnalysis',
  'GroupLoanAiCreditReviewAnalysis',
] as const;
export type AnalysisType = (typeof ANALYSIS_TYPES)[number];

/**
 * A credit bureau or AI review of a loan or a group, with a snapshot of the loan. It is never changed, and deleted when
 * the borrower's data is erased.
 */
@Entity()
@Index('ix_loan_review_subject', ['institutionId', 'subjectId', 'id'])
export class LoanReview extends TenantEntity {
  @TextColumn(40)
  analysisType!: AnalysisType;

  /** Id of the loan or of the group loan. */
  @IdColumn()
  subjectId!: number;

  /** The snapshot that was reviewed. */
  @Column({ type: 'jsonb' })
  snapshot!: Record<string, unknown>;

  @Column({ type: 'jsonb' })
  creditBureau!: Record<string, unknown>;

  @Column({ type: 'text', nullable: true })
  review!: string | null;

  @TextColumn(120)
  requestedBy!: string;

  @InstantColumn()
  generatedAt!: Date;
}
