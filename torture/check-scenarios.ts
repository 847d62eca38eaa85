import type { Client } from 'pg';
import { type FactsRow, unpackStored } from '../src/aml/scenario-desk/packed-movement';
import { countsForCustomer } from '../src/aml/scenarios/customer-windows';
import type { ScenarioMovement } from '../src/aml/scenarios/scenario-movement';
import {
  advanceInPlace,
  DEFAULT_WINDOW_SETTINGS,
  emptyWindowState,
  type WindowState,
} from '../src/aml/scenarios/window-state';
import type { Finding } from './fates';

const FACTS = 'SELECT * FROM movement_facts WHERE institution_id = $1 ORDER BY seq';

/** Windows as they are kept: under the locks of postings, and those of the judgement behind them. */
const KEPT = {
  account: 'SELECT account_id AS id, state FROM aml_window_state WHERE institution_id = $1',
  'account, behind,': `SELECT subject AS id, windows AS state FROM aml_behind_record
    WHERE institution_id = $1 AND kind = 'account' AND windows IS NOT NULL`,
  customer: `SELECT customer_id AS id, state FROM aml_customer_window WHERE institution_id = $1 AND speed = 'lock'`,
  'customer, behind,': `SELECT customer_id AS id, state FROM aml_customer_window
    WHERE institution_id = $1 AND speed = 'behind'`,
} as const;

const PAYEES = `SELECT account_id || ' ' || payee AS payee FROM aml_payee WHERE institution_id = $1`;

/** Postings whose principal moved on customers' accounts, by the entries, without reversals and opening balances. */
const MOVED = `SELECT p.id, p.kind, count(DISTINCT (e.account_id, e.side)) AS sides,
    (SELECT count(*) FROM movement_facts f
      WHERE f.institution_id = $1 AND f.posting_id = p.id AND f.outcome = 'posted') AS facts
  FROM posting p JOIN posting_entry e ON e.institution_id = $1 AND e.posting_id = p.id
  JOIN ledger_account a ON a.institution_id = $1 AND a.id = e.account_id AND a.kind = 'customer'
 WHERE p.institution_id = $1 AND p.status = 'Posted' AND p.reverses_id IS NULL AND e.role = 'principal'
   AND p.created_at > (SELECT min(live_since) FROM aml_scenario_version WHERE institution_id = $1)
 GROUP BY p.id, p.kind`;

/**
 * No movement is missing in what scenarios read, and none counts twice: each posting left its facts, and windows and
 * payees are what the facts add up to.
 */
export async function checkScenarios(database: Client, institutionId: number): Promise<Finding> {
  const { rows: facts } = await database.query<FactsRow>(FACTS, [institutionId]);
  const { accounts, customers, payees } = addUp(facts.map((row) => unpackStored(row).movement));
  const violations: string[] = [];
  for (const [whose, text] of Object.entries(KEPT)) {
    const expected = whose.startsWith('account') ? accounts : customers;
    const { rows } = await database.query<{ id: string; state: Buffer }>(text, [institutionId]);
    violations.push(...differences(whose, expected, new Map(rows.map(({ id, state }) => [Number(id), state]))));
  }
  const { rows: stored } = await database.query<{ payee: string }>(PAYEES, [institutionId]);
  const known = new Set(stored.map(({ payee }) => payee));
  violations.push(
    ...[...payees].filter((payee) => !known.has(payee)).map((payee) => `the payee ${payee} is missing`),
    ...[...known].filter((payee) => !payees.has(payee)).map((payee) => `the payee ${payee} was never paid`),
  );
  const { rows: moved } = await database.query<{ id: string; kind: string; sides: string; facts: string }>(MOVED, [
    institutionId,
  ]);
  for (const { id, kind, sides, facts: kept } of moved)
    if (sides !== kept) violations.push(`the ${kind} ${id} moved on ${sides} sides of accounts and left ${kept} facts`);
  return { check: 'scenarios saw every movement once', looked: facts.length, violations };
}

interface Sums {
  accounts: Map<number, WindowState>;
  customers: Map<number, WindowState>;
  payees: Set<string>;
}

function addUp(movements: readonly ScenarioMovement[]): Sums {
  const sums: Sums = { accounts: new Map(), customers: new Map(), payees: new Set() };
  for (const movement of movements) {
    if (movement.outcome !== 'posted') continue;
    count(sums.accounts, movement.account.id, movement);
    if (countsForCustomer(movement)) count(sums.customers, movement.customer.id, movement);
    const { counterparty, direction, account } = movement;
    if (direction === 'outflow' && counterparty?.key !== undefined)
      sums.payees.add(`${account.id} ${counterparty.key}`);
  }
  return sums;
}

function count(windows: Map<number, WindowState>, id: number, movement: ScenarioMovement): void {
  const state = windows.get(id) ?? emptyWindowState();
  advanceInPlace(state, movement, DEFAULT_WINDOW_SETTINGS);
  windows.set(id, state);
}

/** An empty state is as good as none. */
function differences(whose: string, expected: Map<number, WindowState>, kept: Map<number, Buffer>): string[] {
  const empty = Buffer.from(emptyWindowState());
  return [...new Set([...expected.keys(), ...kept.keys()])]
    .filter((id) => !Buffer.from(expected.get(id) ?? empty).equals(kept.get(id) ?? empty))
    .map((id) => `the windows of the ${whose} ${id} are not what its movements add up to`);
}
