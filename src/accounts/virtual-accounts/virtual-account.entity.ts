import { Column, Entity, Index } from 'typeorm';
import { DateColumn, IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../../common/database/columns';

export const VIRTUAL_ACCOUNT_STATUSES = ['Active', 'Closed'] as const;
export type VirtualAccountStatus = (typeof VIRTUAL_ACCOUNT_STATUSES)[number];

/** An inbound collection alias of a company's account: it has a number and a name but no ledger account of its own. */
@Entity()
@Index('uq_virtual_account_account_number', ['institutionId', 'accountNumber'], { unique: true })
@Index('uq_virtual_account_record_id', ['institutionId', 'recordId'], { unique: true })
@Index('uq_virtual_account_reference', ['institutionId', 'referenceNumber'], { unique: true, where: 'reference_number IS NOT NULL' })
@Index('ix_virtual_account_settlement', ['institutionId', 'settlementAccountId', 'id'])
export class VirtualAccount extends TenantEntity {
  @Column({ type: 'uuid' })
  recordId!: string;

  @TextColumn(10)
  accountNumber!: string;

  /** The deposit account that credits go to. */
  @IdColumn()
  settlementAccountId!: number;

  @TextColumn(200)
  accountName!: string;

  /** `searchName` of the composite name that callers see. */
  @TextColumn(500)
  searchName!: string;

  @TextColumn(20)
  status!: VirtualAccountStatus;

  @TextColumn(80)
  lastName!: string;

  @TextColumn(80)
  firstName!: string;

  @TextColumn(80, { nullable: true })
  otherNames!: string | null;

  @TextColumn(100, { nullable: true })
  alias!: string | null;

  /** E.164. */
  @TextColumn(20)
  phoneNumber!: string;

  /** Lower case. */
  @TextColumn(250)
  email!: string;

  @TextColumn(11, { nullable: true })
  bvn!: string | null;

  @TextColumn(11, { nullable: true })
  nin!: string | null;

  @TextColumn(20, { nullable: true })
  tin!: string | null;

  @TextColumn(20, { nullable: true })
  maritalStatus!: string | null;

  @TextColumn(50, { nullable: true })
  religion!: string | null;

  @TextColumn(100, { nullable: true })
  homeTown!: string | null;

  @DateColumn({ nullable: true })
  dateOfBirth!: string | null;

  @TextColumn(60, { nullable: true })
  nationality!: string | null;

  @TextColumn(60, { nullable: true })
  state!: string | null;

  @TextColumn(100, { nullable: true })
  lga!: string | null;

  @TextColumn(50, { nullable: true })
  identificationType!: string | null;

  @TextColumn(50, { nullable: true })
  identificationNumber!: string | null;

  /** Politically exposed person. */
  @Column({ type: 'boolean', nullable: true })
  pep!: boolean | null;

  @Column({ name: 'employee_number', type: 'character varying', length: '50', nullable: true })
  employeeID!: string | null;

  @TextColumn(500, { nullable: true })
  address!: string | null;

  @Column({ type: 'boolean', nullable: true })
  ignorePrefix!: boolean | null;

  @Column({ type: 'boolean', nullable: true })
  isBusinessAccount!: boolean | null;

  /** What the caller expects to be paid; kept, not enforced. */
  @KoboColumn({ nullable: true })
  paymentAmountKobo!: bigint | null;

  /** As sent; the field's name is the contract's. */
  @Column({ type: 'jsonb', nullable: true })
  proxyPaymentDetails!: object | null;

  @TextColumn(100, { nullable: true })
  referenceNumber!: string | null;

  /** Business date. */
  @DateColumn()
  dateOpened!: string;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;
}
