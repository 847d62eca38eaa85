import { beginLoan, LoanHistory, VAT } from '../../../test/support/loan-history';
import { randomNumbers } from '../../../test/support/random-numbers';
import { AppError } from '../../common/errors/app-error';
import { addDays } from '../../common/time/calendar';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { CENTRAL_BANK_SCALES, scaleOn } from '../classification/classification-scales';
import { paidOf, sumOfAmounts, totalKobo, unpaidOf } from '../contract/instalment-amounts';
import type { LoanEvent } from '../contract/loan-event.entity';
import { loanStateOf, stateDifferences } from '../contract/loan-state';
import { RUNNING_STATUSES } from '../contract/loan-status';
import type { LockedLoan } from '../contract/loans';
import { collectableKobo } from '../contract/summarise-loan';
import { payoffOnKobo } from '../repayment/payoff-on';
import { compareActs, isOfNight } from './act-order';
import { LoanReplay } from './loan-replay';
import { openedLoan } from './opened-loan';
import { planBackdatedPayment } from './plan-backdated-payment';
import { planReversal, planUndisbursement } from './plan-reversal';
import { type RepeatableInputs, repeatAct } from './repeat-act';
import type { LoanPast } from './replay-history';

const COLLECTIONS = 100;
const SURPLUS = 101;
const DAYS = 40;
const START = '2026-01-31';

function leg(accountId: number, side: 'debit' | 'credit', amountKobo: bigint): PostingLeg {
  return { accountId, side, amountKobo, role: 'principal' };
}

function copyOf(locked: LockedLoan): LockedLoan {
  return { ...structuredClone(locked), contract: locked.contract };
}

/** A loan that lives by its replay, with every leg posted and an event for each act. */
class Life {
  readonly events: LoanEvent[] = [];
  private posted = 0;

  private constructor(
    readonly history: LoanHistory,
    public replay: LoanReplay,
    private readonly rest: Pick<LoanPast, 'opening' | 'rules'>,
  ) {}

  static begin(seed: number): Life | undefined {
    const history = new LoanHistory(randomNumbers(seed));
    if (!beginLoan(history)) return undefined;
    const { contract, instalments } = history.locked;
    const { principalKobo, interestRate, tenure } = contract;
    const terms = { principalKobo, interestRate, tenure, disbursementDate: START };
    Object.assign(history.loan, terms, { classification: 'Performing', inheritedClassification: null });
    // Interest that was paid ahead into the receivable is of loans from before, whose payments are not reversed.
    if (history.loan.unearnedAccountId === null) history.loan.aheadAccountId = 7;
    const { feeDueKobo, feeVatKobo } = instalments[0]!;
    const rules = {
      scaleOn: (date: string) => scaleOn(Object.values(CENTRAL_BANK_SCALES)[0]!, date),
      keepsRestructured: false,
      cureDays: history.cureDays,
      vatLedgerId: VAT,
    };
    const opening = { contract, fee: { feeKobo: feeDueKobo - feeVatKobo, vatKobo: feeVatKobo } };
    const life = new Life(history, new LoanReplay(history.locked, START, rules), { opening, rules });
    life.keep({ kind: 'Disbursement', inputs: { amountKobo: '1' }, amountKobo: principalKobo });
    return life;
  }

  get past(): LoanPast {
    const { events, replay, rest } = this;
    return { current: copyOf(replay.locked), events, businessDate: replay.today, ...rest };
  }

  /** The acts, without the disbursement. */
  get acts(): LoanEvent[] {
    return this.events.filter(({ kind, reversesId }) => kind !== 'Disbursement' && reversesId === null);
  }

  get standing(): LoanEvent[] {
    return this.acts.filter(({ id }) => this.events.every(({ reversesId }) => reversesId !== id));
  }

