import { Column, Entity, Index } from 'typeorm';
import { DateColumn, IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { InterestPayment } from '../products/terms/deposit-enumerations';
import type { DayCount } from '../products/terms/loan-enumerations';
import type { FixedDepositLedgerRole, LedgerColumns } from '../products/terms/term-ledgers';

export const FIXED_DEPOSIT_STATUSES = [
  'PendingApproval',
  'Active',
  'Matured',
  'Liquidated',
  'RolledOver',
  'Declined',
] as const;
export type FixedDepositStatus = (typeof FIXED_DEPOSIT_STATUSES)[number];

export const ROLLOVERS = ['None', 'Principal', 'PrincipalAndInterest'] as const;
/** The rollover at maturity: none, of the principal, or of principal and net interest. */
export type Rollover = (typeof ROLLOVERS)[number];

/** The type of account that a deposit is paid to: 1 an account of the customer, 2 a GL account. */
export const LIQUIDATION_ACCOUNT_TYPES = [1, 2] as const;
export const LIQUIDATION_TO_GL = 2;

const PERCENT = { type: 'numeric', precision: 9, scale: 4 } as const;

/**
 * One term of a fixed deposit, with its product's terms at the start. A rollover ends it and begins the next term, in
 * its own row with its own contract number: both have the same account number and account of record, which holds the
 * principal. Interest is computed from the parts; this row keeps the interest booked and paid so far.
 */
@Entity()
@Index('uq_fixed_deposit_contract_no', ['institutionId', 'contractNo'], { unique: true })
@Index('uq_fixed_deposit_term', ['institutionId', 'accountNumber', 'term'], { unique: true })
@Index('uq_fixed_deposit_open', ['institutionId', 'ledgerAccountId'], {
  unique: true,
  where: `status IN ('PendingApproval', 'Active')`,
})
@Index('ix_fixed_deposit_customer', ['institutionId', 'customerId', 'id'])
@Index('ix_fixed_deposit_product', ['institutionId', 'productId', 'id'])
@Index('ix_fixed_deposit_status', ['institutionId', 'status', 'id'])
@Index('ix_fixed_deposit_maturity', ['institutionId', 'maturityDate', 'id'])
@Index('ix_fixed_deposit_due', ['institutionId', 'dueDate', 'id'], { where: `status = 'Active'` })
@Index('ix_fixed_deposit_liquidation', ['institutionId', 'liquidationAccountId'], {
  where: `status IN ('PendingApproval', 'Active')`,
})
@Index('ix_fixed_deposit_source', ['institutionId', 'sourceAccountId'], {
  where: `status IN ('PendingApproval', 'Active')`,
})
export class FixedDeposit extends TenantEntity implements LedgerColumns<FixedDepositLedgerRole> {
  @TextColumn(30)
  contractNo!: string;

  /** A NUBAN, shared by all terms of a deposit. */
  @TextColumn(10)
  accountNumber!: string;

  /** 1 for the first term; each rollover adds 1. */
  @Column({ type: 'smallint' })
  term!: number;

  @TextColumn(250)
  accountName!: string;

  /** The account of record that holds the principal; it is opened with the first posting. */
  @IdColumn()
  ledgerAccountId!: number;

  @IdColumn()
  customerId!: number;

  @Column({ name: 'customer_number', type: 'character varying', length: '8' })
  customerID!: string;

  @IdColumn()
  productId!: number;

  @TextColumn(20)
  productCode!: string;

  @IdColumn()
  branchId!: number;

  @Column({ name: 'account_officer_staff_code', type: 'character varying', length: '20' })
  accountOfficerStaffID!: string;

  /** The customer's account that was debited; null for the term of a rollover. */
  @IdColumn({ nullable: true })
  sourceAccountId!: number | null;

  @TextColumn(20, { nullable: true })
  sourceAccount!: string | null;

  @Column({ type: 'smallint' })
  liquidationAccountType!: number;

  /** Id of the account of record that receives principal and interest. */
  @IdColumn()
  liquidationAccountId!: number;

  @TextColumn(20)
  liquidationAccount!: string;

  /** Principal that earns interest; for an ended term, the principal at its end. */
  @KoboColumn()
  principalKobo!: bigint;

  /** Percent a year, as decimal text such as `12.0000`. */
  @Column(PERCENT)
  interestRate!: string;

  /** True when the rate was agreed for this deposit, so that a rollover keeps it. */
  @Column({ type: 'boolean' })
  rateAgreed!: boolean;

  /** The product's rate named in the request; null for the product's own rate. */
  @IdColumn({ nullable: true })
  productRateId!: number | null;

  @Column({ type: 'integer' })
  tenureDays!: number;

  @DateColumn()
  startDate!: string;

  /** The first day on which the principal no longer earns. */
  @DateColumn()
  maturityDate!: string;

  @TextColumn(20)
  applyRollover!: Rollover;

  @TextColumn(10)
  interestPayment!: InterestPayment;

  @TextColumn(20)
  status!: FixedDepositStatus;

  @TextColumn(20)
  dayCount!: DayCount;

  @Column(PERCENT)
  earlyLiquidationPenaltyPercent!: string;

  @Column(PERCENT)
  withholdingTaxPercent!: string;

  @KoboColumn()
  minPrincipalKobo!: bigint;

  @KoboColumn()
  maxPrincipalKobo!: bigint;

  @IdColumn()
  interestExpenseGlAccountId!: number;

  @IdColumn()
  interestPayableGlAccountId!: number;

  @IdColumn()
  prepaidInterestGlAccountId!: number;

  @IdColumn()
  withholdingTaxPayableGlAccountId!: number;

  /** Interest is booked as an expense up to this date, the date itself excluded. */
  @DateColumn()
  accruedThrough!: string;

  @KoboColumn()
  accruedKobo!: bigint;

  /**
   * Interest is paid up to this date, the date itself excluded: the start date for interest at maturity, the maturity
   * date for upfront interest.
   */
  @DateColumn()
  paidThrough!: string;

  /** Interest paid, before withholding tax. */
  @KoboColumn()
  paidKobo!: bigint;

  /** Interest settled with liquidated parts, before tax. */
  @KoboColumn()
  settledKobo!: bigint;

  @KoboColumn()
  taxWithheldKobo!: bigint;

  /** The next date for the end of day: the next payment of interest, or maturity. */
  @DateColumn()
  dueDate!: string;

  /** The caller's reference of the deposit; its later terms keep it. */
  @TextColumn(100)
  referenceNumber!: string;

  /** The approval that the deposit, a top-up or a liquidation waits for. */
  @IdColumn({ nullable: true })
  approvalId!: number | null;

  /** Business date on which the term ended. */
  @DateColumn({ nullable: true })
  closedOn!: string | null;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn()
  updatedAt!: Date;
}
