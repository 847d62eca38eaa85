import { Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';
import type { AccountStatus } from '../../ledger/engine/account-status';

/** Who can order the institution to freeze an account. */
export const FREEZE_ORDERERS = ['court'] as const;
export type FreezeOrderer = (typeof FREEZE_ORDERERS)[number];

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

  /**
   * Of a change that ended a freeze: the change that was that freeze. Null where the account came with the freeze from
   * another system, and for ends by programs that did not name it.
   */
  @IdColumn({ nullable: true })
  endsId!: number | null;

  /** `court` for a freeze that a court ordered: it ends only by name, and with a permission of its own. */
  @TextColumn(20, { nullable: true })
  orderedBy!: FreezeOrderer | null;
}