  keep(facts: Partial<LoanEvent>): LoanEvent {
    const event = {
      id: this.events.length + 1,
      reference: `E${this.events.length + 1}`,
      valueDate: this.replay.today,
      businessDate: this.replay.today,
      contractId: this.history.loan.contractId,
      amountKobo: 1n,
      sourceLegs: null,
      before: null,
      reversesId: null,
      ...facts,
    } as unknown as LoanEvent;
    this.events.push(event);
    return event;
  }

  /** Makes an act and keeps its event; a refused act leaves no trace. */
  act(kind: LoanEvent['kind'], inputs: RepeatableInputs, sourceOf: (surplusKobo: bigint) => PostingLeg[]): boolean {
    const { replay } = this;
    const before = loanStateOf(replay.locked);
    const copy = copyOf(replay.locked);
    const { refusal, surplusKobo } = repeatAct(replay, { inputs: { ...inputs } });
    if (refusal) {
      Object.assign(replay.locked, copy);
      return false;
    }
    const source = sourceOf(surplusKobo);
    this.history.post(
      source,
      source.reduce((sum, { side, amountKobo }) => sum + (side === 'credit' ? amountKobo : -amountKobo), 0n),
    );
    const businessDate = inputs.act === 'payment' ? inputs.asOf : replay.today;
    const sourceLegs = source.map((each) => ({ ...each, amountKobo: each.amountKobo.toString() }));
    this.keep({ kind, businessDate, inputs: { ...inputs }, sourceLegs, before });
    return true;
  }

  /** Pays a random amount. */
  pay(isNight: boolean): boolean {
    const { history, replay } = this;
    const owedKobo = collectableKobo(replay.locked);
    if (owedKobo === 0n) return false;
    const amountKobo = history.whole(1, 12) === 1 ? owedKobo : 1n + (owedKobo * BigInt(history.whole(1, 60))) / 300n;
    const asOf = isNight ? addDays(replay.today, 1) : replay.today;
    const kind = isNight ? ('Collection' as const) : ('Repayment' as const);
    const dates = { paidOn: replay.today, asOf, chargesAsOf: isNight ? replay.today : addDays(asOf, -1) };
    const payment = { act: 'payment' as const, kind, amountKobo: amountKobo.toString(), takesSurplus: true, ...dates };
    return this.act(kind, payment, (surplusKobo) => [
      leg(COLLECTIONS, 'debit', amountKobo),
      ...(surplusKobo > 0n ? [leg(SURPLUS, 'credit', surplusKobo)] : []),
    ]);
  }

  /** Charges, waives, refunds, prepays or settles; false where the loan refuses it. */
  adjust(kind = this.history.one(['Charge', 'Waiver', 'Refund', 'EarlyRepayment'] as const)): boolean {
    const { history, replay } = this;
    const { locked, today: day } = replay;
    if (!RUNNING_STATUSES.includes(locked.loan.status)) return false;
    if (kind === 'Charge') {
      const component = history.one(['Fee', 'Penalty'] as const);
      const vatKobo = component === 'Fee' ? '150' : '0';
      return this.act(kind, { act: 'charge', day, component, amountKobo: '2000', vatKobo }, () => []);
    }
    if (kind === 'Waiver') {
      const due = sumOfAmounts(locked.instalments.filter(({ dueDate }) => dueDate <= day).map(unpaidOf));
      const part = (kobo: bigint): string => ((kobo * BigInt(history.whole(0, 4))) / 4n).toString();
      const amounts = { interest: part(due.interest), default: part(due.default), penalty: part(due.penalty) };
      return this.act(kind, { act: 'waive', day, ...amounts, fee: part(due.fee) }, () => []);
    }
    if (kind === 'Refund') {
      const ahead = sumOfAmounts(locked.instalments.filter(({ dueDate }) => dueDate > day).map(paidOf));
      const amountKobo = (totalKobo(ahead) * BigInt(history.whole(1, 11))) / 10n;
      if (amountKobo === 0n) return false;
      const inputs = { act: 'refund' as const, day, amountKobo: amountKobo.toString() };
      return this.act(kind, inputs, () => [leg(COLLECTIONS, 'credit', amountKobo)]);
    }
    const paymentOption = history.one([0, 1, 2, 2] as const);
    const { outstandingPrincipalKobo } = locked.loan;
    const amountKobo =
      paymentOption === 0 ? payoffOnKobo(locked, day) : (outstandingPrincipalKobo * BigInt(history.whole(1, 9))) / 10n;
    if (amountKobo <= 0n) return false;
    const inputs = { act: 'earlyRepayment' as const, day, paymentOption, amountKobo: amountKobo.toString() };
    return this.act(kind, inputs, () => [leg(COLLECTIONS, 'debit', amountKobo)]);
  }

