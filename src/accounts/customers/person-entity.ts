import { DateColumn, SealedNumberColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/**
 * Personal details that customers and virtual accounts have in common. The plain identity numbers are null but in rows
 * of before numbers were sealed, until the background work has sealed them
 * (docs/api/personal-data.md#sealed-identity-numbers).
 */
export abstract class PersonEntity extends TenantEntity {
  @TextColumn(80, { nullable: true })
  otherNames!: string | null;

  @DateColumn({ nullable: true })
  dateOfBirth!: string | null;

  @TextColumn(500, { nullable: true })
  address!: string | null;

  @TextColumn(11, { nullable: true })
  bvn!: string | null;

  @TextColumn(11, { nullable: true })
  nin!: string | null;

  @TextColumn(20, { nullable: true })
  tin!: string | null;

  @SealedNumberColumn()
  sealedBvn!: string | null;

  @SealedNumberColumn()
  sealedNin!: string | null;

  @SealedNumberColumn()
  sealedTin!: string | null;

  @SealedNumberColumn()
  sealedIdentificationNumber!: string | null;

  @TextColumn(60, { nullable: true })
  nationality!: string | null;

  @TextColumn(60, { nullable: true })
  state!: string | null;

  @TextColumn(100, { nullable: true })
  lga!: string | null;

  @TextColumn(20, { nullable: true })
  maritalStatus!: string | null;

  @TextColumn(50, { nullable: true })
  religion!: string | null;

  @TextColumn(100, { nullable: true })
  homeTown!: string | null;

  @TextColumn(50, { nullable: true })
  identificationType!: string | null;

  @TextColumn(50, { nullable: true })
  identificationNumber!: string | null;
}
