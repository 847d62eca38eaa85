import { DateColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/** Personal details that customers and virtual accounts have in common. */
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
