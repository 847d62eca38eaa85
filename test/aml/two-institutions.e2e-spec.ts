import { Client } from 'pg';
import { BehindRunner } from '../../src/aml/scenario-desk/behind/behind-runner';
import { CreateScenario } from '../../src/aml/scenario-desk/commands/create-scenario';
import { RunScenarioShadow } from '../../src/aml/scenario-desk/commands/run-scenario-shadow';
import { historyNeeds, storedHistory } from '../../src/aml/scenario-desk/stored-history';
import { Backtest } from '../../src/aml/scenarios/backtest';
import { compileScenario } from '../../src/aml/scenarios/compile-scenario';
import type { ScenarioDefinition } from '../../src/aml/scenarios/scenario';
import { oneOf, type Random } from '../../src/aml/scenarios/testing/random-scenarios';
import { DEFAULT_WINDOW_SETTINGS } from '../../src/aml/scenarios/window-state';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { judgeMovements } from '../support/judge-movements';
import { CASH, FIRST_CUSTOMER, HOUSE, openAccounts } from '../support/ledger-app';
import { type MovementsApp, nextReference, staffWith, startMovementsApp } from '../support/movements-app';
import { randomNumbers } from '../support/random-numbers';

const OTHER_HOUSE = HOUSE + 1;
/** Each institution pays in amounts of its own, so that money of the other one would show in a figure. */
const UNIT_KOBO = new Map([
  [HOUSE, 1_000_00],
  [OTHER_HOUSE, 1_000_000_00],
]);
/** Both institutions have these accounts, by id and number; the first two belong to one customer. */
const ACCOUNTS = 3;
const MOVEMENTS = 40;
const SEED = 20_261_129;

/** Fires on every movement of the speed and says the figures, each of which counts movements of the institution. */
const scenario = (code: string, speed: 'lock' | 'behind', figures: string[]): ScenarioDefinition => ({
  schema: 1,
  code,
  publicName: 'Review',
  title: code,
  description: code,
  speed,
  appliesTo: {},
  parameters: {},
  conditions: figures.map((figure, index) => ({
    name: `figure-${index}`,
    when: `${figure} >= 0`,
    points: 10,
    words: `{${figure}}`,
  })),
  firesAt: 10,
  action: 'alert',
});
const SCENARIOS = [
  scenario('account', 'lock', ['window.inflowKobo24h', 'window.outflowKobo72h', 'window.payees24h']),
  scenario('customer', 'lock', ['customerWindow.inflowKobo24h', 'customerWindow.outflowKobo72h']),
  scenario('behind', 'behind', ['behind.dayKobo', 'behind.senders7d', 'behind.sameNarrationCount24h']),
  scenario('customer-behind', 'behind', ['customerWindow.inflowKobo24h', 'behind.dayCount']),
];

interface StoredVerdict {
  seq: number;
  score: number;
  values: Record<string, unknown>;
}

