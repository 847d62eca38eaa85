import { Column, Entity, Index } from 'typeorm';
import {
  DateColumn,
  IdColumn,
  InstantColumn,
  KoboColumn,
  TenantEntity,
  TextColumn,
} from '../../common/database/columns';
import type { LoanStatus } from './loan-status';

export const MANDATE_STATUSES = ['None', 'Active'] as const;
/** Shows whether a recovery partner may collect for the loan. */
export type MandateStatus = (typeof MANDATE_STATUSES)[number];

export const LOAN_CLASSIFICATIONS = ['Performing', 'PassAndWatch', 'Substandard', 'Doubtful', 'Lost'] as const;
/** Supervisory class by days past due (docs/domain/loans.md#151-classification). */
export type LoanClassification = (typeof LOAN_CLASSIFICATIONS)[number];

/**
 * A loan: borrower, status and the totals of its instalments. Its terms are in `LoanContract`, its schedule in
 * `LoanInstalment`, its balances in its accounts of record; the principal account has the id of the loan. The totals
 * are written with every change of an instalment, in the same transaction (`Loans.save`).
 */
@Entity()
@Index('uq_loan_number', ['institutionId', 'loanAccountNumber'], { unique: true })
@Index('uq_loan_reference', ['institutionId', 'referenceNumber'], { unique: true })
@Index('ix_loan_customer', ['institutionId', 'customerId', 'id'])
@Index('ix_loan_linked', ['institutionId', 'linkedAccountId', 'id'])
@Index('ix_loan_agent', ['institutionId', 'agentId', 'id'], { where: 'agent_id IS NOT NULL' })
@Index('ix_loan_officer', ['institutionId', 'accountOfficerStaffID', 'id'])
@Index('ix_loan_product', ['institutionId', 'productId', 'id'])
@Index('ix_loan_branch', ['institutionId', 'branchId', 'id'])
@Index('ix_loan_status', ['institutionId', 'status', 'id'])
@Index('ix_loan_start', ['institutionId', 'startDate', 'id'])
@Index('ix_loan_overdue', ['institutionId', 'overdueKobo', 'id'])
@Index('ix_loan_overdue_since', ['institutionId', 'overdueSince', 'id'])
@Index('ix_loan_group', ['institutionId', 'groupLoanId', 'id'], { where: 'group_loan_id IS NOT NULL' })
export class Loan extends TenantEntity {
  /** NUBAN; also the `loanReference` of the recovery partner. */
  @TextColumn(20)
  loanAccountNumber!: string;

  @TextColumn(100)
  referenceNumber!: string;

  @TextColumn(20)
  status!: LoanStatus;

  @IdColumn()
  customerId!: number;

  /** The deposit account that receives the proceeds and pays the instalments. Its ledger account has the same id. */
  @IdColumn()
  linkedAccountId!: number;

  @TextColumn(20)
  linkedNumber!: string;

  @IdColumn()
  productId!: number;

  @IdColumn()
  branchId!: number;

  @TextColumn(50, { nullable: true })
  accountOfficerStaffID!: string | null;

  @IdColumn({ nullable: true })
  agentId!: number | null;

  @IdColumn({ nullable: true })
  groupLoanId!: number | null;

  /** The group's own reference for the participant. */
  @TextColumn(100, { nullable: true })
  preferredPartnerReference!: string | null;

  /** The current contract; a restructure adds another one. */
  @IdColumn()
  contractId!: number;

  /** The pending approval of the loan or of a change. */
  @IdColumn({ nullable: true })
  approvalId!: number | null;

  @KoboColumn()
  principalKobo!: bigint;

  /** Rate of the current contract in percent, as decimal text. */
  @Column({ type: 'numeric', precision: 9, scale: 4 })
  interestRate!: string;

  /** In units of the contract's repayment frequency. */
  @Column({ type: 'integer' })
  tenure!: number;

  /** Planned day of the disbursement. */
  @DateColumn()
  startDate!: string;

  @DateColumn({ nullable: true })
  disbursementDate!: string | null;

  /** The last due date. */
  @DateColumn({ nullable: true })
  maturityDate!: string | null;

  @DateColumn({ nullable: true })
  closedDate!: string | null;

  @DateColumn({ nullable: true })
  restructuredDate!: string | null;

  /** Accounts of record besides the principal account; null before disbursement. */
  @IdColumn({ nullable: true })
  interestAccountId!: number | null;

