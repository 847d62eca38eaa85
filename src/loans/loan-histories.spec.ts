import { beginLoan, LoanHistory, VAT } from '../../test/support/loan-history';
import { randomNumbers } from '../../test/support/random-numbers';
import { AppError } from '../common/errors/app-error';
import { addDays } from '../common/time/calendar';
import { chargeOverdue } from './accrual/charge-overdue';
import { isNonPerforming, suspenseChange } from './accrual/non-performing';
import { bringUpToDate, recogniseIncome } from './accrual/recognise-income';
import { suspendIncome } from './accrual/suspense';
import { applyCharge } from './adjustments/apply-charge';
import { applyRefund } from './adjustments/apply-refund';
import { applyWaiver } from './adjustments/apply-waiver';
import { sumOfAmounts, totalKobo, unpaidOf } from './contract/instalment-amounts';
import { LoanChange } from './contract/loan-change';
import { RUNNING_STATUSES } from './contract/loan-status';
import { collectableKobo, statusAsOf, summariseLoan } from './contract/summarise-loan';
import { prepayPrincipal, settleInFull } from './repayment/apply-early-repayment';
import { payoffKobo, positionOn, prepaymentKobo } from './repayment/early-payoff';
import { sharePayment } from './repayment/share-payment';
import { assertRemakeable } from './restructure/remake-schedule';
import { ACCRUED_INTEREST_CHOICES, restructure } from './restructure/restructure-schedule';
import { applyWriteOff } from './write-off/write-off-loan';

/** The end of a day: accrual, collection, arrears, ageing. */
function closeDay(history: LoanHistory): void {
  const [date, next] = [history.today, addDays(history.today, 1)];
  const { loan, contract, instalments } = history.locked;
  if (RUNNING_STATUSES.includes(loan.status)) {
    history.post(recogniseIncome(loan, instalments, contract, next, VAT), 0n);
    expect(recogniseIncome(loan, instalments, contract, next, VAT)).toEqual([]);
    const due = totalKobo(sumOfAmounts(instalments.filter(({ dueDate }) => dueDate <= date).map(unpaidOf)));
    const own = history.whole(1, history.patience) === 1 ? history.one([due, due / 2n]) : 0n;
    if (own > 0n) {
      history.attempt('collection', (change) => {
        const { surplusKobo } = sharePayment(
          change,
          { kind: 'Collection', amountKobo: own },
          { paidOn: date, asOf: next, chargesAsOf: date },
          VAT,
        );
        return own - surplusKobo;
      });
    }
  }
  history.today = next;
  const { loan: after, instalments: rows } = history.locked;
  if (!RUNNING_STATUSES.includes(after.status)) return;
  history.post(chargeOverdue(after, rows, contract, next).legs, 0n);
  Object.assign(after, summariseLoan(rows, next));
  after.status = statusAsOf(after, next);
  changeSuspense(history);
}

/** Suspends the income of a loan that is too long past due, and resumes it after the cure. */
function changeSuspense(history: LoanHistory): void {
  const { loan, contract } = history.locked;
  const date = history.today;
  const change = suspenseChange(loan, isNonPerforming(loan, contract, [], date), date, history.cureDays);
  if (change === 'Suspend') history.post(suspendIncome(history.locked, date).legs, 0n);
  if (change === 'Cure') loan.curingSince = date;
  if (change === 'Relapse') loan.curingSince = null;
  if (change === 'Resume') Object.assign(loan, { suspendedSince: null, curingSince: null });
  if (change !== undefined) history.seen.add(change);
}

