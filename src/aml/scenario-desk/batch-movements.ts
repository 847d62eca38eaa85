import { arrayInsert } from '../../common/database/distribution/array-insert';
import { byteaArray, longTextArray } from '../../ledger/engine/binary-arrays';
import type { GateStatement } from '../../ledger/movements/movement-gates';
import { countsForCustomer } from '../scenarios/customer-windows';
import type { FactSource } from '../scenarios/fact-types';
import type { KnownThen } from '../scenarios/movement-fold';
import { payeeAfter, type PayeeRow } from '../scenarios/payees';
import type { ScenarioMovement } from '../scenarios/scenario-movement';
import {
  advance,
  emptyWindowState,
  isWindowState,
  judgedState,
  type WindowSettings,
  type WindowState,
} from '../scenarios/window-state';
import { packStored } from './packed-movement';

/** The stored state of the accounts of a batch, before the batch. */
export interface StoredWindows {
  states: ReadonlyMap<number, WindowState>;
  payees: readonly PayeeRow[];
  /** Those of customers over all accounts, where they are kept. */
  customers: StoredCustomerWindows | undefined;
}

/** Windows of customers, locked. A customer without a state is left out until one is built. */
export interface StoredCustomerWindows {
  /** `institution.customer_windows_since` of the states. */
  since: number;
  states: ReadonlyMap<number, WindowState>;
}

const INSERT_FACTS = arrayInsert({
  into: 'movement_facts (institution_id, account_id, posting_id, at, outcome, facts)',
  fixed: ['$1::bigint'],
  arrays: ['bigint', 'bigint', 'timestamptz', 'text', 'text'],
  values: (elements) => [...elements.slice(0, -1), `${elements.at(-1)}::json`],
  isOrdered: true,
});

const UPSERT_STATES = arrayInsert({
  into: 'aml_window_state (institution_id, account_id, state)',
  fixed: ['$1::bigint'],
  arrays: ['bigint', 'bytea'],
  rest: 'ON CONFLICT (institution_id, account_id) DO UPDATE SET state = excluded.state',
});

const UPSERT_CUSTOMERS = arrayInsert({
  into: 'aml_customer_window (institution_id, since, speed, customer_id, state)',
  fixed: ['$1::bigint', '$2::bigint'],
  arrays: ['bigint', 'bytea'],
  values: (elements) => ["'lock'", ...elements],
  rest: 'ON CONFLICT (institution_id, customer_id, speed) DO UPDATE SET state = excluded.state',
});

const UPSERT_PAYEES = arrayInsert({
  into: 'aml_payee (institution_id, account_id, payee, first_at, last_at)',
  fixed: ['$1::bigint'],
  arrays: ['bigint', 'text', 'timestamptz', 'timestamptz'],
  rest: 'ON CONFLICT (institution_id, account_id, payee) DO UPDATE SET last_at = excluded.last_at',
});

const array = (values: readonly (number | string)[]): string => `{${values.join(',')}}`;
const payeeKey = (accountId: number, key: string): string => `${accountId}|${key}`;

/**
 * The windows of a batch's accounts while its postings are decided one after the other, and what is to be written of
 * them. Everything is in memory: the accounts are locked, so nobody else changes it meanwhile.
 */
export class BatchMovements {
  private readonly states: Map<number, WindowState>;
  private readonly payees: Map<string, PayeeRow>;
  private readonly changedStates = new Set<number>();
  private readonly changedPayees = new Map<string, PayeeRow>();
  private readonly customers: Map<number, WindowState>;
  private readonly customersSince: number;
  private readonly changedCustomers = new Set<number>();
  private readonly kept: { movement: ScenarioMovement; known: KnownThen }[] = [];

  constructor(
    private readonly institutionId: number,
    stored: StoredWindows,
    private readonly settings: WindowSettings,
  ) {
    // A state of another layout counts as none until it is rebuilt: AML must not stop postings after an upgrade.
    this.states = new Map([...stored.states].filter(([, state]) => isWindowState(state)));
    this.payees = new Map(stored.payees.map((row) => [payeeKey(row.accountId, row.payeeKey), row]));
    this.customersSince = stored.customers?.since ?? 0;
    this.customers = new Map([...(stored.customers?.states ?? [])].filter(([, state]) => isWindowState(state)));
  }

  /**
   * What scenarios read of the movements of one request, in their order: each sees the ones before it. Nothing is
   * counted yet.
   */
  sourcesOf(movements: readonly ScenarioMovement[]): FactSource[] {
    const states = new Map<number, WindowState>();
    const customers = new Map<number, WindowState>();
    const paid = new Set<string>();
    return movements.map((movement) => {
      const before = states.get(movement.account.id) ?? this.stateOf(movement.account.id);
      const after = judgedState(before, movement, this.settings);
      states.set(movement.account.id, after);
      const isFirstPayee = this.isFirstPayee(movement, paid);
      if (isFirstPayee) paid.add(payeeKey(movement.account.id, movement.counterparty!.key!));
      const ofCustomer = this.customerWindows(movement, customers);
      if (ofCustomer.customerAfter) customers.set(movement.customer!.id, ofCustomer.customerAfter);
      return { movement, settings: this.settings, before, after, isFirstPayee, ...ofCustomer };
    });
  }

