import { arrayInsert, arrayInsertText } from '../../../common/database/distribution/array-insert';
import type { Tx } from '../../../common/database/unit-of-work';
import { advanceBehind } from '../../scenarios/behind-state';
import type { FactSource } from '../../scenarios/fact-types';
import {
  assertWindowState,
  DEFAULT_WINDOW_SETTINGS,
  emptyWindowState,
  judgedState,
  type WindowSettings,
  type WindowState,
} from '../../scenarios/window-state';
import type { KeptMovement } from '../packed-movement';
import { BehindRows } from './behind-rows';
import { CustomerFolds } from './customer-folds';

const READ = `SELECT account_id, windows FROM aml_behind_state
  WHERE institution_id = $1 AND account_id = ANY($2::bigint[])`;
const STORE = arrayInsert({
  into: 'aml_behind_state (institution_id, account_id, windows)',
  fixed: ['$1::bigint'],
  arrays: ['bigint', 'bytea'],
  rest: 'ON CONFLICT (institution_id, account_id) DO UPDATE SET windows = excluded.windows',
});

/**
 * The state of accounts as of the movement that is judged. It is a fold of its own: the windows under the lock are
 * ahead of it.
 */
export class AccountFolds {
  private readonly changed = new Set<number>();

  private constructor(
    private readonly institutionId: number,
    private readonly windows: Map<number, WindowState>,
    private readonly records: BehindRows,
    private readonly customers: CustomerFolds | undefined,
    private readonly settings: WindowSettings,
  ) {}

  /** @param customersSince `institution.customer_windows_since`; 0 while windows of customers are not kept */
  static async load(
    tx: Tx,
    institutionId: number,
    movements: readonly KeptMovement[],
    customersSince: number,
    settings: WindowSettings = DEFAULT_WINDOW_SETTINGS,
  ): Promise<AccountFolds> {
    const ids = [...new Set(movements.map(({ movement }) => movement.account.id))];
    const rows = await tx.query<{ account_id: string; windows: Buffer }[]>(READ, [institutionId, ids]);
    const windows = new Map(rows.map((row) => [Number(row.account_id), row.windows as WindowState]));
    for (const state of windows.values()) assertWindowState(state);
    const records = await BehindRows.load(
      tx,
      institutionId,
      movements.map(({ movement }) => movement),
    );
    const customers =
      customersSince === 0
        ? undefined
        : await CustomerFolds.load(tx, { institutionId, since: customersSince, settings }, movements);
    return new AccountFolds(institutionId, windows, records, customers, settings);
  }

  /**
   * What scenarios read of the next movement; it is counted if it was posted. The facts of the state behind are read
   * when they are asked for, so judge the movement before the next one.
   */
  next({ movement, known }: KeptMovement): FactSource {
    const { isFirstPayee, before: windows } = known;
    const { id } = movement.account;
    const before = windows ?? this.windows.get(id) ?? emptyWindowState();
    const behind = advanceBehind(this.records, movement, this.settings);
    const after = judgedState(before, movement, this.settings);
    if (movement.outcome === 'posted') {
      this.windows.set(id, after);
      this.changed.add(id);
    }
    const ofCustomer = this.customers?.next(movement, known);
    return { movement, settings: this.settings, before, after, isFirstPayee, behind, ...ofCustomer };
  }

  async store(tx: Tx): Promise<void> {
    await this.records.store(tx);
    await this.customers?.store(tx);
    const ids = [...this.changed].sort((a, b) => a - b);
    if (ids.length === 0) return;
    const windows = ids.map((id) => Buffer.from(this.windows.get(id)!));
    await tx.query(arrayInsertText(tx, STORE, ids.length), [this.institutionId, ids, windows]);
  }
}