/** A random event of a day: a payment, an early repayment, a restructure, a write-off, or none. */
function happen(history: LoanHistory): void {
  const { today: day } = history;
  const upToDay = (change: LoanChange): void => bringUpToDate(change, { incomeAsOf: day, chargesAsOf: day }, VAT);
  const dates = { paidOn: day, asOf: day, chargesAsOf: addDays(day, -1) };
  // Loans in suspense are restructured more often, because little else changes them.
  const isRestructured = history.loan.suspendedSince !== null && history.whole(1, 15) === 1;
  const event = isRestructured ? 45 : history.whole(0, 199);
  if (event < 25) {
    const owedKobo = collectableKobo(history.locked);
    const amountKobo = event < 3 ? owedKobo : 1n + (owedKobo * BigInt(history.whole(0, 110))) / 300n;
    if (amountKobo === 0n) return;
    history.attempt(`repay ${amountKobo}`, (change) => {
      const { surplusKobo } = sharePayment(change, { kind: 'Repayment', amountKobo }, dates, VAT);
      return amountKobo - surplusKobo;
    });
  } else if (!RUNNING_STATUSES.includes(history.loan.status)) return;
  else if (event < 40) {
    const remaking = history.one(['ReduceTenure', 'ReduceInstalment'] as const);
    const amountKobo = 1n + (history.loan.outstandingPrincipalKobo * BigInt(history.whole(1, 100))) / 120n;
    history.attempt(`${remaking} ${amountKobo}`, (change) => {
      upToDay(change);
      const position = positionOn(change.locked.loan, change.locked.instalments, day);
      assertRemakeable({ contract: change.locked.contract, future: position.future, remaking });
      const prepaid = prepaymentKobo(position, amountKobo);
      if (prepaid <= 0n || prepaid >= position.futurePrincipalKobo) throw new AppError('NO', 422, 'no');
      prepayPrincipal(change, position, prepaid, remaking, day);
      return amountKobo;
    });
  } else if (event < 43) {
    history.attempt('settle', (change) => {
      upToDay(change);
      const position = positionOn(change.locked.loan, change.locked.instalments, day);
      settleInFull(change, position, day);
      expect(change.status).toBe('Closed');
      return payoffKobo(position);
    });
  } else if (event < 52 && history.loan.unearnedAccountId === null) {
    const choice = history.one(ACCRUED_INTEREST_CHOICES);
    history.attempt(`restructure ${choice}`, (change) => {
      upToDay(change);
      const numberOfRepayments = history.whole(2, 6);
      const terms = {
        id: 11,
        createdAt: new Date(0),
        interestRate: history.one(['0', '12', '36']),
        tenure: 1,
        numberOfRepayments,
        moratorium: 0 as const,
        moratoriumPeriods: 0,
        firstRepaymentDate: null,
        keepsInstalment: false,
      };
      restructure(change, terms, choice, day);
      change.status = 'Restructured';
      return 0n;
    });
  } else if (event < 60) {
    const charge = { component: history.one(['Fee', 'Penalty'] as const), amountKobo: 1_000n, vatKobo: 0n };
    if (charge.component === 'Fee') charge.vatKobo = 75n;
    history.attempt(`charge ${charge.component}`, (change) => {
      applyCharge(change, charge, day, VAT);
      return 0n;
    });
  } else if (event < 70) {
    const due = sumOfAmounts(history.locked.instalments.filter(({ dueDate }) => dueDate <= day).map(unpaidOf));
    const waived = { interest: due.interest / 2n, default: due.default, penalty: due.penalty / 3n, fee: due.fee / 2n };
    history.attempt('waive', (change) => {
      applyWaiver(change, waived, day, VAT);
      return 0n;
    });
  } else if (event < 80) {
    const amountKobo = BigInt(history.whole(1, 30_000));
    history.attempt(`refund ${amountKobo}`, (change) => {
      applyRefund(change, amountKobo, day, VAT);
      return -amountKobo;
    });
  } else if (event < 82) {
    history.attempt('write off', (change) => {
      upToDay(change);
      applyWriteOff(change, day, undefined);
      return 0n;
    });
  }
}

describe('random histories of a loan', () => {
  const SEEDS = [20261121, 20262121, 20265121, 20271121];
  it('keep sums equal to the ledger, and income in suspense until it is collected', () => {
    const ends = new Set<string>();
    const seen = new Set<string>();
    for (const seed of SEEDS.flatMap((first) => Array.from({ length: 40 }, (_, index) => first + index))) {
      const history = new LoanHistory(randomNumbers(seed));
      if (!beginLoan(history)) continue;
      try {
        history.check();
        for (let day = 0; day < 60; day += 1) {
          happen(history);
          history.check();
          closeDay(history);
          history.check();
        }
      } catch (error) {
        throw new Error(`Seed ${seed}: ${history.events.join('; ')}`, { cause: error });
      }
      for (const change of history.seen) seen.add(change);
      ends.add(history.loan.status);
    }
    expect(ends).toContain('Closed');
    expect([...seen].sort()).toEqual(['Cure', 'Relapse', 'Resume', 'Suspend', 'capitalised suspense']);
  });
});
