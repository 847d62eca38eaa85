import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/**
 * Whose account a provider said a number is. An outward transfer names one of these; they are kept for a week, and as long
 * as a transfer that names one waits.
 */
@Entity()
@Index('ix_name_enquiry_reference', ['institutionId', 'reference', 'createdAt'])
@Index('ix_name_enquiry_created', ['institutionId', 'createdAt'])
export class NameEnquiry extends TenantEntity {
  /** The provider's session of the enquiry, `nameEnquiryRef` to clients. */
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

  @TextColumn(11, { nullable: true })
  bankVerificationNumber!: string | null;

  @Column({ type: 'smallint', nullable: true })
  kycLevel!: number | null;

  /** `api-client:ID`. */
  @TextColumn(120)
  requestedBy!: string;

  @InstantColumn()
  createdAt!: Date;
}
