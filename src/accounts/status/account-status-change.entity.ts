import { Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';
import type { AccountStatus } from '../../ledger/engine/account-status';

/** One change of an account's status with actor, time and reason. Rows are added and never changed. */
@Entity()
@Index('ix_account_status_change_at', ['institutionId', 'at', 'id'])
@Index('ix_account_status_change_account', ['institutionId', 'accountNumber', 'at', 'id'])
export class AccountStatusChange extends TenantEntity {
  @IdColumn()
  accountId!: number;

  @TextColumn(20)
  accountNumber!: string;

  @TextColumn(20)
  fromStatus!: AccountStatus;

  @TextColumn(20)
  toStatus!: AccountStatus;

  @TextColumn(500, { nullable: true })
  reason!: string | null;

  /** The maker: `api-client:ID`, `staff:ID`, or `system:aml` for the action of an AML rule. */
  @TextColumn(120)
  actor!: string;

  /** The member of staff who approved it, `staff:ID`; null for a change without approval. */
  @TextColumn(120, { nullable: true })
  checker!: string | null;

  @InstantColumn()
  at!: Date;
}
