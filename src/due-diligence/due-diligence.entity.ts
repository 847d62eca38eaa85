import { Column, Entity } from 'typeorm';
import { DateColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';

/**
 * What an institution has learnt about a customer beyond the record of opening
 * (docs/api/nfiu-reports.md#due-diligence). Its id is the customer's. It is erased with the customer.
 */
@Entity()
export class DueDiligence extends TenantEntity {
  @TextColumn(255, { nullable: true })
  occupation!: string | null;

  @TextColumn(255, { nullable: true })
  employerName!: string | null;

  @TextColumn(255, { nullable: true })
  sourceOfWealth!: string | null;

  /** ISO 3166-1, two letters. */
  @TextColumn(2, { nullable: true })
  residenceCountry!: string | null;

  @KoboColumn({ nullable: true })
  declaredMonthlyIncomeKobo!: bigint | null;

  /** The prominent public function that the person holds or held; null for none. */
  @TextColumn(255, { nullable: true })
  publicPosition!: string | null;

  @DateColumn({ nullable: true })
  identificationIssuedOn!: string | null;

  @DateColumn({ nullable: true })
  identificationExpiresOn!: string | null;

  @TextColumn(2, { nullable: true })
  identificationCountry!: string | null;

  /** Code of the NFIU's list: association, business, government, religious body; only of companies and groups. */
  @TextColumn(1, { nullable: true })
  legalForm!: string | null;

  /** The line of business of a company. */
  @TextColumn(255, { nullable: true })
  business!: string | null;

  @DateColumn({ nullable: true })
  incorporatedOn!: string | null;

  @TextColumn(2, { nullable: true })
  incorporationCountry!: string | null;

  /** The directors of a company as a document, sealed when it has identity numbers. */
  @Column({ type: 'jsonb', nullable: true })
  directors!: object | string | null;

  @TextColumn(120)
  updatedBy!: string;

  @InstantColumn()
  updatedAt!: Date;
}
