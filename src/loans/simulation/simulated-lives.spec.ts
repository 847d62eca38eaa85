import { randomNumbers } from '../../../test/support/random-numbers';
import { AppError } from '../../common/errors/app-error';
import { addDays, daysBetween } from '../../common/time/calendar';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { suspendedKobo } from '../accrual/suspense';
import { paidOf, sumOfAmounts, totalKobo, unpaidOf } from '../contract/instalment-amounts';
import { RUNNING_STATUSES } from '../contract/loan-status';
import type { LockedLoan } from '../contract/loans';
import { ScheduleError } from '../schedule/schedule-error';
import { readSimulation } from './read-simulation';
import { type SimulatedLife, simulateLoan } from './simulate-loan';
import { SIMULATED_ACCOUNTS as ACCOUNTS } from './simulated-loan';

const RUNS = Number(process.env['LIVES_RUNS'] ?? 60);
const SEED = Number(process.env['LIVES_SEED'] ?? 20_261_124);
const INCOME: readonly number[] = [
  ACCOUNTS.interestIncome,
  ACCOUNTS.defaultIncome,
  ACCOUNTS.penaltyIncome,
  ACCOUNTS.feeIncome,
];
/** Month ends, leap days, the end of a year and an ordinary day. */
const STARTS = ['2027-01-31', '2028-02-29', '2027-12-31', '2027-08-31', '2027-05-14'];

type Random = ReturnType<typeof randomNumbers>;

/** Odd terms: one instalment and hundreds, no rate, a moratorium of all instalments but one, balloons. */
function oddTerms(random: Random): Record<string, unknown> {
  const whole = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const one = <Choice>(...choices: Choice[]): Choice => choices[whole(0, choices.length - 1)]!;
  const numberOfRepayments = one(1, 1, 2, 3, 6, 12, 36, 120, 360);
  const interestComputationModel = one(0, 1, 2);
  const terms: Record<string, unknown> = {
    principal: `${one(1, 100, 99_999, 120_000, 7_654_321)}.${whole(10, 99)}`,
    rate: one('0', '0', '0.01', '12.5', '24', '60', '120'),
    numberOfRepayments,
    frequency: numberOfRepayments > 36 ? one(0, 1) : one(0, 1, 2),
    disbursementDate: one(...STARTS),
    interestComputationModel,
    principalRepaymentType: interestComputationModel === 2 ? 3 : one(0, 1, 3),
    interestPaymentType: one(0, 1, 1, 2, 3),
    monthEnd: one('CLAMP', 'ROLL'),
    dayCount: one('ACT/365', 'ACT/360', '30/360'),
  };
  if (numberOfRepayments > 1 && whole(0, 2) === 0)
    Object.assign(terms, {
      moratorium: one(1, 2, 3),
      moratoriumPeriods: one(1, numberOfRepayments - 1),
      moratoriumInterest: one('DEFER', 'CAPITALISE', 'SPREAD', 'FREE'),
    });
  if (whole(0, 4) === 0) terms['balloonPercent'] = one('10', '40', '100');
  return terms;
}

/** Up to eight events on or after the day of the disbursement; many of them an actual loan refuses. */
function oddEvents(random: Random, start: string): Record<string, unknown>[] {
  const whole = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const one = <Choice>(...choices: Choice[]): Choice => choices[whole(0, choices.length - 1)]!;
  const amount = (): string => `${one(0, whole(1, 500), whole(500, 90_000))}.${whole(10, 99)}`;
  let date = start;
  return Array.from({ length: whole(0, 8) }, (_, index) => {
    date = addDays(date, one(0, 0, 1, whole(1, 40), whole(1, 130)));
    const event = one(
      ...['repay', 'repay', 'repay', 'repay', 'charge', 'waive', 'refund', 'refund', 'restructure', 'restructure'],
      ...['rateChange', 'settle', 'writeOff', 'reverse'],
    );
    const details: Record<string, object> = {
      repay: { amount: amount() },
      charge: { amount: amount(), component: one('Fee', 'Penalty') },
      waive: one({ penalty: '500.00' }, { defaultInterest: '0.01' }, { interest: '1.00' }),
      refund: { amount: `${whole(0, 20)}.${whole(10, 99)}` },
      restructure: {
        tenure: one(1, 2, 12, 24),
        rate: one('0', '18'),
        accruedInterest: one('Due', 'Deferred', 'Capitalised'),
      },
      rateChange: { rate: one('0', '3', '48') },
      reverse: { nr: Math.max(1, whole(1, index)) },
    };
    return { date, event, ...details[event] };
  });
}

function balanceOf(entries: SimulatedLife['entries'], ...accounts: number[]): bigint {
  return entries
    .flatMap(({ legs }) => legs)
    .filter(({ accountId }) => accounts.includes(accountId))
    .reduce((sum, { side, amountKobo }) => sum + (side === 'debit' ? amountKobo : -amountKobo), 0n);
}

const moved = (legs: readonly PostingLeg[], ...accounts: number[]): bigint =>
  balanceOf([{ date: '', event: '', legs: [...legs] }], ...accounts);

