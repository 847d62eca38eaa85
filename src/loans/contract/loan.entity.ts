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
/** Whether a recovery partner may collect for the loan. */
export type MandateStatus = (typeof MANDATE_STATUSES)[number];

export const LOAN_CLASSIFICATIONS = ['Performing', 'PassAndWatch', 'Substandard', 'Doubtful', 'Lost'] as const;
/** How good the loan is by its days past due (CBN prudential guidelines). */
export type LoanClassification = (typeof LOAN_CLASSIFICATIONS)[number];

/**
 * A loan: who owes, in what state, and the sums of its instalments. What it was agreed on is its contract, what is due when
 * are its instalments, what it weighs in the books are its accounts; its own id is that of its principal account. The sums
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
@Index('ix_loan_group', ['institutionId', 'groupLoanId', 'id'], { where: 'group_loan_id IS NOT NULL' })
export class Loan extends TenantEntity {
  /** NUBAN; the recovery partner's `loanReference` too. */
  @TextColumn(20)
  loanAccountNumber!: string;

  @TextColumn(100)
  referenceNumber!: string;

  @TextColumn(20)
  status!: LoanStatus;

  @IdColumn()
  customerId!: number;

  /** The deposit account that is paid out to and collected from; its ledger account has the same id. */
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

  /** A group's own reference of the participant. */
  @TextColumn(100, { nullable: true })
  preferredPartnerReference!: string | null;

  /** The terms it runs under now; a restructure adds another contract. */
  @IdColumn()
  contractId!: number;

  /** The approval that the loan or a change of it waits for. */
  @IdColumn({ nullable: true })
  approvalId!: number | null;

  @KoboColumn()
  principalKobo!: bigint;

  /** Of the contract it runs under, percent, as decimal text. */
  @Column({ type: 'numeric', precision: 9, scale: 4 })
  interestRate!: string;

  /** In units of the contract's repayment frequency. */
  @Column({ type: 'integer' })
  tenure!: number;

  /** When it is to be disbursed. */
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

  /** Accounts of record beside the principal's; null before disbursement. */
  @IdColumn({ nullable: true })
  interestAccountId!: number | null;

  @IdColumn({ nullable: true })
  feeAccountId!: number | null;

  @IdColumn({ nullable: true })
  defaultAccountId!: number | null;

  @IdColumn({ nullable: true })
  penaltyAccountId!: number | null;

  /** Of interest taken upfront; null where there is none. */
  @IdColumn({ nullable: true })
  unearnedAccountId!: number | null;

  /** Of the whole loan, capitalised interest included. */
  @KoboColumn({ default: 0 })
  disbursedKobo!: bigint;

  @KoboColumn({ default: 0 })
  principalRepaidKobo!: bigint;

  @KoboColumn({ default: 0 })
  principalWrittenOffKobo!: bigint;

  /** disbursed − repaid − written off; the balance of the principal account. */
  @KoboColumn({ default: 0 })
  outstandingPrincipalKobo!: bigint;

  /** Due and unpaid over all instalments, those to come included. */
  @KoboColumn({ default: 0 })
  outstandingInterestKobo!: bigint;

  @KoboColumn({ default: 0 })
  outstandingFeeKobo!: bigint;

  @KoboColumn({ default: 0 })
  outstandingDefaultKobo!: bigint;

  @KoboColumn({ default: 0 })
  outstandingPenaltyKobo!: bigint;

  /** Unpaid of instalments that were due before the business date. */
  @KoboColumn({ default: 0 })
  overdueKobo!: bigint;

  /** Due date of the oldest overdue instalment. */
  @DateColumn({ nullable: true })
  overdueSince!: string | null;

  /** Of the first instalment with something unpaid that is not overdue. */
  @DateColumn({ nullable: true })
  nextDueDate!: string | null;

  @KoboColumn({ default: 0 })
  nextDueKobo!: bigint;

  @TextColumn(20, { default: 'Performing' })
  classification!: LoanClassification;

  /** Interest recognised so far: what the receivable was debited with, or earned of unearned interest. */
  @KoboColumn({ default: 0 })
  interestAccruedKobo!: bigint;

  /** Interest is recognised up to this date, exclusive of the night after it. */
  @DateColumn({ nullable: true })
  accruedThrough!: string | null;

  /** Of the recognised interest, what went to suspense and was not paid since. */
  @KoboColumn({ default: 0 })
  suspendedInterestKobo!: bigint;

  /** Fees of instalments recognised so far. */
  @KoboColumn({ default: 0 })
  feeAccruedKobo!: bigint;

  /** What was written off over all components and has not come back. */
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