describe('Two institutions with the same accounts, customers and codes of scenarios', () => {
  let app: MovementsApp;
  let second: MovementsApp;
  let database: Client;

  beforeAll(async () => {
    app = await startMovementsApp();
    // Another process, which has compiled the sets of both before they change.
    second = await startMovementsApp(app.common.database);
    database = new Client({ connectionString: app.common.database.url });
    await database.connect();
    for (const institutionId of UNIT_KOBO.keys()) {
      await openAccounts(app.common, ACCOUNTS, institutionId);
      await giveCustomers(institutionId);
    }
  });
  afterAll(async () => {
    await database?.end();
    await second?.common.close();
    await app?.common.close();
  });

  async function giveCustomers(institutionId: number): Promise<void> {
    await app.common.asOwner(
      `INSERT INTO customer (institution_id, id, record_id, customer_number, customer_type, name, search_name, branch_id,
         created_by, created_at, updated_at)
       SELECT ${institutionId}, n, gen_random_uuid(), lpad(n::text, 8, '0'), 'Individual', 'C ' || n, 'c', 1, 'test', now(), now()
         FROM generate_series(1, 2) n`,
    );
    await app.common.asOwner(
      `INSERT INTO deposit_account (institution_id, id, record_id, account_number, account_name, search_name, customer_id,
         product_id, branch_id, account_officer_staff_code, kyc_tier, date_opened, created_by, created_at)
       SELECT ${institutionId}, l.id, gen_random_uuid(), l.number, l.name, 'c', CASE WHEN l.id < ${FIRST_CUSTOMER + 2} THEN 1 ELSE 2 END,
              1, 1, 'S1', 3, '2026-11-01', 'test', now()
         FROM ledger_account l WHERE l.institution_id = ${institutionId} AND l.kind = 'customer'`,
    );
    await app.common.asOwner(
      `INSERT INTO api_client (institution_id, id, client_id, secret_hash, secret_changed_at, name, status, scopes,
         allowed_addresses, created_at)
       VALUES (${institutionId}, 1, 'one', '', now(), 'One', 'Active', '{}', '{}', now()) ON CONFLICT DO NOTHING`,
    );
  }

  async function setShadow(institutionId: number, on: boolean): Promise<void> {
    const officer = { ...staffWith('AML1', 'manage-scenarios'), institutionId };
    for (const definition of SCENARIOS) {
      const { code } = definition;
      const answer = await app.asStaff((write) => new RunScenarioShadow(write, code, on), officer);
      expect(answer).toMatchObject({ httpStatus: 200 });
    }
  }

  async function play(random: Random): Promise<void> {
    const send = (institutionId: number): Promise<unknown> => {
      const account = FIRST_CUSTOMER + Math.floor(random() * ACCOUNTS);
      const other = oneOf(random, [CASH, CASH, FIRST_CUSTOMER, FIRST_CUSTOMER + 2]);
      const isInflow = random() < 0.5 || other === account;
      const amountKobo = UNIT_KOBO.get(institutionId)! * oneOf(random, [1, 2, 5]);
      const sides = isInflow ? { debit: CASH, credit: account } : { debit: account, credit: other };
      const body = { ...sides, amountKobo, reference: nextReference(), narration: 'Rent', feeKobo: 0 };
      return oneOf(random, [app, second]).send(body, { institutionId });
    };
    for (let n = 0; n < MOVEMENTS; n += 1)
      await Promise.all([...UNIT_KOBO.keys()].flatMap((institutionId) => [send(institutionId), send(institutionId)]));
  }

  const verdictsOf = async (institutionId: number, code: string): Promise<StoredVerdict[]> =>
    (
      await database.query<StoredVerdict>(
        `SELECT seq::int, score, values FROM aml_verdict WHERE institution_id = $1 AND code = $2 ORDER BY seq`,
        [institutionId, code],
      )
    ).rows;

  async function backtested(institutionId: number, definition: ScenarioDefinition): Promise<StoredVerdict[]> {
    const draft = compileScenario(definition, 1);
    const from = new Date(Date.now() - 86_400_000);
    const needs = historyNeeds([draft], from);
    const backtest = new Backtest({
      ...{ draft, settings: DEFAULT_WINDOW_SETTINGS },
      ...{ judgeFrom: from.getTime(), byAccount: needs.byAccount },
    });
    const found: StoredVerdict[] = [];
    for await (const { seq, movement, known } of storedHistory(app.get(UnitOfWork), institutionId, needs, new Date())) {
      const verdict = backtest.add(movement, known)?.verdicts[0];
      if (verdict) found.push({ seq, score: verdict.score, values: verdict.values });
    }
    return found.sort((a, b) => a.seq - b.seq);
  }

  it('know nothing of each other: live, behind and in a backtest', async () => {
    const random = randomNumbers(SEED);
    for (const institutionId of UNIT_KOBO.keys()) {
      const officer = { ...staffWith('AML1', 'manage-scenarios'), institutionId };
      for (const definition of SCENARIOS) {
        const asked = app.asStaff((write) => new CreateScenario(write, definition.code, { ...definition }), officer);
        expect(await asked).toMatchObject({ httpStatus: 200, code: undefined });
      }
      await setShadow(institutionId, true);
    }
    await play(random);
    for (const institutionId of UNIT_KOBO.keys()) await judgeMovements(app.get(BehindRunner), institutionId, database);
    for (const institutionId of UNIT_KOBO.keys()) {
      const unit = UNIT_KOBO.get(institutionId)!;
      for (const definition of SCENARIOS) {
        const live = await verdictsOf(institutionId, definition.code);
        expect([definition.code, live.length > MOVEMENTS]).toEqual([definition.code, true]);
        expect(await backtested(institutionId, definition)).toEqual(live);
        const sums = live.flatMap(({ values }) =>
          Object.entries(values).flatMap(([name, value]) => (name.includes('Kobo') ? [Number(value)] : [])),
        );
        // Whole units of the institution, and never more than all its money.
        expect(sums.filter((sum) => sum % unit !== 0 || sum > unit * 5 * 2 * MOVEMENTS * 2)).toEqual([]);
      }
    }
  }, 300_000);

  it('an old set in one process judges as the new one while the windows of customers come into use', async () => {
    // One institution leaves the windows of customers, and uses them again beside movements of both processes.
    await setShadow(HOUSE, false);
    await play(randomNumbers(SEED + 1));
    await Promise.all([setShadow(HOUSE, true), play(randomNumbers(SEED + 2))]);
    const { rows: before } = await database.query<{ seq: number }>('SELECT max(seq)::int AS seq FROM movement_facts');
    await play(randomNumbers(SEED + 3));
    for (const institutionId of UNIT_KOBO.keys()) await judgeMovements(app.get(BehindRunner), institutionId, database);
    // From here on the sets of both processes are whole again.
    const { rows: later } = await database.query<{ seq: number }>(
      'SELECT seq::int FROM movement_facts WHERE institution_id = $1 AND seq > $2 ORDER BY seq',
      [HOUSE, before[0]!.seq],
    );
    for (const code of ['account', 'behind']) {
      const judged = (await verdictsOf(HOUSE, code)).map(({ seq }) => seq).filter((seq) => seq > before[0]!.seq);
      expect(judged).toEqual(later.map(({ seq }) => seq));
    }
    const { rows: refused } = await database.query(
      `SELECT status, count(*) FROM posting WHERE status <> 'Posted' GROUP BY 1`,
    );
    expect(refused).toEqual([]);
    for (const definition of SCENARIOS) {
      expect(await backtested(OTHER_HOUSE, definition)).toEqual(await verdictsOf(OTHER_HOUSE, definition.code));
      // What was judged while a scenario was in use is judged so again; between the two uses nothing was judged.
      const again = new Map((await backtested(HOUSE, definition)).map((verdict) => [verdict.seq, verdict]));
      const live = await verdictsOf(HOUSE, definition.code);
      expect(live.length).toBeGreaterThan(2 * MOVEMENTS);
      expect(live.map(({ seq }) => again.get(seq))).toEqual(live);
    }
  }, 300_000);
});