/** The principal and the receivables of the books are those of the loan, and none of them is in credit. */
function assertBooks({ loan, instalments }: LockedLoan, entries: SimulatedLife['entries']): void {
  for (const { legs, event } of entries)
    expect([event, legs.reduce((sum, leg) => sum + moved([leg], leg.accountId), 0n)]).toEqual([event, 0n]);
  const unpaid = sumOfAmounts(instalments.map(unpaidOf));
  const isRunning = RUNNING_STATUSES.includes(loan.status);
  expect(balanceOf(entries, ACCOUNTS.principal)).toBe(loan.outstandingPrincipalKobo);
  const receivable = balanceOf(entries, ACCOUNTS.interestReceivable);
  if (loan.unearnedAccountId === null) expect(receivable).toBeGreaterThanOrEqual(0n);
  expect(receivable + balanceOf(entries, ACCOUNTS.interestPaidAhead)).toBe(isRunning ? loan.interestOwedKobo : 0n);
  expect(balanceOf(entries, ACCOUNTS.defaultReceivable)).toBe(isRunning ? unpaid.default : 0n);
  expect(balanceOf(entries, ACCOUNTS.penaltyReceivable)).toBe(isRunning ? unpaid.penalty : 0n);
  expect(-balanceOf(entries, ACCOUNTS.interestInSuspense)).toBe(isRunning ? suspendedKobo(loan) : 0n);
  expect(-balanceOf(entries, ACCOUNTS.unearnedInterest)).toBeGreaterThanOrEqual(0n);
}

/**
 * No amount of a loan is below zero, nothing is paid twice, and a loan that has ended owes nothing. `expect` is asked
 * only about an amount that is below zero: asked about all of them, it takes longer than the lives.
 */
function assertAmounts({ loan, instalments }: LockedLoan): void {
  for (const [name, value] of Object.entries(loan))
    if (name.endsWith('Kobo') && name !== 'interestOwedKobo' && name !== 'interestAccruedKobo')
      if (!((value as bigint) >= 0n)) expect([name, value]).toEqual([name, 'an amount of zero or more']);
  for (const row of instalments)
    for (const amounts of [unpaidOf(row), paidOf(row)])
      for (const [name, value] of Object.entries(amounts))
        if (!(value >= 0n)) expect([row.number, name, value]).toEqual([row.number, name, 'an amount of zero or more']);
  if (loan.status !== 'Closed') return;
  expect(totalKobo(sumOfAmounts(instalments.map(unpaidOf)))).toBe(0n);
  expect(loan.outstandingPrincipalKobo).toBe(0n);
}

/** Since its income waits in suspense, a loan has income only out of the money that came in with the same entry. */
function assertIncomeFromCash({ loan }: LockedLoan, entries: SimulatedLife['entries']): void {
  const since = loan.suspendedSince;
  if (since === null || !RUNNING_STATUSES.includes(loan.status)) return;
  for (const { date, event, legs } of entries) {
    const begin = /^nights from (.*)$/.exec(event)?.[1] ?? date;
    if (begin < since || event === 'reverse') continue;
    const [income, cash] = [-moved(legs, ...INCOME), moved(legs, ACCOUNTS.borrower)];
    // Upfront interest came in with the disbursement.
    const collected = (cash > 0n ? cash : 0n) + moved(legs, ACCOUNTS.unearnedInterest);
    expect([date, event, income <= collected]).toEqual([date, event, true]);
  }
}

describe('random lives of loans with odd terms', () => {
  it('keep loan and books equal, no amount below zero, and no income without cash while a loan is non-performing', () => {
    const random = randomNumbers(SEED);
    const seen = new Map<string, number>();
    for (let run = 0; run < RUNS; run += 1) {
      const terms = oddTerms(random);
      const start = terms['disbursementDate'] as string;
      const events = oddEvents(random, start);
      const input = {
        terms,
        events,
        licence: random() < 0.5 ? 'MicrofinanceBank' : 'CommercialBank',
        arrears: { rate: '36', penalty: '500.00', graceDays: 2, suspenseAfterDays: 45, cureDays: 20 },
        date: addDays((events.at(-1)?.['date'] as string | undefined) ?? start, Math.floor(random() * 120)),
      };
      const life = livedAsFarAsPossible(input);
      if (life === undefined) continue;
      const { locked, entries, done } = life;
      try {
        assertBooks(locked, entries);
        assertAmounts(locked);
        assertIncomeFromCash(locked, entries);
      } catch (error) {
        throw new Error(`${JSON.stringify({ ...input, events: done })}: ${(error as Error).message}`, { cause: error });
      }
      for (const { event } of done) seen.set(String(event), (seen.get(String(event)) ?? 0) + 1);
      seen.set(locked.loan.status, (seen.get(locked.loan.status) ?? 0) + 1);
    }
    // The histories reach every kind of event and every end of a loan.
    for (const name of ['repay', 'charge', 'waive', 'refund', 'restructure', 'rateChange', 'settle', 'writeOff'])
      expect([name, seen.get(name) ?? 0]).not.toEqual([name, 0]);
    for (const name of ['reverse', 'Active', 'Delinquent', 'WrittenOff', 'Closed'])
      expect([name, seen.get(name) ?? 0]).not.toEqual([name, 0]);
  });
});

/** Leaves out each event that the loan refuses. @returns undefined when the terms themselves have no schedule */
function livedAsFarAsPossible(
  input: { events: Record<string, unknown>[]; date: string; terms: Record<string, unknown> } & Record<string, unknown>,
): (SimulatedLife & { done: Record<string, unknown>[] }) | undefined {
  const done: Record<string, unknown>[] = [];
  const live = (events: Record<string, unknown>[], date: string): SimulatedLife =>
    simulateLoan(readSimulation({ ...input, events, date }));
  if (attempt(() => live([], input.terms['disbursementDate'] as string)) === undefined) return undefined;
  for (const event of input.events) if (attempt(() => live([...done, event], String(event['date'])))) done.push(event);
  expect(daysBetween(String(input.terms['disbursementDate']), input.date)).toBeGreaterThanOrEqual(0);
  return { ...live(done, input.date), done };
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ScheduleError || error instanceof AppError) return undefined;
    throw error;
  }
}
