import { Column, Entity, Index } from 'typeorm';
import { DateColumn, IdColumn, InstantColumn, KoboColumn, TextColumn } from '../../common/database/columns';
import type { FeeKind, FeeTime } from '../../products/fees/product-fee.entity';
import type {
  DayCount,
  FREQUENCIES,
  INTEREST_COMPUTATION_MODELS,
  MORATORIA,
  MoratoriumInterest,
  PAYMENT_TYPES,
  RATE_BASES,
} from '../../products/terms/loan-enumerations';
import { LoanTermColumns } from '../../products/terms/loan-term-columns';

const RATE = { type: 'numeric', precision: 9, scale: 4 } as const;

/** A fee of the product, copied when the loan was requested. */
export interface ContractFee {
  id: number;
  name: string;
  kind: FeeKind;
  /** Flat fee: kobo as decimal text. */
  amountKobo: string | null;
  /** Percentage fee: percent of the principal, as decimal text. */
  rate: string | null;
  vatApplies: boolean;
  incomeGlAccountId: number;
  charged: FeeTime;
}

/** Details of the request that no schedule depends on: collateral, guarantors, sector, source of the rate. */
export interface LoanDetails {
  lendingModel: number;
  /** The named rate of the product; its tiers apply again when the principal changes before disbursement. */
  applicableInterestID?: number | null;
  overrideProductInterestRate?: boolean | null;
  ignoreProductDefaultMoratorium?: boolean | null;
  economicSector?: number | null;
  oracleNumber?: string | null;
  collateralPledge?: boolean | null;
  collateralType?: number | null;
  collateralValuation?: number | null;
  collateralDescription?: string | null;
  loanGuarantors?: number[] | null;
  repaymentTrackers?: number | null;
  /** The loan that is settled out of the proceeds. */
  refinancedLoanNumber?: string | null;
}

/**
 * The terms of a loan, copied from its product and its request, so that a change of the product changes no loan. The
 * first contract is the offer; each restructure adds one. Rates are decimal text in percent.
 */
@Entity()
@Index('uq_loan_contract_version', ['institutionId', 'loanId', 'version'], { unique: true })
export class LoanContract extends LoanTermColumns {
  @IdColumn()
  loanId!: number;

  /** 1 for the offer, then one more for each restructure. */
  @Column({ type: 'smallint' })
  version!: number;

  /** The principal that its schedule repays. */
  @KoboColumn()
  principalKobo!: bigint;

  @Column(RATE)
  interestRate!: string;

  @Column({ type: 'smallint' })
  rateBasis!: (typeof RATE_BASES)[number];

  /** In units of `frequency`. */
  @Column({ type: 'integer' })
  tenure!: number;

  /** tenure / repaymentEvery. */
  @Column({ type: 'integer' })
  numberOfRepayments!: number;

  @Column({ type: 'smallint' })
  frequency!: (typeof FREQUENCIES)[number];

  @Column({ type: 'smallint' })
  repaymentEvery!: number;

  /** Principal is due with every so many instalments, interest with every so many; one of them is 1. */
  @Column({ type: 'smallint', default: 1 })
  principalEvery!: number;

  @Column({ type: 'smallint', default: 1 })
  interestEvery!: number;

  @Column({ type: 'smallint' })
  interestComputationModel!: (typeof INTEREST_COMPUTATION_MODELS)[number];

  @Column({ type: 'smallint' })
  principalRepaymentType!: (typeof PAYMENT_TYPES)[number];

  @Column({ type: 'smallint' })
  interestPaymentType!: (typeof PAYMENT_TYPES)[number];

  @TextColumn(20)
  dayCount!: DayCount;

  @Column({ type: 'smallint' })
  moratorium!: (typeof MORATORIA)[number];

  @Column({ type: 'smallint' })
  moratoriumPeriods!: number;

  @TextColumn(10)
  moratoriumInterest!: MoratoriumInterest;

  /** Start of its schedule: the day of the disbursement or of the restructure. */
  @DateColumn()
  effectiveDate!: string;

  @DateColumn({ nullable: true })
  interestAccrualStartDate!: string | null;

  @DateColumn({ nullable: true })
  firstRepaymentDate!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  fee!: ContractFee | null;

  /** Must be available on the linked account at disbursement; it stays under a lien until the loan closes. */
  @KoboColumn({ default: 0 })
  securityDepositKobo!: bigint;

  @Column({ type: 'boolean' })
  allowDisbursementToGL!: boolean;

  @IdColumn({ nullable: true })
  disbursementGlAccountId!: number | null;

  @Column({ type: 'jsonb' })
  particulars!: LoanDetails;

  @InstantColumn()
  createdAt!: Date;
}
