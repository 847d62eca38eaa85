import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { IdColumn, InstantColumn, PrimaryIdColumn, TextColumn } from '../../common/database/columns';

/**
 * A movement of one account as scenarios saw it when it was decided, written in the transaction of its posting while
 * the institution uses a scenario. A backtest judges these facts, and windows are rebuilt from them
 * (docs/domain/aml.md#scenarios). Append-only.
 */
@Entity({ name: 'movement_facts' })
@Index('ix_movement_facts_account', ['institutionId', 'accountId', 'seq'])
export class StoredMovementFacts {
  @PrimaryIdColumn()
  institutionId!: number;

  /** Taken under the lock of the account: the movements of one account are in the order of their decisions. */
  @PrimaryColumn({ type: 'bigint', default: () => `nextval('movement_facts_order')` })
  seq!: string;

  @IdColumn()
  accountId!: number;

  @IdColumn()
  postingId!: number;

  /** In the institution's time. */
  @InstantColumn()
  at!: Date;

  /** `posted`, or `held` where AML stopped it. */
  @TextColumn(10)
  outcome!: 'posted' | 'held';

  /** `packMovement` of the movement, without the columns above. */
  @Column({ type: 'json' })
  facts!: Record<string, unknown>;
}
