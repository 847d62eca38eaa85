import { Client } from 'pg';
import { BacktestJob } from '../../src/aml/scenario-desk/backtest-job';
import { BehindRunner } from '../../src/aml/scenario-desk/behind/behind-runner';
import { CreateScenario } from '../../src/aml/scenario-desk/commands/create-scenario';
import { RunScenarioShadow } from '../../src/aml/scenario-desk/commands/run-scenario-shadow';
import { StartScenarioBacktest } from '../../src/aml/scenario-desk/commands/start-backtest';
import { GetScenarioBacktest } from '../../src/aml/scenario-desk/queries/get-scenario-backtest';
import { historyNeeds, storedHistory } from '../../src/aml/scenario-desk/stored-history';
import { Backtest } from '../../src/aml/scenarios/backtest';
import { compileScenario } from '../../src/aml/scenarios/compile-scenario';
import type { FactValue } from '../../src/aml/scenarios/fact-values';
import { factNamed } from '../../src/aml/scenarios/facts';
import type { ScenarioDefinition } from '../../src/aml/scenarios/scenario';
import { oneOf, type Random, randomScenario } from '../../src/aml/scenarios/testing/random-scenarios';
import { DEFAULT_WINDOW_SETTINGS } from '../../src/aml/scenarios/window-state';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { Clock } from '../../src/common/time/clock';
import { LedgerService } from '../../src/ledger/engine/ledger.service';
import { systemPosting } from '../../src/ledger/engine/posting-operation';
import { judgeMovements } from '../support/judge-movements';
import { CASH, FIRST_CUSTOMER, HOUSE, openAccounts } from '../support/ledger-app';
import { type MovementsApp, nextReference, staffWith, startMovementsApp } from '../support/movements-app';
import { randomNumbers } from '../support/random-numbers';

const OFFICER = staffWith('AML1', 'manage-scenarios');
/** `AML_VERDICT_SEEDS=200 npx jest backtest-verdicts --selectProjects e2e` runs for long. */
const SEEDS = Number(process.env.AML_VERDICT_SEEDS ?? 3);
const MOVEMENTS = 45;
const ACCOUNTS = 4;
const DAY_MS = 86_400_000;
/** Days by which the clock moves between two movements; shorter windows are those of the unit test. */
const PAUSES = [0, 0, 0, 0, 0, 1, 1, 3, 5, 8, 40];
/** The institution's time by seed: days, nights and windows are those of its zone. */
const ZONES = ['Africa/Lagos', 'Asia/Tokyo', 'America/Los_Angeles'];
/** Business dates of the test do not move, so value dates lie before the first one. */
const VALUE_DATES = [undefined, undefined, undefined, '2026-11-20', '2026-11-03'];
const AMOUNTS = [1_000, 9_999, 10_000, 100_000, 200_000, 4_500_000];

/** Values that facts take in these histories. */
const SEEN = new Map<string, FactValue[]>([
  ['movement.amountKobo', [1_000_00, 10_000_00, 100_000_00]],
  ['movement.direction', ['inflow', 'outflow']],
  ['movement.hour', [0, 11, 12, 23]],
  ['movement.isNight', [true]],
  ['movement.isInBand', [true]],
  ['counterparty.isFirstPayee', [true]],
  ['counterparty.key', [`account:${FIRST_CUSTOMER}`]],
  ['account.balanceBeforeKobo', [0, 100_000_00, 2_000_000_00]],
  ...['inflowKobo24h', 'outflowKobo72h', 'inflowKobo7d', 'inflowKobo30d', 'meanOutflowKobo'].map(
    (name) => [`window.${name}`, [100_000_00, 1_000_000_00, 5_000_000_00]] as [string, FactValue[]],
  ),
  ...['outflowCount5m', 'outflowCount1h', 'inBandCount24h', 'nightCount7d', 'inflowCount30d', 'payees24h'].map(
    (name) => [`window.${name}`, [1, 2, 3]] as [string, FactValue[]],
  ),
  ...['earlierOutflowCount', 'quietDays', 'wakeQuietDays', 'hoursSinceWake', 'senders7d'].map(
    (name) => [`window.${name}`, [1, 5, 20]] as [string, FactValue[]],
  ),
  ...['similarCount24h', 'middleAccounts72h', 'cycleHops', 'payees7d', 'roundOfLast10', 'historyDays', 'dayCount'].map(
    (name) => [`behind.${name}`, [1, 2, 4]] as [string, FactValue[]],
  ),
  ['behind.minutesSinceSameSizeCredit', [5, 60, 1_440]],
  ['behind.sameNarrationCount24h', [1, 3]],
  ['behind.inflowKobo30d', [100_000_00, 2_000_000_00]],
]);