  live(days: number): void {
    const { history } = this;
    for (let day = 0; day < days; day += 1) {
      if (history.whole(1, 6) === 1) this.pay(false);
      if (history.whole(1, 8) === 1) this.adjust();
      this.replay.beginNight();
      if (history.whole(1, 10) === 1) this.pay(true);
      this.replay.advanceTo(addDays(this.replay.today, 1));
    }
    this.post();
  }

  /** Posts what the replay booked since. */
  post(): void {
    const { history, replay } = this;
    const legs = replay.legs.slice(this.posted);
    this.posted = replay.legs.length;
    history.post(
      legs,
      legs.reduce((sum, { side, amountKobo }) => sum + (side === 'credit' ? amountKobo : -amountKobo), 0n),
    );
    history.today = replay.today;
    history.locked = replay.locked;
  }

  /** Lives on from a corrected loan. */
  continueFrom(after: LockedLoan): void {
    this.replay = new LoanReplay(after, this.replay.today, this.rest.rules);
    this.posted = 0;
    this.history.locked = after;
  }

  /** The whole history lived again from the disbursement with given acts, each on its day. */
  again(acts: readonly LoanEvent[]): LockedLoan {
    const { opening, rules } = this.rest;
    const life = new LoanReplay(openedLoan(copyOf(this.replay.locked), opening.contract, opening.fee), START, rules);
    for (const event of acts.toSorted(compareActs)) {
      life.advanceTo(event.valueDate);
      if (isOfNight(event)) life.beginNight();
      const { refusal } = repeatAct(life, event);
      if (refusal) throw new Error(`${event.reference} is refused: ${refusal.message}`);
    }
    life.advanceTo(this.replay.today);
    return life.locked;
  }

  /** Reverses an act and books it. @throws AppError when the plan is refused */
  reverse(reversed: LoanEvent): LockedLoan {
    const { after, legs, sourceLegs } = planReversal({ ...this.past, reversed });
    this.history.post([...legs, ...sourceLegs], 0n);
    this.keep({ kind: 'Reversal', reversesId: reversed.id, inputs: {}, before: loanStateOf(this.replay.locked) });
    this.continueFrom(after);
    return after;
  }

  /** Books a payment of an earlier day. @throws AppError when the plan is refused */
  payOn(valueDate: string, amountKobo: bigint): LockedLoan {
    const { after, legs, surplusKobo, before, inputs } = planBackdatedPayment({ ...this.past, valueDate, amountKobo });
    const source = [leg(COLLECTIONS, 'debit', amountKobo)];
    if (surplusKobo > 0n) source.push(leg(SURPLUS, 'credit', surplusKobo));
    this.history.post([...legs, ...source], 0n);
    const sourceLegs = source.map((each) => ({ ...each, amountKobo: each.amountKobo.toString() }));
    this.keep({ kind: 'Repayment', valueDate, inputs, before, sourceLegs, amountKobo });
    this.continueFrom(after);
    return after;
  }
}

const SEEDS = Array.from({ length: 100 }, (_, index) => 20261123 + index);

