import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PageQuery } from '../common/http/paging.dto';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../common/time/is-calendar-date';
import type { InstalmentStatus } from '../loans/contract/instalment-amounts';
import type { LoanClassification } from '../loans/contract/loan.entity';
import type { LoanStatus } from '../loans/contract/loan-status';
import { ScheduleRowView } from '../loans/reading/loan-schedule.dto';

/** Filters of the loan expectation. */
@FieldRelations({ rule: 'not-before', field: 'EndDate', other: 'StartDate' })
export class LoanExpectationQuery extends PageQuery {
  /** First due date.
   * @example "2026-12-01" */
  @IsCalendarDate()
  StartDate!: string;

  /** Last due date.
   * @example "2026-12-31" */
  @IsCalendarDate()
  EndDate!: string;

  /** @example "0000010302" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  LoanAccountNumber?: string;

  /** @example "001" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  BranchCode?: string;

  /** Staff id of the account officer.
   * @example "STF001" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(50)
  AccountOfficerCode?: string;

  /** @example "LN001" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(50)
  ProductCode?: string;

  /** @example "AG000001" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(50)
  AgentCode?: string;

  override Direction: 'Asc' | 'Desc' = 'Asc';

  /** Column by which the rows are sorted. */
  @IsOptional()
  @IsIn(['dueDate'])
  override SortColumn: string = 'dueDate';
}

/** Expected amounts by component, in Naira. */
export class ExpectedAmounts {
  /** @example 18639.9 */
  principalDue!: number;

  /** @example 5000 */
  interestDue!: number;

  /** @example 0 */
  feeDue!: number;

  /** Default interest charged so far.
   * @example 0 */
  defaultDue!: number;

  /** @example 0 */
  penaltyDue!: number;

  /** @example 23639.9 */
  totalDue!: number;

  /** @example 0 */
  totalPaid!: number;

  /** Amount due less amount paid.
   * @example 23639.9 */
  totalOutstanding!: number;
}

/** An instalment that falls due in the period. */
export class LoanExpectationRowView extends ExpectedAmounts {
  /** Id of the instalment.
   * @example 20611 */
  id!: number;

  /** @example "0000010302" */
  loanAccountNumber!: string;

  /** @example "CUS0000010019" */
  customerID!: string;

  /** @example "Adaeze Okafor" */
  customerName!: string;

  /** Account from which the instalments are collected.
   * @example "0000010021" */
  linkedNumber!: string;

  /** @example "LN001" */
  productCode!: string;

  /** @example "001" */
  branchCode!: string;

  /** @example "STF001" */
  accountOfficerCode!: string | null;

  /** @example "AG000001" */
  agentCode!: string | null;

  /** @example "Active" */
  loanStatus!: LoanStatus;

  /** @example 1 */
  instalmentNumber!: number;

  /** @example "2026-12-21" */
  dueDate!: string;

  /** @example "Pending" */
  status!: InstalmentStatus;
}

/** A page of expected instalments. */
export class LoanExpectationView {
  data!: LoanExpectationRowView[];

  /** Totals of the whole period, over all pages. */
  totals!: ExpectedAmounts;

  /** @example 1 */
  recordCount!: number;

  /** Present when there are more than 10,000 rows; `recordCount` is then 10,000.
   * @example true */
  recordCountIsCapped?: true;

  /** @example 1 */
  pageNumber!: number;

  /** @example 20 */
  pageSize!: number;
}

/** The loan to track. */
export class LoanTrackingQuery {
  /** @example "0000010302" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  LoanAccountNumber!: string;
}

/** Repayment of a loan, as of the business date. Amounts are in Naira. */
export class LoanTrackingView {
  /** @example "0000010302" */
  loanAccountNumber!: string;

  /** @example "Active" */
  loanStatus!: LoanStatus;

  /** @example "CUS0000010019" */
  customerID!: string;

  /** @example "Adaeze Okafor" */
  customerName!: string;

  /** @example "0000010021" */
  linkedNumber!: string;

  /** Business date of the answer.
   * @example "2026-11-21" */
  asOf!: string;

  /** @example "2026-11-21" */
  disbursementDate!: string | null;

  /** @example "2027-11-21" */
  maturityDate!: string | null;

  /** Principal that was paid out, without interest that was capitalised later.
   * @example 250000 */
  amountDisbursed!: number;

  /** Amount due of the instalments up to the business date.
   * @example 23639.9 */
  amountDue!: number;

  /** Amount paid of all instalments.
   * @example 23639.9 */
  amountPaid!: number;

  /** Amount still to pay, whenever it is due.
   * @example 259250.5 */
  amountOutstanding!: number;

  /** Unpaid amount of the instalments that were due before the business date.
   * @example 0 */
  amountOverdue!: number;

  /** Days since the due date of the oldest overdue instalment.
   * @example 0 */
  daysPastDue!: number;

  /** @example "Performing" */
  classification!: LoanClassification;

  /** @example "2026-12-21" */
  nextDueDate!: string | null;

  /** @example 23639.9 */
  nextDueAmount!: number;

  instalments!: ScheduleRowView[];
}
