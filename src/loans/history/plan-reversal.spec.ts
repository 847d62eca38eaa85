import { beginLoan, LoanHistory, VAT } from '../../../test/support/loan-history';
import { randomNumbers } from '../../../test/support/random-numbers';
import { AppError } from '../../common/errors/app-error';
import { addDays } from '../../common/time/calendar';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { CENTRAL_BANK_SCALES, scaleOn } from '../classification/classification-scales';
import type { LoanEvent } from '../contract/loan-event.entity';
import { loanAt, loanStateOf, stateDifferences } from '../contract/loan-state';
import type { LockedLoan } from '../contract/loans';
import { collectableKobo } from '../contract/summarise-loan';
import { LoanReplay, type ReplayRules } from './loan-replay';
import { planReversal } from './plan-reversal';

const COLLECTIONS = 100;
const SURPLUS = 101;
const DAYS = 40;

/** A loan that lives by its replay, with every leg posted and an event for each payment. */
interface Life {
  history: LoanHistory;
  replay: LoanReplay;
  events: LoanEvent[];
  rules: ReplayRules;
}

function leg(accountId: number, side: 'debit' | 'credit', amountKobo: bigint): PostingLeg {
  return { accountId, side, amountKobo, role: 'principal' };
}

function copyOf(locked: LockedLoan): LockedLoan {
  return { ...structuredClone(locked), contract: locked.contract };
}

function begin(seed: number): Life | undefined {
  const history = new LoanHistory(randomNumbers(seed));
  if (!beginLoan(history)) return undefined;
  Object.assign(history.loan, { principalKobo: history.loan.disbursedKobo, interestRate: '0', tenure: 1 });
  Object.assign(history.loan, { classification: 'Performing', inheritedClassification: null });
  // Interest that was paid ahead into the receivable is of loans from before, whose payments are not reversed.
  if (history.loan.unearnedAccountId === null) history.loan.aheadAccountId = 7;
  const rules = {
    scaleOn: (date: string) => scaleOn(Object.values(CENTRAL_BANK_SCALES)[0]!, date),
    cureDays: history.cureDays,
    vatLedgerId: VAT,
  };
  return { history, replay: new LoanReplay(history.locked, history.today, rules), events: [], rules };
}

/** Pays a random amount; a refused payment leaves no trace. */
function pay({ history, replay, events }: Life, isNight: boolean): void {
  const owedKobo = collectableKobo(history.loan);
  if (owedKobo === 0n) return;
  const amountKobo = history.whole(1, 12) === 1 ? owedKobo : 1n + (owedKobo * BigInt(history.whole(1, 60))) / 300n;
  const asOf = isNight ? addDays(replay.today, 1) : replay.today;
  const dates = { paidOn: replay.today, asOf, chargesAsOf: isNight ? replay.today : addDays(asOf, -1) };
  const kind = isNight ? ('Collection' as const) : ('Repayment' as const);
  const before = loanStateOf(replay.locked);
  const legsBefore = replay.legs.length;
  const { surplusKobo } = replay.pay({ kind, amountKobo, takesSurplus: true }, dates);
  expect(replay.legs.length).toBeGreaterThan(legsBefore);
  const source = [leg(COLLECTIONS, 'debit', amountKobo)];
  if (surplusKobo > 0n) source.push(leg(SURPLUS, 'credit', surplusKobo));
  events.push({
    id: events.length + 1,
    kind,
    reference: `P${events.length}`,
    valueDate: dates.paidOn,
    businessDate: asOf,
    contractId: history.loan.contractId,
    amountKobo,
    inputs: { act: 'payment', kind, amountKobo: amountKobo.toString(), takesSurplus: true, ...dates },
    sourceLegs: source.map((each) => ({ ...each, amountKobo: each.amountKobo.toString() })),
    before,
    reversesId: null,
  } as unknown as LoanEvent);
  history.post(source, amountKobo - surplusKobo === 0n ? 0n : surplusKobo - amountKobo);
}

function live(life: Life, days: number): void {
  const { history, replay } = life;
  for (let day = 0; day < days; day += 1) {
    if (history.whole(1, 6) === 1) pay(life, false);
    replay.beginNight();
    if (history.whole(1, 10) === 1) pay(life, true);
    replay.advanceTo(addDays(replay.today, 1));
  }
  history.today = replay.today;
  postOwn(history, replay.legs);
}

