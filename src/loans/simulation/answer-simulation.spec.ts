import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { randomNumbers } from '../../../test/support/random-numbers';
import { addDays } from '../../common/time/calendar';
import { quote } from '../schedule/quote';
import { simulation } from './answer-simulation';

const ROOT = path.join(__dirname, '..', '..', '..');
const TERMS = { principal: '120000.00', rate: '24', numberOfRepayments: 6, disbursementDate: '2026-01-31' };
const ARREARS = { rate: '36', penalty: '500.00', graceDays: 2, suspenseAfterDays: 20, cureDays: 5 };

function answer(input: object): ReturnType<typeof simulation> {
  return simulation(JSON.stringify({ terms: TERMS, ...input }));
}

interface Entry {
  event: string;
  debits: Record<string, string>;
  credits: Record<string, string>;
}

function kobo(naira: string): bigint {
  return BigInt(naira.replace('.', ''));
}

/** The balance of every account after the entries; debits above 0. Each entry must balance. */
function booksOf(entries: Record<string, unknown>[]): Record<string, string> {
  const books = new Map<string, bigint>();
  for (const { event, debits, credits } of entries as unknown as Entry[]) {
    let sum = 0n;
    const add = (account: string, amount: bigint): void => {
      books.set(account, (books.get(account) ?? 0n) + amount);
      sum += amount;
    };
    for (const [account, amount] of Object.entries(debits)) add(account, kobo(amount));
    for (const [account, amount] of Object.entries(credits)) add(account, -kobo(amount));
    expect([event, sum]).toEqual([event, 0n]);
  }
  return Object.fromEntries(
    [...books].filter(([, amount]) => amount !== 0n).map(([name, amount]) => [name, String(amount)]),
  );
}

