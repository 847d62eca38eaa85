import fc from 'fast-check';
import type { MovementDirection, ScenarioMovement } from '../../src/aml/scenarios/scenario-movement';

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Ten minutes to midnight before the last day of January in Lagos. */
const START = Date.UTC(2026, 0, 30, 22, 50) - HOUR;

/** Pauses at which windows open and close; the clock of another process may be a little behind. */
const PAUSES = [
  ...[0, 0, 0, -1_500, SECOND, 59 * SECOND, 5 * 60 * SECOND - 1, 5 * 60 * SECOND, HOUR, 3 * HOUR],
  ...[DAY - SECOND, DAY, 3 * DAY, 5 * DAY, 7 * DAY, 30 * DAY, 40 * DAY, 61 * DAY],
];

/** Amounts in Naira about the thresholds of the windows. */
const AMOUNTS = [1_000, 9_999.99, 10_000, 99_999, 100_000, 200_000, 450_000, 4_000_000, 4_500_000, 5_000_000];

const NARRATIONS = ['invoice 17', 'Invoice 18', 'school fees', 'urgent', ''];

/** What one step of a history chooses. */
export interface HistoryStep {
  pause: number;
  kind: number;
  account: number;
  other: number;
  amount: number;
  narration: number;
  /** True for a request of the same batch as the one before. */
  joins: boolean;
  /** The same movement so many times in one request, as a file with several rows to one payee. */
  rows: number;
  /** What changes of the customer before the request. */
  change: number;
  /** True to release the oldest held request instead. */
  releases: boolean;
}

const step: fc.Arbitrary<HistoryStep> = fc.record({
  pause: fc.constantFrom(...PAUSES),
  kind: fc.nat(9),
  account: fc.nat(3),
  other: fc.nat(11),
  amount: fc.constantFrom(...AMOUNTS),
  narration: fc.nat(NARRATIONS.length - 1),
  joins: fc.boolean(),
  rows: fc.constantFrom(1, 1, 1, 2, 3),
  change: fc.nat(20),
  releases: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
});

export const histories = (most: number): fc.Arbitrary<HistoryStep[]> =>
  fc.array(step, { minLength: 8, maxLength: most });

type Customer = NonNullable<ScenarioMovement['customer']>;
type Kind = Pick<ScenarioMovement, 'channel' | 'endpoint'> & Partial<ScenarioMovement>;

/** Every kind of movement that stores facts, seen from the account of the step. */
function kindOf(choice: number, { other }: HistoryStep): Kind & { direction: MovementDirection } {
  const foreign = {
    bank: '058',
    key: `058:${other}`,
    name: `Person ${other}`,
    isPep: other % 3 === 0,
    isGovernment: other % 2 === 0,
  };
  const till = {
    agent: `TILL-${other % 3}`,
    agentState: other % 2 === 0 ? 'Lagos' : 'Kano',
    depositor: `d${other % 2}`,
  };
  const kinds: (Kind & { direction: MovementDirection })[] = [
    { channel: 'transfer', endpoint: 'local-transfer', direction: 'outflow', device: `device-${other % 2}` },
    { channel: 'interbank', endpoint: 'outward-transfer', direction: 'outflow', counterparty: foreign },
    { channel: 'interbank', endpoint: 'inward-transfer', direction: 'inflow', counterparty: foreign },
    { channel: 'bulk', endpoint: 'bulk-transfer-row', direction: 'inflow', counterparty: { key: 'account:99' } },
    { channel: 'cash', endpoint: 'post-transaction', direction: 'inflow', purpose: 'cash-in', ...till },
    { channel: 'cash', endpoint: 'post-transaction', direction: 'outflow', purpose: 'cash-out', terminal: `T${other}` },
    { channel: 'bill', endpoint: 'bill-vend', direction: 'outflow' },
    {
      channel: 'card',
      endpoint: 'card-spend',
      direction: 'outflow',
      purpose: 'sale',
      foreignCountry: 'GH',
      isListedCountry: other % 2 === 0,
    },
    {
      ...{ channel: 'loan', endpoint: 'loan-request', direction: 'outflow', purpose: 'loan-repayment' },
      loan: {
        ...{ id: 1 + (other % 2), principalKobo: 5_000_000_00n, repaidKobo: BigInt(other) * 500_000_00n },
        ...{ elapsedPercent: other, paidByOther: other > 5 },
      },
    },
    { channel: 'ledger', endpoint: 'post', direction: 'inflow', purpose: 'refund', fxUsdCents: other * 100_00 },
  ];
  return kinds[choice]!;
}

