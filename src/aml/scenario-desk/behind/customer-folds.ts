import { arrayInsert, arrayInsertText } from '../../../common/database/distribution/array-insert';
import type { Tx } from '../../../common/database/unit-of-work';
import { byteaArray } from '../../../ledger/engine/binary-arrays';
import { countsForCustomer } from '../../scenarios/customer-windows';
import type { FactSource } from '../../scenarios/fact-types';
import type { KnownThen } from '../../scenarios/movement-fold';
import type { ScenarioMovement } from '../../scenarios/scenario-movement';
import { isWindowState, judgedState, type WindowSettings, type WindowState } from '../../scenarios/window-state';
import { customerWindowsAt } from '../customer-window-builds';
import type { KeptMovement } from '../packed-movement';

const READ = `SELECT customer_id, state FROM aml_customer_window
  WHERE institution_id = $1 AND customer_id = ANY($2::bigint[]) AND speed = 'behind' AND since = $3`;
const STORE = arrayInsert({
  into: 'aml_customer_window (institution_id, since, speed, customer_id, state)',
  fixed: ['$1::bigint', '$2::bigint'],
  arrays: ['bigint', 'bytea'],
  values: (elements) => ["'behind'", ...elements],
  rest: `ON CONFLICT (institution_id, customer_id, speed)
    DO UPDATE SET since = excluded.since, state = excluded.state`,
});

interface Keeping {
  institutionId: number;
  /** `institution.customer_windows_since`. */
  since: number;
  settings: WindowSettings;
}

/**
 * The windows of customers over all accounts, as of the movement that is judged behind its posting. A customer who has
 * none yet gets them from the stored movements before the first of the chunk.
 */
export class CustomerFolds {
  private readonly changed = new Set<number>();

  private constructor(
    private readonly keeping: Keeping,
    private readonly states: Map<number, WindowState>,
  ) {}

  static async load(tx: Tx, keeping: Keeping, movements: readonly KeptMovement[]): Promise<CustomerFolds> {
    const { institutionId, since } = keeping;
    const ids = [
      ...new Set(movements.flatMap(({ movement }) => (countsForCustomer(movement) ? movement.customer.id : []))),
    ];
    const rows = await tx.query<{ customer_id: string; state: Buffer }[]>(READ, [institutionId, ids, since]);
    const states = new Map(rows.map(({ customer_id, state }) => [Number(customer_id), state as WindowState]));
    for (const id of ids) {
      const state = states.get(id);
      if (state && isWindowState(state)) continue;
      states.set(id, await customerWindowsAt(tx, institutionId, id, movements[0]!.seq - 1));
    }
    return new CustomerFolds(keeping, states);
  }

  /** Gives the customer's windows before and after the next movement, and counts the movement if it was posted. */
  next(movement: ScenarioMovement, known: KnownThen): Pick<FactSource, 'customerBefore' | 'customerAfter'> {
    if (!countsForCustomer(movement)) return {};
    const { id } = movement.customer;
    const customerBefore = known.customerBefore ?? this.states.get(id)!;
    const customerAfter = judgedState(customerBefore, movement, this.keeping.settings);
    if (movement.outcome === 'posted') {
      this.states.set(id, customerAfter);
      this.changed.add(id);
    }
    return { customerBefore, customerAfter };
  }

  async store(tx: Tx): Promise<void> {
    const ids = [...this.changed].sort((a, b) => a - b);
    if (ids.length === 0) return;
    const { institutionId, since } = this.keeping;
    const states = byteaArray(ids.map((id) => this.states.get(id)!));
    await tx.query(arrayInsertText(tx, STORE, ids.length), [institutionId, since, ids, states]);
  }
}
