import { Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

export const BRANCH_STATUSES = ['Active', 'Inactive'] as const;
export type BranchStatus = (typeof BRANCH_STATUSES)[number];

/** A branch of an institution. Never deleted, because accounts and postings refer to it. */
@Entity()
@Index('uq_branch_branch_code', ['institutionId', 'branchCode'], { unique: true })
export class Branch extends TenantEntity {
  @TextColumn(20)
  branchCode!: string;

  @TextColumn(250)
  branchName!: string;

  /** `searchName` of the name. */
  @TextColumn(250)
  searchName!: string;

  @TextColumn(500, { nullable: true })
  address!: string | null;

  @TextColumn(20)
  status!: BranchStatus;

  @InstantColumn()
  createdAt!: Date;
}