interface StoredVerdict {
  seq: number;
  score: number;
  values: unknown;
  contributions: unknown;
}

describe('A backtest of everything that live screening judged', () => {
  let app: MovementsApp;
  let database: Client;
  let daysAhead = 0;
  let reversals = 0;

  const rows = async <Row extends object>(sql: string): Promise<Row[]> => (await database.query<Row>(sql)).rows;

  beforeAll(async () => {
    app = await startMovementsApp();
    database = new Client({ connectionString: app.common.database.url });
    await database.connect();
    await openAccounts(app.common, ACCOUNTS);
  });
  afterAll(async () => {
    await database?.end();
    await app?.common.close();
  });

  async function pass(days: number): Promise<void> {
    daysAhead += days;
    if (days === 0) return;
    await app.common.asOwner(`UPDATE institution SET clock_ahead_days = ${daysAhead}`);
    app.get(Clock).learn(HOUSE, daysAhead);
  }

  const now = (): Date => new Date(Date.now() + daysAhead * DAY_MS);

  async function play(random: Random): Promise<void> {
    for (let n = 0; n < MOVEMENTS; n += 1) {
      await pass(oneOf(random, PAUSES));
      const [from, to] = [Math.floor(random() * ACCOUNTS), Math.floor(random() * ACCOUNTS)];
      const send = (debit: number, credit: number): Promise<unknown> =>
        app.send({
          ...{ debit, credit, amountKobo: oneOf(random, AMOUNTS) * 100, reference: nextReference() },
          ...{ narration: oneOf(random, ['Rent', 'rent 2', 'x']), feeKobo: oneOf(random, [0, 25_00]) },
          valueDate: oneOf(random, VALUE_DATES),
        });
      const customer = FIRST_CUSTOMER + from;
      const other = from === to || random() < 0.4 ? CASH : FIRST_CUSTOMER + to;
      await Promise.all([
        random() < 0.5 ? send(CASH, customer) : send(customer, other),
        // One of another account at the same instant.
        ...(random() < 0.3 ? [send(CASH, FIRST_CUSTOMER + ((from + 1) % ACCOUNTS))] : []),
        ...(random() < 0.2 ? [reverseLatest()] : []),
      ]);
    }
  }

  /** Reverses the newest posting that can be reversed; live screening judges no reversal and takes nothing back. */
  async function reverseLatest(): Promise<void> {
    const [original] = await rows<{ id: string; amount_kobo: string }>(
      `SELECT id, amount_kobo FROM posting WHERE status = 'Posted' AND reversed_by_id IS NULL AND reverses_id IS NULL
        ORDER BY id DESC LIMIT 1`,
    );
    if (!original) return;
    const entries = await rows<{ account_id: string; side: string; amount_kobo: string; posted_at: Date }>(
      `SELECT e.account_id, e.side, e.amount_kobo, p.posted_at FROM posting_entry e JOIN posting p ON p.id = e.posting_id
        WHERE e.posting_id = ${original.id}`,
    );
    reversals += 1;
    await app.get(LedgerService).post({
      institutionId: HOUSE,
      kind: 'reversal',
      reference: nextReference('REV'),
      origin: 'system',
      maker: 'system:test',
      narration: 'Reversal',
      legs: entries.map(({ account_id, side, amount_kobo, posted_at }) => ({
        accountId: Number(account_id),
        side: side === 'debit' ? ('credit' as const) : ('debit' as const),
        amountKobo: BigInt(amount_kobo),
        role: 'reversal' as const,
        reversesPostedAt: posted_at,
      })),
      amountKobo: BigInt(original.amount_kobo),
      feeKobo: 0n,
      operation: systemPosting.with({ metadata: null }),
      nature: { type: 'reversal', postingId: Number(original.id), restoresLimits: false },
    });
  }

  /** What the version says of each stored movement, as `aml_verdict` keeps it. */
  async function judgedAgain(definition: ScenarioDefinition, from: Date): Promise<StoredVerdict[]> {
    const draft = compileScenario(definition, 1);
    const needs = historyNeeds([draft], from);
    const backtest = new Backtest({
      draft,
      settings: DEFAULT_WINDOW_SETTINGS,
      judgeFrom: from.getTime(),
      byAccount: needs.byAccount,
    });
    const found: StoredVerdict[] = [];
    for await (const { seq, movement, known } of storedHistory(app.get(UnitOfWork), HOUSE, needs, now())) {
      const verdict = backtest.add(movement, known)?.verdicts[0];
      if (!verdict) continue;
      const { score, values, contributions } = verdict;
      found.push({
        ...{ seq, score, values },
        contributions: contributions.map(({ words, met, points }) => ({ text: words, met, points })),
      });
    }
    return found.sort((a, b) => a.seq - b.seq);
  }

  it.each(Array.from({ length: SEEDS }, (_, index) => 20_261_128 + index))(
    'gives each movement the same verdict, score, words and values (seed %i)',
    async (seed) => {
      const random = randomNumbers(seed);
      await app.common.asOwner(`UPDATE institution SET time_zone = '${ZONES[seed % ZONES.length]}'`);
      const scenarios = [...SEEN.keys()].map((first, index) =>
        randomScenario(random, SEEN, {
          code: `s${seed}-${index}`,
          speed: factNamed(first)!.group === 'behind' || random() < 0.3 ? 'behind' : 'lock',
          first,
        }),
      );
      for (const definition of scenarios) {
        const { code } = definition;
        await app.asStaff((write) => new CreateScenario(write, code, { ...definition }), OFFICER);
        expect(await app.asStaff((write) => new RunScenarioShadow(write, code, true), OFFICER)).toMatchObject({
          httpStatus: 200,
        });
      }
      const begunAt = now();
      await play(random);
      await judgeMovements(app.get(BehindRunner), HOUSE, database);
      let hits = 0;
      for (const definition of scenarios) {
        const { code } = definition;
        const days = oneOf(random, [1, 30, 365]);
        const from = new Date(now().getTime() - days * DAY_MS);
        const live = await rows<StoredVerdict>(
          `SELECT seq::int, score, values, contributions FROM aml_verdict
            WHERE code = '${code}' AND at >= '${from.toISOString()}' ORDER BY seq`,
        );
        hits += live.length;
        const since = (
          await rows<{ at: Date }>(`SELECT min(at) AS at FROM aml_verdict WHERE code LIKE 's${seed}-%'`)
        )[0]!;
        const judgeFrom = since.at > from ? since.at : from;
        expect(await judgedAgain(definition, judgeFrom)).toEqual(live);
        await app.asStaff((write) => new RunScenarioShadow(write, code, false), OFFICER);
      }
      expect(hits).toBeGreaterThan(MOVEMENTS);
      expect(reversals).toBeGreaterThan(0);
      await expectJobToAgree(scenarios[0]!.code, begunAt);
    },
    600_000,
  );

  /** The job over the newest day counts what the runner found. */
  async function expectJobToAgree(code: string, begunAt: Date): Promise<void> {
    const started = await app.asStaff(
      (write) => new StartScenarioBacktest(write, code, { version: 1, days: 1 }),
      OFFICER,
    );
    const backtestId = started.data.id as number;
    await app.get(BacktestJob).run({ institutionId: HOUSE, id: 1, payload: { backtestId } });
    const { result } = await app.queries.execute(new GetScenarioBacktest(HOUSE, code, backtestId));
    const [live] = await rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM aml_verdict WHERE code = '${code}' AND at >= '${result!.from}'`,
    );
    if (new Date(result!.from) > begunAt) expect(result).toMatchObject({ matches: live!.count });
  }
});
