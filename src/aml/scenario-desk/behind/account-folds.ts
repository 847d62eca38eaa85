import type { Tx } from '../../../common/database/unit-of-work';
import { advanceBehind } from '../../scenarios/behind-state';
import type { FactSource } from '../../scenarios/fact-types';
import {
  DEFAULT_WINDOW_SETTINGS,
  emptyWindowState,
  judgedState,
  type WindowSettings,
} from '../../scenarios/window-state';
import type { KeptMovement } from '../packed-movement';
import { BehindRows } from './behind-rows';
import { CustomerFolds } from './customer-folds';

/**
 * The state of accounts as of the movement that is judged. It is a fold of its own: the windows under the lock are
 * ahead of it.
 */
export class AccountFolds {
  private constructor(
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
    const records = await BehindRows.load(
      tx,
      institutionId,
      movements.map(({ movement }) => movement),
    );
    const customers =
      customersSince === 0
        ? undefined
        : await CustomerFolds.load(tx, { institutionId, since: customersSince, settings }, movements);
    return new AccountFolds(records, customers, settings);
  }

  /**
   * What scenarios read of the next movement; it is counted if it was posted. The facts of the state behind are read
   * when they are asked for, so judge the movement before the next one.
   */
  next({ movement, known }: KeptMovement): FactSource {
    const { isFirstPayee, before: windows } = known;
    const { id } = movement.account;
    const before = windows ?? this.records.windowsOf(id) ?? emptyWindowState();
    const behind = advanceBehind(this.records, movement, this.settings);
    const after = judgedState(before, movement, this.settings);
    if (movement.outcome === 'posted') this.records.setWindows(id, after);
    const ofCustomer = this.customers?.next(movement, known);
    return { movement, settings: this.settings, before, after, isFirstPayee, behind, ...ofCustomer };
  }

  async store(tx: Tx): Promise<void> {
    await this.records.store(tx);
    await this.customers?.store(tx);
  }
}