describe('the simulated life of a loan', () => {
  it('begins with the schedule of the quote, and ends closed with the interest of the quote when every instalment is paid', () => {
    const { rows, totals } = quote(JSON.stringify(TERMS));
    const events = rows.map(({ dueDate, total }) => ({ date: dueDate, event: 'repay', amount: total }));
    const { loan, balances, entries, schedule } = answer({ events, date: '2026-12-31' });
    expect(schedule.map(({ dueDate, principal, interest }) => [dueDate, principal, interest])).toEqual(
      rows.map(({ dueDate, principal, interest }) => [dueDate, principal, interest]),
    );
    expect(loan).toMatchObject({ status: 'Closed', classification: 'Performing', payoff: null });
    expect(balances).toMatchObject({ principal: '0.00', interestOwed: '0.00' });
    expect(booksOf(entries)).toEqual({
      borrower: String(kobo(totals.interest)),
      interestIncome: String(-kobo(totals.interest)),
    });
  });

  it('shows arrears, class, suspense and provision of a loan that nobody pays', () => {
    const { loan, arrears, balances, provision, entries } = answer({
      arrears: ARREARS,
      date: '2026-06-15',
      events: [],
    });
    expect(loan).toMatchObject({ status: 'Delinquent', classification: 'Substandard' });
    expect(arrears).toMatchObject({ overdueSince: '2026-02-28', daysPastDue: 107, suspendedSince: '2026-03-21' });
    expect(provision).toEqual({ percent: 10, exposure: '120000.00', prudential: '12000.00' });
    expect(balances).toMatchObject({ principal: '120000.00', penalty: '2000.00' });
    const books = booksOf(entries);
    expect(books['interestInSuspense']).toBe(String(-kobo(String(balances['inSuspense']))));
    expect(books['interestIncome']).toBeUndefined();
  });

  it.each([
    [{}, 'the principal that is overdue, as products do by default', '579.22'],
    [{ interestBase: 'OverduePrincipal' }, 'the principal that is overdue', '579.22'],
    [{ interestBase: 'OverdueInstalment' }, 'all that is overdue of an instalment', '723.40'],
  ])('charges default interest with %o on %s', (base, _, expected) => {
    const { balances } = answer({
      terms: { ...TERMS, numberOfRepayments: 12, disbursementDate: '2026-11-29' },
      arrears: { rate: '12', graceDays: 3, ...base },
      date: '2027-04-02',
    });
    expect(balances['default']).toBe(expected);
  });

  it('restructures, changes the rate, settles and writes off', () => {
    const restructured = answer({
      events: [{ date: '2026-04-15', event: 'restructure', rate: '12', tenure: 12, accruedInterest: 'Capitalised' }],
      date: '2026-04-15',
    });
    expect(restructured.loan).toMatchObject({ status: 'Restructured', maturityDate: '2027-04-15' });
    const settled = answer({ events: [{ date: '2026-02-10', event: 'settle' }], date: '2026-02-10' });
    expect(settled.loan['status']).toBe('Closed');
    expect(booksOf(settled.entries)['interestIncome']).toBe(String(-78_904n));
    const written = answer({ events: [{ date: '2026-05-01', event: 'writeOff' }], date: '2026-05-01' });
    expect(written).toMatchObject({ loan: { status: 'WrittenOff', classification: 'Lost' } });
    expect(booksOf(written.entries)).toMatchObject({ loanLoss: String(kobo(String(written.balances['writtenOff']))) });
  });

  it('charges, waives and refunds, and changes the rate from a day on without moving due dates', () => {
    const terms = { ...TERMS, disbursementDate: '2026-01-20' };
    const { rows } = quote(JSON.stringify(terms));
    const changed = answer({
      terms,
      events: [
        { date: '2026-01-20', event: 'disburse' },
        { date: '2026-02-10', event: 'charge', amount: '700.00', component: 'Fee' },
        { date: '2026-02-10', event: 'charge', amount: '300.00' },
        { date: '2026-02-11', event: 'waive', fee: '200.00', penalty: '300.00' },
        { date: '2026-02-12', event: 'repay', amount: '10500.00' },
        { date: '2026-02-13', event: 'refund', amount: '4000.00' },
        { date: '2026-02-14', event: 'rateChange', rate: '12' },
      ],
      date: '2026-02-14',
    });
    expect(changed.balances).toMatchObject({ fee: '0.00', penalty: '0.00' });
    // The first row is the fee, the second what was paid of the old schedule.
    expect(changed.schedule.slice(-6).map(({ dueDate }) => dueDate)).toEqual(rows.map(({ dueDate }) => dueDate));
    const books = booksOf(changed.entries);
    expect(books['feeIncome']).toBe(String(-50_000n));
    expect(books['penaltyIncome']).toBeUndefined();
    // 120,000.00 out, 10,500.00 in, 4,000.00 out.
    expect(books['borrower']).toBe(String(-11_350_000n));
    const interest = (answered: typeof changed): bigint =>
      answered.schedule.reduce((sum, row) => sum + kobo(String(row['interest'])), 0n);
    expect(interest(changed)).toBeLessThan(interest(answer({ terms, events: [], date: '2026-02-14' })));
  });

  it('takes a product’s effect of a prepayment', () => {
    const events = [{ date: '2026-02-10', event: 'repay', amount: '60000.00' }];
    const [ahead, shorter] = ['PaysAhead', 'ReduceTenure'].map((prepaymentEffect) =>
      answer({ arrears: { ...ARREARS, prepaymentEffect }, events, date: '2026-02-10' }),
    );
    expect(ahead!.schedule).toHaveLength(6);
    expect(shorter!.schedule.length).toBeLessThan(6);
    expect(shorter!.loan['maturityDate']! < ahead!.loan['maturityDate']!).toBe(true);
  });

  it('is after a reversal as it would be without the reversed event, with the same books, over random histories', () => {
    const random = randomNumbers(20261123);
    const whole = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
    for (let history = 0; history < 40; history += 1) {
      let date = '2026-02-01';
      const events = Array.from({ length: whole(1, 6) }, () => {
        date = addDays(date, whole(0, 30));
        return { date, event: 'repay', amount: `${whole(1, 30_000)}.${whole(10, 99)}` };
      });
      const nr = whole(1, events.length);
      const day = addDays(date, whole(0, 60));
      const end = addDays(day, whole(0, 60));
      const reversed = answer({
        arrears: ARREARS,
        events: [...events, { date: day, event: 'reverse', nr }],
        date: end,
      });
      const without = answer({ arrears: ARREARS, events: events.filter((_, index) => index !== nr - 1), date: end });
      const { entries, ...state } = reversed;
      const { entries: otherEntries, ...otherState } = without;
      expect(state).toEqual(otherState);
      expect(booksOf(entries)).toEqual(booksOf(otherEntries));
    }
  });

  it.each([
    [{ terms: { ...TERMS, emiRate: 'nominal12' }, date: '2026-03-01' }, /emiRate is no term of a contract/],
    [
      { date: '2026-03-01', events: [{ date: '2026-02-01', event: 'disburse' }] },
      /Only the first event can be a disburse, on 2026-01-31/,
    ],
    [
      { date: '2026-03-01', events: [{ date: '2026-02-01', event: 'waive', penalty: '1' }] },
      /Only ₦0.00 of the penalty/,
    ],
    [{ date: '2026-03-01', events: [{ date: '2026-02-01', event: 'rateChange' }] }, /A rateChange has a rate/],
    [{ date: '2026-01-01' }, /date must not be before the disbursement/],
    [{ date: '2099-01-01' }, /at most 15000 days/],
    [{ date: '2026-03-01', events: [{ date: '2026-04-01', event: 'settle' }] }, /The date of event 1 must be from/],
    [
      { date: '2026-03-01', events: [{ date: '2026-02-01', event: 'repay' }] },
      /A repay, a charge and a refund, and no other, have an amount/,
    ],
    [{ date: '2026-03-01', events: [{ date: '2026-02-01', event: 'reverse', nr: 1 }] }, /nr must be a whole number/],
    [{ date: '2026-03-01', events: Array.from({ length: 501 }, () => ({})) }, /at most 500 events/],
    [
      {
        date: '2026-03-01',
        events: [
          { date: '2026-02-01', event: 'settle' },
          { date: '2026-02-02', event: 'writeOff' },
        ],
      },
      /the loan is Closed/,
    ],
  ])('refuses %j', (input, message) => {
    expect(() => answer(input)).toThrow(message);
  });

  it('is printed by the program, which says why it refuses', () => {
    const run = (input: string): ReturnType<typeof spawnSync> =>
      spawnSync(process.execPath, ['-r', './scripts/lib/register-swc.cjs', 'src/loans/simulation/simulate.cli.ts'], {
        cwd: ROOT,
        input,
        encoding: 'utf8',
      });
    const input = JSON.stringify({ terms: TERMS, date: '2026-02-05' });
    const { status, stdout, stderr } = run(input);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(String(stdout))).toEqual(simulation(input));
    expect(run('{"date":"2026-02-05"}')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'loan:simulate: The parameters must be one JSON object.\n',
    });
  });
});