/** Runs a correction; false when the plan stops it. */
function tried(seed: number, work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    const stops = ['LOAN_REVERSAL_STOPPED', 'REPAYMENT_EXCEEDS_OUTSTANDING', 'LOAN_STATUS_REFUSED'];
    if (error instanceof AppError && stops.includes(error.code)) return false;
    const differences = error instanceof AppError ? JSON.stringify(error) : '';
    throw new Error(`Seed ${seed} ${differences}`, { cause: error });
  }
}

describe('the reversal of an act in a random history of a loan', () => {
  it('leaves the loan as the same history without the act, and its ledger in balance', () => {
    const seen: Record<string, number> = { stopped: 0, nights: 0, later: 0, suspended: 0 };
    for (const seed of SEEDS) {
      const life = Life.begin(seed);
      if (!life) continue;
      life.live(DAYS);
      if (life.acts.length === 0) continue;
      life.history.check();
      // The kind that was reversed least.
      const rarest = life.acts.toSorted((one, other) => (seen[one.kind] ?? 0) - (seen[other.kind] ?? 0))[0]!.kind;
      const reversed = life.history.one(life.acts.filter(({ kind }) => kind === rarest));
      const isDone = tried(seed, () => {
        const isLast = reversed === life.acts.at(-1);
        const after = life.reverse(reversed);
        expect(stateDifferences(after, life.again(life.standing))).toEqual([]);
        life.history.check();
        seen[reversed.kind] = (seen[reversed.kind] ?? 0) + 1;
        if (reversed.businessDate < life.replay.today) seen['nights']! += 1;
        if (!isLast) seen['later']! += 1;
        if (after.loan.suspendedSince !== null) seen['suspended']! += 1;
      });
      if (!isDone) seen['stopped']! += 1;
    }
    const kinds = ['Repayment', 'Collection', 'Charge', 'Waiver', 'Refund', 'EarlyRepayment'];
    expect(Object.keys(seen).sort()).toEqual(['later', 'nights', 'stopped', 'suspended', ...kinds].sort());
    for (const [name, count] of Object.entries(seen)) expect([name, count > 0]).toEqual([name, true]);
  });

  it('leaves the right history after corrections of corrections', () => {
    const seen = { corrected: 0, twice: 0 };
    for (const seed of SEEDS.slice(0, 50)) {
      const life = Life.begin(seed);
      if (!life) continue;
      let corrections = 0;
      for (let round = 0; round < 4; round += 1) {
        life.live(12);
        const { history, replay } = life;
        const day = addDays(START, history.whole(0, 11 + 12 * round));
        const owedKobo = collectableKobo(replay.locked);
        if (life.standing.length === 0) continue;
        const isDone = tried(seed, () => {
          const after =
            history.whole(0, 1) === 0
              ? life.reverse(history.one(life.standing))
              : life.payOn(day, 1n + (owedKobo * BigInt(history.whole(1, 20))) / 100n);
          expect(stateDifferences(after, life.again(life.standing))).toEqual([]);
          history.check();
        });
        if (isDone) corrections += 1;
      }
      if (corrections > 0) seen.corrected += 1;
      if (corrections > 1) seen.twice += 1;
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
  });

  it.each(['Payment', 'Charge', 'Waiver', 'Refund', 'EarlyRepayment'] as const)(
    'restores the loan and every balance when a %s is undone on the same day',
    (kind) => {
      let restored = 0;
      for (const seed of SEEDS.slice(0, 70)) {
        const life = Life.begin(seed);
        if (!life) continue;
        life.live(life.history.whole(1, 20));
        const { history, replay } = life;
        const before = copyOf(replay.locked);
        const balances = new Map(history.balances);
        const isDone = kind === 'Payment' ? life.pay(false) : life.adjust(kind);
        if (!isDone) continue;
        life.post();
        const after = life.reverse(life.acts.at(-1)!);
        // An act first recognises the income of its own day, which the next night would; that is the same loan.
        expect(stateDifferences(after, before)).toEqual([]);
        for (const [accountId, kobo] of history.balances)
          expect([accountId, kobo]).toEqual([accountId, balances.get(accountId) ?? 0n]);
        restored += 1;
      }
      expect(restored).toBeGreaterThan(8);
    },
  );

  it('is refused when the loan is not where its events lead', () => {
    const life = SEEDS.map((seed) => Life.begin(seed)).find((one) => one !== undefined)!;
    life.live(3);
    life.pay(false);
    const { past } = life;
    past.current.loan.principalRepaidKobo += 1n;
    expect(() => planReversal({ ...past, reversed: life.acts.at(-1)! })).toThrow(
      expect.objectContaining({ code: 'LOAN_HISTORY_NOT_PROVED' }),
    );
  });
});

describe('a payment with a value date in the past', () => {
  it('leaves the loan as if it had been taken on its day, over random histories', () => {
    const seen = { planned: 0, stopped: 0, nights: 0, lessDefault: 0 };
    for (const seed of SEEDS) {
      const life = Life.begin(seed);
      if (!life) continue;
      life.live(DAYS);
      const { history, replay } = life;
      const owedKobo = collectableKobo(replay.locked);
      const defaultBefore = replay.locked.loan.outstandingDefaultKobo;
      const valueDate = addDays(START, history.whole(0, DAYS - 1));
      const amountKobo = 1n + (owedKobo * BigInt(history.whole(1, 50))) / 100n;
      const isDone = tried(seed, () => {
        const after = life.payOn(valueDate, amountKobo);
        expect(stateDifferences(after, life.again(life.standing))).toEqual([]);
        history.check();
        if (after.loan.outstandingDefaultKobo < defaultBefore) seen.lessDefault += 1;
        if (after.loan.suspendedSince === null) seen.nights += 1;
        seen.planned += 1;
      });
      if (!isDone) seen.stopped += 1;
    }
    for (const [name, count] of Object.entries(seen)) expect([name, count > 2]).toEqual([name, true]);
  });

  it.each([
    ['2026-01-30', 'before the disbursement'],
    ['2026-02-03', 'on the business date'],
    ['2026-02-04', 'after the business date'],
  ])('is refused for %s, %s', (valueDate) => {
    const life = SEEDS.map((seed) => Life.begin(seed)).find((one) => one !== undefined)!;
    life.live(3);
    expect(() => planBackdatedPayment({ ...life.past, valueDate, amountKobo: 1n })).toThrow(
      expect.objectContaining({ code: 'LOAN_VALUE_DATE_REFUSED' }),
    );
  });
});

describe('the undoing of a disbursement', () => {
  it('takes back all that the nights booked, and stops while another act stands', () => {
    const seen = { undone: 0, stopped: 0 };
    for (const seed of SEEDS) {
      const life = Life.begin(seed);
      if (!life) continue;
      const { history, replay } = life;
      const principalKobo = history.loan.disbursedKobo;
      const unearnedKobo = -history.balance(6);
      replay.advanceTo(addDays(START, history.whole(1, 30)));
      life.post();
      if (history.whole(0, 2) === 0 && life.pay(false)) {
        expect(() => planUndisbursement({ ...life.past, reversed: life.events[0]! })).toThrow(
          expect.objectContaining({ code: 'LOAN_REVERSAL_STOPPED' }),
        );
        seen.stopped += 1;
        continue;
      }
      Object.assign(replay.locked.loan, { groupLoanId: null });
      const posting = [leg(1, 'credit', principalKobo)];
      if (unearnedKobo > 0n) posting.push(leg(6, 'debit', unearnedKobo));
      history.post(
        [...planUndisbursement({ ...life.past, reversed: life.events[0]! }), ...posting],
        principalKobo - unearnedKobo,
      );
      for (const [accountId, kobo] of history.balances) expect([accountId, kobo]).toEqual([accountId, 0n]);
      seen.undone += 1;
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(8);
  });
});