  /** @param earlier windows that count earlier movements of the same request */
  private customerWindows(
    movement: ScenarioMovement,
    earlier: ReadonlyMap<number, WindowState>,
  ): Pick<FactSource, 'customerBefore' | 'customerAfter'> {
    if (!countsForCustomer(movement)) return {};
    const { id } = movement.customer;
    const customerBefore = earlier.get(id) ?? this.customers.get(id);
    if (!customerBefore) return {};
    return { customerBefore, customerAfter: judgedState(customerBefore, movement, this.settings) };
  }

  /** Counts the movements of a posting that is written. */
  post(movements: readonly ScenarioMovement[]): void {
    for (const movement of movements) {
      const { id } = movement.account;
      this.kept.push({ movement, known: { isFirstPayee: this.isFirstPayee(movement) } });
      this.states.set(id, advance(this.stateOf(id), movement, this.settings));
      this.changedStates.add(id);
      this.countForCustomer(movement);
      this.notePayee(movement);
    }
  }

  /**
   * Keeps the movements of a request that AML holds. They change no window, so a second one of an account or customer
   * is kept with the windows by which it was judged: they count the first one, which no later fold counts.
   */
  hold(movements: readonly ScenarioMovement[]): void {
    const accounts = new Set<number>();
    const customers = new Set<number | undefined>();
    for (const { movement, before, isFirstPayee, customerBefore } of this.sourcesOf(movements)) {
      const { account, customer } = movement;
      const known: KnownThen = { isFirstPayee };
      if (accounts.has(account.id)) known.before = before;
      if (customers.has(customer?.id)) known.customerBefore = customerBefore;
      accounts.add(account.id);
      if (customerBefore) customers.add(customer?.id);
      this.kept.push({ movement, known });
    }
  }

  /** At most four statements for any number of postings. */
  statements(): GateStatement[] {
    return [this.factsStatement(), this.statesStatement(), this.customersStatement(), this.payeesStatement()].filter(
      (statement) => statement !== undefined,
    );
  }

  private factsStatement(): GateStatement | undefined {
    const { kept } = this;
    if (kept.length === 0) return undefined;
    const movements = kept.map(({ movement }) => movement);
    return {
      name: 'aml-insert-facts',
      text: INSERT_FACTS.plain,
      distributed: () => INSERT_FACTS.distributed(kept.length),
      values: [
        this.institutionId,
        array(movements.map(({ account }) => account.id)),
        array(movements.map(({ postingId }) => postingId)),
        array(movements.map(({ at }) => new Date(at).toISOString())),
        array(movements.map(({ outcome }) => outcome)),
        longTextArray(kept.map(({ movement, known }) => packStored(movement, known))),
      ],
    };
  }

  private statesStatement(): GateStatement | undefined {
    const accountIds = [...this.changedStates].sort((a, b) => a - b);
    if (accountIds.length === 0) return undefined;
    const states = byteaArray(accountIds.map((id) => this.stateOf(id)));
    return {
      name: 'aml-upsert-windows',
      text: UPSERT_STATES.plain,
      distributed: () => UPSERT_STATES.distributed(accountIds.length),
      values: [this.institutionId, array(accountIds), states],
    };
  }

  private customersStatement(): GateStatement | undefined {
    const customerIds = [...this.changedCustomers].sort((a, b) => a - b);
    if (customerIds.length === 0) return undefined;
    const states = byteaArray(customerIds.map((id) => this.customers.get(id)!));
    return {
      name: 'aml-upsert-customer-windows',
      text: UPSERT_CUSTOMERS.plain,
      distributed: () => UPSERT_CUSTOMERS.distributed(customerIds.length),
      values: [this.institutionId, this.customersSince, array(customerIds), states],
    };
  }

  private payeesStatement(): GateStatement | undefined {
    const payees = [...this.changedPayees.values()];
    if (payees.length === 0) return undefined;
    return {
      name: 'aml-upsert-payees',
      text: UPSERT_PAYEES.plain,
      distributed: () => UPSERT_PAYEES.distributed(payees.length),
      values: [
        this.institutionId,
        array(payees.map(({ accountId }) => accountId)),
        payees.map((row) => row.payeeKey),
        array(payees.map(({ firstAt }) => new Date(firstAt).toISOString())),
        array(payees.map(({ lastAt }) => new Date(lastAt).toISOString())),
      ],
    };
  }

  private countForCustomer(movement: ScenarioMovement): void {
    if (!countsForCustomer(movement)) return;
    const { id } = movement.customer;
    const before = this.customers.get(id);
    if (!before) return;
    this.customers.set(id, advance(before, movement, this.settings));
    this.changedCustomers.add(id);
  }

  private stateOf(accountId: number): WindowState {
    return this.states.get(accountId) ?? emptyWindowState();
  }

  /** @param paid pairs of account and payee that earlier movements of the same request pay */
  private isFirstPayee(
    { account, direction, counterparty }: ScenarioMovement,
    paid?: ReadonlySet<string>,
  ): boolean | undefined {
    if (direction !== 'outflow' || counterparty?.key === undefined) return undefined;
    const key = payeeKey(account.id, counterparty.key);
    return !this.payees.has(key) && paid?.has(key) !== true;
  }

  private notePayee({ account, direction, counterparty, at }: ScenarioMovement): void {
    if (direction !== 'outflow' || counterparty?.key === undefined) return;
    const key = payeeKey(account.id, counterparty.key);
    const row = payeeAfter(this.payees.get(key), { accountId: account.id, payeeKey: counterparty.key, at });
    if (!row) return;
    this.payees.set(key, row);
    this.changedPayees.set(key, row);
  }
}