/** The accounts 10 and 12 belong to one customer, and so do 11 and 13. */
const ownerOf = (accountId: number): number => (accountId % 2 === 0 ? 10 : 11);

/** Customers whose facts change while time goes on, and their balances. */
class Town {
  at = START;
  latest = START;
  private postings = 0;
  private readonly balances = new Map<number, bigint>();
  private readonly customers = new Map<number, Customer>();

  /** The movements of the request that a step makes. */
  request(step: HistoryStep): ScenarioMovement[] {
    this.postings += 1;
    const id = 10 + step.account;
    this.change(ownerOf(id), step.change);
    return Array.from({ length: step.rows }, () => this.moved(id, step)).flat();
  }

  pass(pause: number): void {
    this.at += pause;
    this.latest = Math.max(this.latest, this.at);
  }

  private moved(id: number, step: HistoryStep): ScenarioMovement[] {
    const { direction, ...kind } = kindOf(step.kind, step);
    const one = this.movement(id, direction, step, kind);
    if (step.kind !== 0) return [one];
    const payee = 10 + (step.other % 4);
    if (payee === id) return [one];
    const side = (accountId: number): ScenarioMovement['counterparty'] => ({
      key: `account:${accountId}`,
      accountId,
      ...(ownerOf(accountId) === ownerOf(id) ? { isSameOwner: true as const } : {}),
      isListed: this.customer(ownerOf(accountId)).riskRating === 'high',
    });
    return [
      { ...one, counterparty: side(payee)! },
      { ...this.movement(payee, 'inflow', step, kind), counterparty: side(id)! },
    ];
  }

  private movement(id: number, direction: MovementDirection, step: HistoryStep, kind: Kind): ScenarioMovement {
    const amountKobo = BigInt(Math.round(step.amount * 100));
    const balance = this.balances.get(id) ?? 0n;
    this.balances.set(id, direction === 'inflow' ? balance + amountKobo : balance - amountKobo);
    const opened = Math.floor((this.at - START) / DAY) + id;
    return {
      ...kind,
      postingId: this.postings,
      at: this.at,
      utcOffsetMinutes: 60,
      direction,
      amountKobo,
      outcome: 'posted',
      narration: NARRATIONS[step.narration]!,
      account: {
        id,
        status: id % 2 === 0 ? 'Active' : 'Dormant',
        tier: 1 + (id % 3),
        product: `P${id % 2}`,
        ageDays: opened,
        balanceBeforeKobo: balance,
      },
      customer: { ...this.customer(ownerOf(id)), ageDays: opened },
    };
  }

  private customer(id: number): Customer {
    const known = this.customers.get(id);
    if (known) return known;
    const type = id % 2 === 0 ? 'Individual' : 'Corporate';
    const customer: Customer = { id, type, ageYears: 17 + (id % 4), state: 'Lagos', country: 'NG', riskRating: 'low' };
    this.customers.set(id, customer);
    return customer;
  }

  private change(id: number, choice: number): void {
    const changes: Partial<Customer>[] = [
      { riskRating: 'high', isPep: true },
      { riskRating: 'medium', isPep: false },
      { declaredMonthlyIncomeKobo: 150_000_00n, occupation: 'Trader' },
      { statedMonthlyTurnoverKobo: 9_000_000_00n, sharedIdentityCount: 3 },
      { state: 'Kano', country: 'GH', isListed: true, sharedIdentityCount: 1 },
      { type: 'Group', isListed: false },
    ];
    this.customers.set(id, { ...this.customer(id), ...changes[choice] });
  }
}

/**
 * Plays a history: `decide` gets the requests of each batch and answers those that were held.
 * @returns the latest time of a movement
 */
export function play(
  steps: readonly HistoryStep[],
  decide: (requests: ScenarioMovement[][]) => ScenarioMovement[][],
): Date {
  const town = new Town();
  const waiting: ScenarioMovement[][] = [];
  let batch: ScenarioMovement[][] = [];
  const end = (): void => {
    if (batch.length > 0) waiting.push(...decide(batch));
    batch = [];
  };
  for (const step of steps) {
    if (!step.joins) {
      end();
      town.pass(step.pause);
    }
    const released = step.releases ? waiting.shift() : undefined;
    if (released) batch.push(released.map((movement) => ({ ...movement, at: town.at, isReleased: true as const })));
    else batch.push(town.request(step));
  }
  end();
  return new Date(town.latest);
}