/** Posts legs of the loan, whose other side is posted apart. */
function postOwn(history: LoanHistory, legs: readonly PostingLeg[]): void {
  const inflowKobo = legs.reduce(
    (sum, { side, amountKobo }) => sum + (side === 'credit' ? amountKobo : -amountKobo),
    0n,
  );
  history.post(legs, inflowKobo);
}

const SEEDS = Array.from({ length: 250 }, (_, index) => 20261123 + index);

describe('the reversal of a payment in a random history of a loan', () => {
  it('leaves the loan as the same history without the payment, and its ledger in balance', () => {
    const seen = { planned: 0, stopped: 0, nights: 0, later: 0, suspended: 0 };
    for (const seed of SEEDS) {
      const life = begin(seed);
      if (!life) continue;
      live(life, DAYS);
      const { history, events, rules, replay } = life;
      if (events.length === 0) continue;
      history.check();
      const reversed = history.one(events);
      const current = copyOf(replay.locked);
      try {
        const plan = planReversal({ current, events, reversed, businessDate: replay.today, rules });
        history.post([...plan.legs, ...plan.sourceLegs], 0n);
        const expected = withoutPayment(life, reversed);
        expect(stateDifferences(plan.after, expected)).toEqual([]);
        history.locked = plan.after;
        history.check();
        seen.planned += 1;
        if (reversed.businessDate < replay.today) seen.nights += 1;
        if (reversed !== events.at(-1)) seen.later += 1;
        if (plan.after.loan.suspendedSince !== null) seen.suspended += 1;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'LOAN_REVERSAL_STOPPED')
          throw new Error(`Seed ${seed}`, { cause: error });
        seen.stopped += 1;
      }
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
  });

  it('restores the loan and every balance on the same day', () => {
    let restored = 0;
    for (const seed of SEEDS) {
      const life = begin(seed);
      if (!life) continue;
      live(life, life.history.whole(1, 20));
      const { history, replay, events, rules } = life;
      const before = copyOf(replay.locked);
      const balances = new Map(history.balances);
      const booked = replay.legs.length;
      const known = events.length;
      pay(life, false);
      if (events.length === known) continue;
      postOwn(history, replay.legs.slice(booked));
      const plan = planReversal({
        current: copyOf(replay.locked),
        events,
        reversed: events.at(-1)!,
        businessDate: replay.today,
        rules,
      });
      history.post([...plan.legs, ...plan.sourceLegs], 0n);
      expect(stateDifferences(plan.after, before)).toEqual([]);
      for (const [accountId, kobo] of history.balances)
        expect([accountId, kobo]).toEqual([accountId, balances.get(accountId) ?? 0n]);
      restored += 1;
    }
    expect(restored).toBeGreaterThan(100);
  });

  it('is refused when the loan is not where its events lead', () => {
    const life = SEEDS.map(begin).find((one) => one !== undefined)!;
    live(life, 3);
    pay(life, false);
    const current = copyOf(life.replay.locked);
    current.loan.principalRepaidKobo += 1n;
    const { events, rules, replay } = life;
    const reversed = events.at(-1)!;
    expect(() => planReversal({ current, events, reversed, businessDate: replay.today, rules })).toThrow(
      expect.objectContaining({ code: 'LOAN_HISTORY_NOT_PROVED' }),
    );
  });
});

/** The history lived again from its first payment, without one. */
function withoutPayment({ replay, events, rules }: Life, left: LoanEvent): LockedLoan {
  const [first] = events;
  const again = new LoanReplay(loanAt(replay.locked, first!.before!), first!.valueDate, rules);
  if (first!.valueDate < first!.businessDate) again.beginNight();
  for (const event of events) {
    again.advanceTo(event.valueDate);
    if (event.valueDate < event.businessDate) again.beginNight();
    if (event === left) continue;
    const { kind, paidOn, asOf, chargesAsOf } = event.inputs as unknown as { kind: 'Repayment' } & Record<
      'paidOn' | 'asOf' | 'chargesAsOf',
      string
    >;
    again.pay({ kind, amountKobo: event.amountKobo, takesSurplus: true }, { paidOn, asOf, chargesAsOf });
  }
  again.advanceTo(replay.today);
  return again.locked;
}
