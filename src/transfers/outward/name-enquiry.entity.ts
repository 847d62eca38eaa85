import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, SealedNumberColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/**
 * A provider's answer to a name enquiry. An outward transfer names one. It is kept for the institution's
 * retention period of name enquiries, and for as long as a transfer that names it waits.
 */
@Entity()
@Index('ix_name_enquiry_reference', ['institutionId', 'reference', 'createdAt'])
@Index('ix_name_enquiry_created', ['institutionId', 'createdAt'])
export class NameEnquiry extends TenantEntity {
  /** The provider's session id of the enquiry: the clients' `nameEnquiryRef`. */
  @TextColumn(100)
  reference!: string;

  @TextColumn(20)
  provider!: string;

  @TextColumn(6)
  destinationInstitutionCode!: string;

  @TextColumn(200)
  bankName!: string;

  @TextColumn(10)
  accountNumber!: string;

  @TextColumn(200)
  accountName!: string;

  /** Only in rows of before numbers were sealed. */
  @TextColumn(11, { nullable: true })
  bankVerificationNumber!: string | null;

  @SealedNumberColumn()
  sealedBvn!: string | null;

  @Column({ type: 'smallint', nullable: true })
  kycLevel!: number | null;

  /** `api-client:ID`. */
  @TextColumn(120)
  requestedBy!: string;

  @InstantColumn()
  createdAt!: Date;
}