  @IdColumn({ nullable: true })
  feeAccountId!: number | null;

  @IdColumn({ nullable: true })
  defaultAccountId!: number | null;

  @IdColumn({ nullable: true })
  penaltyAccountId!: number | null;

  /** Account of unearned upfront interest; null without upfront interest. */
  @IdColumn({ nullable: true })
  unearnedAccountId!: number | null;

  /** Account of interest that was paid ahead; null until interest is paid ahead. */
  @IdColumn({ nullable: true })
  aheadAccountId!: number | null;

  /** Disbursed principal, capitalised interest included. */
  @KoboColumn({ default: 0 })
  disbursedKobo!: bigint;

  @KoboColumn({ default: 0 })
  principalRepaidKobo!: bigint;

  @KoboColumn({ default: 0 })
  principalWrittenOffKobo!: bigint;

  /** disbursed − repaid − written off; the balance of the principal account. */
  @KoboColumn({ default: 0 })
  outstandingPrincipalKobo!: bigint;

  /** Unpaid amount of all instalments, future ones included. */
  @KoboColumn({ default: 0 })
  outstandingInterestKobo!: bigint;

  @KoboColumn({ default: 0 })
  outstandingFeeKobo!: bigint;

  @KoboColumn({ default: 0 })
  outstandingDefaultKobo!: bigint;

  @KoboColumn({ default: 0 })
  outstandingPenaltyKobo!: bigint;

  /** Unpaid amount of instalments that were due before the business date. */
  @KoboColumn({ default: 0 })
  overdueKobo!: bigint;

  /** Due date of the oldest overdue instalment. */
  @DateColumn({ nullable: true })
  overdueSince!: string | null;

  /** Due date of the first unpaid instalment that is not overdue. */
  @DateColumn({ nullable: true })
  nextDueDate!: string | null;

  @KoboColumn({ default: 0 })
  nextDueKobo!: bigint;

  /** The due date of which an event has given notice; null before the first. */
  @DateColumn({ nullable: true })
  dueNoticeFor!: string | null;

  @TextColumn(20, { default: 'Performing' })
  classification!: LoanClassification;

  /** The class of the customer's worst loan, where classes spread and it is worse than the loan's own. */
  @TextColumn(20, { nullable: true })
  inheritedClassification!: LoanClassification | null;

  /** Interest recognised so far: debited to the receivable, or earned from upfront interest. */
  @KoboColumn({ default: 0 })
  interestAccruedKobo!: bigint;

  /** Interest is recognised up to this date, exclusive of the night after it. */
  @DateColumn({ nullable: true })
  accruedThrough!: string | null;

  /** Recognised interest that is neither capitalised nor paid; below 0 when interest was paid ahead. */
  @KoboColumn({ default: 0 })
  interestOwedKobo!: bigint;

  /** Recognised interest that is in suspense and not paid (docs/domain/loans.md#suspense). */
  @KoboColumn({ default: 0 })
  suspendedInterestKobo!: bigint;

  /** Interest in suspense that was capitalised: it is part of the outstanding principal. */
  @KoboColumn({ default: 0 })
  suspendedPrincipalKobo!: bigint;

  /** Fees in suspense, without VAT. */
  @KoboColumn({ default: 0 })
  suspendedFeeKobo!: bigint;

  @KoboColumn({ default: 0 })
  suspendedDefaultKobo!: bigint;

  @KoboColumn({ default: 0 })
  suspendedPenaltyKobo!: bigint;

  /** Day since which new income goes to suspense; null while it is income. */
  @DateColumn({ nullable: true })
  suspendedSince!: string | null;

  /** Day since which a loan in suspense has been performing again; null while it is not. */
  @DateColumn({ nullable: true })
  curingSince!: string | null;

  /** Fees of instalments recognised so far. */
  @KoboColumn({ default: 0 })
  feeAccruedKobo!: bigint;

  /** Written-off amount of all components that was not recovered. */
  @KoboColumn({ default: 0 })
  writtenOffKobo!: bigint;

  @KoboColumn({ default: 0 })
  recoveredKobo!: bigint;

  @TextColumn(20, { default: 'None' })
  mandateStatus!: MandateStatus;

  @TextColumn(1000, { nullable: true })
  notes!: string | null;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn()
  updatedAt!: Date;
}
