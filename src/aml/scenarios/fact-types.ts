import type { BehindFacts } from './behind-figures';
import type { FactType, FactValue } from './fact-values';
import type { ScenarioMovement } from './scenario-movement';
import type { WindowSettings, WindowState } from './window-state';

/** Values of facts by slot; undefined where the movement does not carry the fact. */
export type FactValues = (FactValue | undefined)[];

/** Where a fact comes from, and so what it costs: `behind` facts are known only seconds after the movement. */
export type FactGroup = 'movement' | 'account' | 'customer' | 'counterparty' | 'window' | 'customerWindow' | 'behind';

/**
 * How a backtest finds a fact of the past: it was `stored` with the movement, or it is `folded` from the movements
 * before. A fact of the present only has `none`, and a scenario that reads it cannot be backtested.
 */
export type FactHistory = 'stored' | 'folded' | 'none';

/** Everything from which the facts of one movement are read. */
export interface FactSource {
  movement: ScenarioMovement;
  settings: WindowSettings;
  /** The account's windows before the movement. */
  before: WindowState;
  /** The account's windows with the movement counted: `advance(before, movement)`. */
  after: WindowState;
  /** True when the account has no row of this payee; undefined when that was not looked up or there is no payee. */
  isFirstPayee?: boolean | undefined;
  /** The customer's windows over all accounts, before the movement; absent where it does not count in them. */
  customerBefore?: WindowState | undefined;
  /** The customer's windows over all accounts, with the movement counted; absent where they are not kept. */
  customerAfter?: WindowState | undefined;
  /** Facts from the state that runs behind; absent under the lock. */
  behind?: BehindFacts | undefined;
}

/** One row of the table of facts. */
export interface FactDefinition {
  /** Path in conditions, such as `window.inflowKobo24h`. */
  name: string;
  group: FactGroup;
  type: FactType;
  history: FactHistory;
  /** Meaning in one sentence, for staff. */
  title: string;
  /** Pure and cheap; undefined when the movement does not carry the fact. */
  read: (source: FactSource) => FactValue | undefined;
}
