import { Column, Entity, Index } from 'typeorm';
import { DateColumn, IdColumn, InstantColumn, KoboColumn, TextColumn } from '../../common/database/columns';
import { PersonEntity } from '../customers/person-entity';

export const VIRTUAL_ACCOUNT_STATUSES = ['Active', 'Closed'] as const;
export type VirtualAccountStatus = (typeof VIRTUAL_ACCOUNT_STATUSES)[number];

/**
 * A collection number of a company's account, with a name but no ledger account of its own
 * (`docs/api/accounts.md#virtual-accounts`).
 */
@Entity()
@Index('uq_virtual_account_account_number', ['institutionId', 'accountNumber'], { unique: true })
@Index('uq_virtual_account_record_id', ['institutionId', 'recordId'], { unique: true })
@Index('uq_virtual_account_reference', ['institutionId', 'referenceNumber'], {
  unique: true,
  where: 'reference_number IS NOT NULL',
})
@Index('ix_virtual_account_settlement', ['institutionId', 'settlementAccountId', 'id'])
@Index('ix_virtual_account_closed', ['institutionId', 'id'], {
  where: 'date_closed IS NOT NULL AND erased_at IS NULL',
})
export class VirtualAccount extends PersonEntity {
  @Column({ type: 'uuid' })
  recordId!: string;

  @TextColumn(10)
  accountNumber!: string;

  /** The deposit account that credits go to. */
  @IdColumn()
  settlementAccountId!: number;

  /** Without the company's name, which answers append. */
  @TextColumn(200)
  accountName!: string;

  @TextColumn(20)
  status!: VirtualAccountStatus;

  @TextColumn(80)
  lastName!: string;

  @TextColumn(80)
  firstName!: string;

  @TextColumn(100, { nullable: true })
  alias!: string | null;

  /** E.164. */
  @TextColumn(20)
  phoneNumber!: string;

  /** Lower case. */
  @TextColumn(250)
  email!: string;

  /** Politically exposed person. */
  @Column({ type: 'boolean', nullable: true })
  pep!: boolean | null;

  @Column({ name: 'employee_number', type: 'character varying', length: '50', nullable: true })
  employeeID!: string | null;

  @Column({ type: 'boolean', nullable: true })
  ignorePrefix!: boolean | null;

  @Column({ type: 'boolean', nullable: true })
  isBusinessAccount!: boolean | null;

  /** The amount that the caller expects to be paid. Stored, not enforced. */
  @KoboColumn({ nullable: true })
  paymentAmountKobo!: bigint | null;

  /** The field `enhancedVirutalProxyPaymentDetails` as sent; a sealed text when it holds identity numbers. */
  @Column({ type: 'jsonb', nullable: true })
  proxyPaymentDetails!: object | string | null;

  @TextColumn(100, { nullable: true })
  referenceNumber!: string | null;

  /** Business date. */
  @DateColumn()
  dateOpened!: string;

  /** Business date. */
  @DateColumn({ nullable: true })
  dateClosed!: string | null;

  @TextColumn(250, { nullable: true })
  closureReason!: string | null;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;

  /** The erasure of the holder's details (docs/api/personal-data.md#erasure). */
  @InstantColumn({ nullable: true })
  erasedAt!: Date | null;
}
