import { advanceBehind } from './behind-state';
import { BehindMemory } from './behind-store';
import { countsForCustomer } from './customer-windows';
import type { FactSource } from './fact-types';
import type { ScenarioMovement } from './scenario-movement';
import { partyHash } from './window-parties';
import { emptyWindowState, judgedState, type WindowSettings, type WindowState } from './window-state';

/** How a fold over stored movements begins and what it keeps. */
export interface FoldOptions {
  settings: WindowSettings;
  /** Records of the state behind, and windows, to keep at most; records used longest ago are forgotten. */
  behindRecords?: number;
  /** False to leave the state behind out, for scenarios under the lock only. */
  withBehind?: boolean;
  /** True to keep windows of customers over all their accounts too, as live screening does where it locks customers. */
  withCustomers?: boolean;
  /** True where all movements of one account come before those of the next: only one account is then in memory. */
  byAccount?: boolean;
  /** Stored state of an account before the first movement; by default none. */
  initialState?: (accountId: number) => WindowState | undefined;
}

const DEFAULT_BEHIND_RECORDS = 200_000;

/** Facts of a movement that live screening stored beside it. The fold works out those that are absent. */
export interface KnownThen {
  /** True when the account had never paid this payee, however long ago. */
  isFirstPayee?: boolean | undefined;
  /** Windows that already counted earlier movements of the same held request, which no fold counts. */
  before?: WindowState | undefined;
  /** The same of the windows of the customer. */
  customerBefore?: WindowState | undefined;
}

/**
 * Follows windows, payees and the state behind over movements in the order in which they were decided, and gives what
 * each was judged by. Backtest, rebuild and the quality bench use it; live screening calls the same functions with
 * states from its tables.
 */
export class MovementFold {
  private readonly windows = new Map<number, WindowState>();
  private readonly customers = new Map<number, WindowState>();
  private readonly payees = new Set<number>();
  private behind: BehindMemory;
  private current: number | undefined;
  private readonly settings: WindowSettings;

  constructor(private readonly options: FoldOptions) {
    this.settings = options.settings;
    this.behind = this.emptyMemory();
  }

  /** True when records were forgotten for want of room, so that what follows may differ from live screening. */
  get hasForgotten(): boolean {
    return this.behind.forgotten > 0 || Math.max(this.windows.size, this.customers.size) > this.mostRecords;
  }

  /** The facts' source of the next movement; undefined for a declined one, which is counted and not judged. */
  next(movement: ScenarioMovement, known: KnownThen = {}): FactSource | undefined {
    if (this.options.byAccount === true && movement.account.id !== this.current) this.begin(movement.account.id);
    const behind = this.options.withBehind === false ? undefined : advanceBehind(this.behind, movement, this.settings);
    if (movement.outcome === 'declined') return undefined;
    const { id } = movement.account;
    const before = known.before ?? this.windowOf(id);
    const after = judgedState(before, movement, this.settings);
    const isPosted = movement.outcome === 'posted';
    if (isPosted) this.windows.set(id, after);
    return {
      movement,
      settings: this.settings,
      before,
      after,
      isFirstPayee: known.isFirstPayee ?? this.isFirstPayee(movement, isPosted),
      behind,
      ...this.customerWindows(movement, known, isPosted),
    };
  }

  private get mostRecords(): number {
    return this.options.behindRecords ?? DEFAULT_BEHIND_RECORDS;
  }

  private emptyMemory(): BehindMemory {
    return new BehindMemory(this.mostRecords);
  }

  private begin(accountId: number): void {
    this.current = accountId;
    this.windows.clear();
    this.customers.clear();
    this.payees.clear();
    this.behind = this.emptyMemory();
  }

  private customerWindows(
    movement: ScenarioMovement,
    known: KnownThen,
    isPosted: boolean,
  ): Pick<FactSource, 'customerBefore' | 'customerAfter'> {
    if (this.options.withCustomers !== true || !countsForCustomer(movement)) return {};
    const { id } = movement.customer;
    const customerBefore = known.customerBefore ?? this.customers.get(id) ?? emptyWindowState();
    const customerAfter = judgedState(customerBefore, movement, this.settings);
    if (isPosted) this.customers.set(id, customerAfter);
    return { customerBefore, customerAfter };
  }

  /** The windows of an account as the fold has left them. */
  windowOf(accountId: number): WindowState {
    return this.windows.get(accountId) ?? this.options.initialState?.(accountId) ?? emptyWindowState();
  }

  private isFirstPayee(movement: ScenarioMovement, isPosted: boolean): boolean | undefined {
    const key = movement.counterparty?.key;
    if (movement.direction !== 'outflow' || key === undefined) return undefined;
    const pair = pairOf(movement.account.id, key);
    const isFirst = !this.payees.has(pair);
    if (isFirst && isPosted) this.payees.add(pair);
    return isFirst;
  }
}

/** Account and payee as one number of 52 bits: two hashes of different texts. */
function pairOf(accountId: number, key: string): number {
  return partyHash(`${accountId} ${key}`) * 2 ** 20 + (partyHash(`${key} ${accountId}`) & 0xfffff);
}
