import { Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/** A note that staff wrote on an approval or an AML hold; never changed (docs/api/approvals.md#notes). */
@Entity()
@Index('ix_approval_note_approval', ['institutionId', 'approvalId', 'id'])
export class ApprovalNote extends TenantEntity {
  @IdColumn()
  approvalId!: number;

  /** `staff:ID`. */
  @TextColumn(120)
  author!: string;

  @TextColumn(1000)
  text!: string;

  @InstantColumn()
  writtenAt!: Date;
}
