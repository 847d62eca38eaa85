import { Column, Entity, Index } from 'typeorm';
import { DigestColumn, IdColumn, InstantColumn, TextColumn } from '../../common/database/columns';
import { PersonEntity } from './person-entity';

export const CUSTOMER_TYPES = ['Individual', 'Corporate', 'Group'] as const;
export type CustomerType = (typeof CUSTOMER_TYPES)[number];

/**
 * A person, a company or a group that owns accounts. Persons have the personal fields, companies and groups the
 * registration number. The name indexes are written by hand in the migrations, because they need `text_pattern_ops`.
 * Companies and groups are few among persons, so they have indexes of their own.
 */
@Entity()
@Index('uq_customer_customer_id', ['institutionId', 'customerID'], { unique: true })
@Index('uq_customer_record_id', ['institutionId', 'recordId'], { unique: true })
@Index('uq_customer_bvn', ['institutionId', 'bvn'], { unique: true, where: 'bvn IS NOT NULL' })
@Index('uq_customer_nin', ['institutionId', 'nin'], { unique: true, where: 'nin IS NOT NULL' })
@Index('uq_customer_bvn_index', ['institutionId', 'bvnIndex'], { unique: true, where: 'bvn_index IS NOT NULL' })
@Index('uq_customer_nin_index', ['institutionId', 'ninIndex'], { unique: true, where: 'nin_index IS NOT NULL' })
@Index('uq_customer_reference', ['institutionId', 'referenceNumber'], {
  unique: true,
  where: 'reference_number IS NOT NULL',
})
@Index('ix_customer_phone', ['institutionId', 'phoneNumber', 'id'], { where: 'phone_number IS NOT NULL' })
@Index('ix_customer_email', ['institutionId', 'email', 'id'], { where: 'email IS NOT NULL' })
@Index('ix_customer_branch', ['institutionId', 'branchId', 'id'])
@Index('ix_customer_registration', ['institutionId', 'registrationNumber', 'id'], {
  where: 'registration_number IS NOT NULL',
})
@Index('ix_customer_organisation', ['institutionId', 'id'], { where: `customer_type <> 'Individual'` })
@Index('ix_customer_organisation_name', { synchronize: false })
@Index('ix_customer_search_name', { synchronize: false })
export class Customer extends PersonEntity {
  @Column({ type: 'uuid' })
  recordId!: string;

  /** Business number of the customer, 8 digits, generated. */
  @Column({ name: 'customer_number', type: 'character varying', length: '8' })
  customerID!: string;

  @TextColumn(10)
  customerType!: CustomerType;

  /** For a person, last name first. */
  @TextColumn(250)
  name!: string;

  /** `searchName` of the name. */
  @TextColumn(250)
  searchName!: string;

  @IdColumn()
  branchId!: number;

  @TextColumn(80, { nullable: true })
  lastName!: string | null;

  @TextColumn(80, { nullable: true })
  firstName!: string | null;

  @TextColumn(20, { nullable: true })
  title!: string | null;

  @TextColumn(20, { nullable: true })
  gender!: string | null;

  /** E.164. */
  @TextColumn(20, { nullable: true })
  phoneNumber!: string | null;

  /** Lower case. */
  @TextColumn(250, { nullable: true })
  email!: string | null;

  /** Keyed index of the BVN, for searches and uniqueness. */
  @DigestColumn({ nullable: true })
  bvnIndex!: string | null;

  /** Keyed index of the NIN, for searches and uniqueness. */
  @DigestColumn({ nullable: true })
  ninIndex!: string | null;

  /** Only of companies and groups, such as `RC123456`. */
  @TextColumn(30, { nullable: true })
  registrationNumber!: string | null;

  @TextColumn(250, { nullable: true })
  nextOfKinName!: string | null;

  @TextColumn(20, { nullable: true })
  nextOfKinPhoneNumber!: string | null;

  @TextColumn(50, { nullable: true })
  nextOfKinRelationship!: string | null;

  @TextColumn(500, { nullable: true })
  nextOfKinAddress!: string | null;

  /** The caller's reference of a company or group. */
  @TextColumn(100, { nullable: true })
  referenceNumber!: string | null;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn()
  updatedAt!: Date;

  /** The erasure of the person's data: neither name nor numbers are left (docs/api/personal-data.md#erasure). */
  @InstantColumn({ nullable: true })
  erasedAt!: Date | null;
}
