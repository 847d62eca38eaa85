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

/** What a fee of the product was when the loan was asked for. */
export interface ContractFee {
  id: number;
  name: string;
  kind: FeeKind;
  /** Of a flat fee, kobo as decimal text. */
  amountKobo: string | null;
  /** Of a percentage fee: percent of the principal, decimal text. */
  rate: string | null;
  vatApplies: boolean;
  incomeGlAccountId: number;
  charged: FeeTime;
}

/** What the request says of the loan and no schedule reads: collateral, guarantors, sector, where the rate comes from. */
export interface LoanDetails {
  lendingModel: number;
  /** The rate of the product that was named; the rate follows its tiers when the principal changes before disbursement. */
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
}

/**
 * The terms that a loan runs under: copied from its product and its request when it is asked for, so that a change of the
 * product changes no loan. The first contract is the offer; each restructure adds one. Rates are decimal text in percent.
 */
@Entity()
@Index('uq_loan_contract_version', ['institutionId', 'loanId', 'version'], { unique: true })
export class LoanContract extends LoanTermColumns {
  @IdColumn()
  loanId!: number;

  /** 1 of the offer, then one more for each restructure. */
  @Column({ type: 'smallint' })
  version!: number;

  /** What its schedule repays. */
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

  /** From which its schedule counts: the disbursement, or the day of the restructure. */
  @DateColumn()
  effectiveDate!: string;

  @DateColumn({ nullable: true })
  interestAccrualStartDate!: string | null;

  @DateColumn({ nullable: true })
  firstRepaymentDate!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  fee!: ContractFee | null;

  /** Must be available on the linked account when the loan is disbursed, and is held until it closes. */
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
