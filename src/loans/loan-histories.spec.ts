import { randomNumbers } from '../../test/support/random-numbers';
import { AppError } from '../common/errors/app-error';
import { addDays } from '../common/time/calendar';
import type { PostingLeg } from '../ledger/engine/posting-request';
import { chargeOverdue } from './accrual/charge-overdue';
import { bringUpToDate, earnedKobo, isCapitalised, recogniseIncome } from './accrual/recognise-income';
import { sumOfAmounts, totalKobo, unpaidOf } from './contract/instalment-amounts';
import type { Loan } from './contract/loan.entity';
import { LoanChange } from './contract/loan-change';
import type { LoanContract } from './contract/loan-contract.entity';
import { RUNNING_STATUSES } from './contract/loan-status';
import type { LockedLoan } from './contract/loans';
import { collectableKobo, statusAsOf, summariseLoan } from './contract/summarise-loan';
import { prepayPrincipal, settleInFull } from './repayment/apply-early-repayment';
import { payoffKobo, positionOn, prepaymentKobo } from './repayment/early-payoff';
import { sharePayment } from './repayment/share-payment';
import { assertRemakeable } from './restructure/remake-schedule';
import { ACCRUED_INTEREST_CHOICES, restructure } from './restructure/restructure-schedule';
import { ScheduleError } from './schedule/schedule-error';
import { instalmentRow, instalmentsOf, scheduleOf } from './schedule/schedule-of-contract';
import { applyWriteOff } from './write-off/write-off-loan';

const START = '2026-01-31';
const VAT = 90;
const [LOAN, INTEREST, FEE, DEFAULT, PENALTY, UNEARNED, SUSPENSE] = [1, 2, 3, 4, 5, 6, 22] as const;

/** One loan's life with a ledger of its own: every account's balance, debits above 0. */
class History {
  readonly balances = new Map<number, bigint>();
  readonly events: string[] = [];
  today = START;
  locked!: LockedLoan;

  /** How rarely the borrower has money: 1 is always. */
  readonly patience: number;

  constructor(private readonly random: () => number) {
    this.patience = this.whole(1, 8);
  }

  whole(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  one<T>(choices: readonly T[]): T {
    return choices[this.whole(0, choices.length - 1)]!;
  }

  get loan(): Loan {
    return this.locked.loan;
  }

  /** Posts legs whose credits exceed their debits by what comes in. */
  post(legs: readonly PostingLeg[], incomingKobo: bigint): void {
    let difference = 0n;
    for (const { accountId, side, amountKobo } of legs) {
      if (amountKobo <= 0n) throw new Error(`A leg moves ${amountKobo}.`);
      const signed = side === 'debit' ? amountKobo : -amountKobo;
      this.balances.set(accountId, (this.balances.get(accountId) ?? 0n) + signed);
      difference -= signed;
    }
    if (difference !== incomingKobo) throw new Error(`The legs take in ${difference} instead of ${incomingKobo}.`);
  }

  balance(accountId: number): bigint {
    return this.balances.get(accountId) ?? 0n;
  }

  /** Does something to the loan and posts it, or leaves no trace when it is refused. */
  attempt(name: string, work: (change: LoanChange) => bigint): void {
    const copy = structuredClone(this.locked);
    const change = new LoanChange(this.locked);
    let incomingKobo: bigint;
    try {
      incomingKobo = work(change);
    } catch (error) {
      if (!(error instanceof AppError) && !(error instanceof ScheduleError)) throw error;
      this.locked = copy;
      return;
    }
    this.events.push(`${this.today} ${name}`);
    this.post(change.legs, incomingKobo);
    Object.assign(this.loan, summariseLoan(this.locked.instalments, this.today));
    if (change.status !== null) this.loan.status = change.status;
  }

  check(): void {
    const { loan } = this;
    const rows = this.locked.instalments;
    const isRunning = RUNNING_STATUSES.includes(loan.status);
    const paid = (component: 'interest' | 'fee'): bigint =>
      rows.reduce((sum, row) => sum + row[`${component}PaidKobo`], 0n);
    const capitalised = rows.reduce(
      (sum, row) => (row.dueDate <= loan.accruedThrough! ? sum + row.capitalisedKobo : sum),
      0n,
    );
    const toCapitalise = rows.reduce(
      (sum, row) => (row.dueDate > loan.accruedThrough! ? sum + row.capitalisedKobo : sum),
      0n,
    );
    expect(loan.outstandingPrincipalKobo).toBe(
      loan.disbursedKobo - loan.principalRepaidKobo - loan.principalWrittenOffKobo,
    );
    expect(this.balance(LOAN)).toBe(loan.outstandingPrincipalKobo);
    expect(rows.reduce((sum, row) => sum + row.principalDueKobo, 0n)).toBe(
      loan.disbursedKobo - loan.principalWrittenOffKobo + (isRunning ? toCapitalise : 0n),
    );
    expect(rows.reduce((sum, row) => sum + row.principalPaidKobo, 0n)).toBe(loan.principalRepaidKobo);
    expect(-this.balance(SUSPENSE)).toBe(loan.suspendedInterestKobo);
    expect(rows.map(({ number }) => number)).toEqual([...rows.map(({ number }) => number)].sort((a, b) => a - b));
    const receivables = [this.balance(INTEREST), this.balance(FEE), this.balance(DEFAULT), this.balance(PENALTY)];
    if (!isRunning) {
      expect([...receivables, this.balance(UNEARNED)]).toEqual([0n, 0n, 0n, 0n, 0n]);
      return;
    }
    const unpaid = sumOfAmounts(rows.map(unpaidOf));
    const waiting = rows.filter(isCapitalised).reduce((sum, row) => sum + earnedKobo(row, loan.accruedThrough!), 0n);
    const interest =
      (loan.unearnedAccountId === null ? loan.interestAccruedKobo - paid('interest') : waiting) - capitalised;
    expect(receivables).toEqual([interest, loan.feeAccruedKobo - paid('fee'), unpaid.default, unpaid.penalty]);
    expect(totalKobo(unpaid)).toBe(collectableKobo(loan) + toCapitalise);
  }
}

function begin(history: History): boolean {
  const interestComputationModel = history.one([0, 1, 2] as const);
  const contract = {
    institutionId: 1,
    id: 10,
    loanId: LOAN,
    version: 1,
    principalKobo: BigInt(history.whole(100_000, 20_000_000)),
    interestRate: history.one(['0', '7.5', '24', '60']),
    rateBasis: 0,
    tenure: 1,
    numberOfRepayments: history.whole(2, 8),
    frequency: history.one([0, 1] as const),
    repaymentEvery: history.whole(1, 5),
    interestComputationModel,
    principalRepaymentType: interestComputationModel === 2 ? 1 : history.one([0, 1, 3] as const),
    interestPaymentType: history.one([0, 1, 1, 1, 2, 3] as const),
    dayCount: history.one(['ACT/365', 'PERIODIC', '30/360'] as const),
    moratorium: history.one([0, 0, 1, 2, 3] as const),
    moratoriumPeriods: 1,
    moratoriumInterest: history.one(['DEFER', 'SPREAD', 'CAPITALISE', 'FREE'] as const),
    effectiveDate: START,
    interestAccrualStartDate: null,
    firstRepaymentDate: null,
    arrearsInterestRate: history.one(['0', '36']),
    arrearsInterestBase: history.one(['OverduePrincipal', 'OverdueInstalment'] as const),
    failedRepaymentGracePeriod: history.whole(0, 3),
    arrearsInterestFromEndOfGrace: history.whole(0, 1) === 1,
    penaltyKind: history.one(['None', 'Flat', 'Percentage'] as const),
    penaltyAmountKobo: 5_000n,
    penaltyRate: '1.5',
    penaltyGraceDays: history.whole(0, 3),
    suspenseAfterDays: history.whole(0, 6),
    allocationOrder: ['penalty', 'default', 'fee', 'interest', 'principal'],
    fee: { incomeGlAccountId: 30 },
    securityDepositKobo: 0n,
    interestInSuspenseGlAccountId: SUSPENSE,
    interestIncomeGlAccountId: 31,
    defaultIncomeGlAccountId: 32,
    penaltyIncomeGlAccountId: 33,
    recoveryIncomeGlAccountId: 34,
    loanLossGlAccountId: 35,
    createdAt: new Date(0),
  } as unknown as LoanContract;
  const { schedule, fee } = {
    schedule: trySchedule(contract),
    fee: history.one([
      { feeKobo: 0n, vatKobo: 0n },
      { feeKobo: 10_000n, vatKobo: 750n },
    ]),
  };
  if (!schedule) return false;
  const rows = instalmentsOf(schedule, contract.principalKobo, fee).map((row, index) => ({
    ...instalmentRow(contract, row),
    id: index + 1,
  }));
  const loan = {
    institutionId: 1,
    id: LOAN,
    loanAccountNumber: 'L',
    status: 'Active',
    linkedAccountId: 80,
    contractId: 10,
    maturityDate: rows.at(-1)!.dueDate,
    closedDate: null,
    restructuredDate: null,
    interestAccountId: INTEREST,
    feeAccountId: FEE,
    defaultAccountId: DEFAULT,
    penaltyAccountId: PENALTY,
    unearnedAccountId: schedule.upfrontInterest > 0n ? UNEARNED : null,
    disbursedKobo: contract.principalKobo,
    principalRepaidKobo: 0n,
    principalWrittenOffKobo: 0n,
    outstandingPrincipalKobo: contract.principalKobo,
    interestAccruedKobo: 0n,
    accruedThrough: START,
    suspendedInterestKobo: 0n,
    feeAccruedKobo: 0n,
    writtenOffKobo: 0n,
    recoveredKobo: 0n,
  } as unknown as Loan;
  Object.assign(loan, summariseLoan(rows, START));
  history.locked = { loan, contract, instalments: rows };
  history.balances.set(LOAN, contract.principalKobo);
  if (schedule.upfrontInterest > 0n) history.balances.set(UNEARNED, -schedule.upfrontInterest);
  return true;
}

function trySchedule(contract: LoanContract): ReturnType<typeof scheduleOf> | undefined {
  try {
    return scheduleOf(contract);
  } catch (error) {
    if (error instanceof ScheduleError) return undefined;
    throw error;
  }
}

/** The end of a day: accrual, collection, arrears, ageing. */
function closeDay(history: History): void {
  const [date, next] = [history.today, addDays(history.today, 1)];
  const { loan, contract, instalments } = history.locked;
  if (RUNNING_STATUSES.includes(loan.status)) {
    history.post(recogniseIncome(loan, instalments, contract, next, VAT), 0n);
    expect(recogniseIncome(loan, instalments, contract, next, VAT)).toEqual([]);
    const due = totalKobo(sumOfAmounts(instalments.filter(({ dueDate }) => dueDate <= date).map(unpaidOf)));
    const own = history.whole(1, history.patience) === 1 ? history.one([due, due / 2n]) : 0n;
    if (own > 0n) {
      history.attempt('collection', (change) => {
        sharePayment(
          change,
          { kind: 'Collection', amountKobo: own },
          { paidOn: date, asOf: next, chargesAsOf: date },
          VAT,
        );
        return own;
      });
    }
  }
  history.today = next;
  const { loan: after, instalments: rows } = history.locked;
  if (!RUNNING_STATUSES.includes(after.status)) return;
  history.post(chargeOverdue(after, rows, contract, next).legs, 0n);
  Object.assign(after, summariseLoan(rows, next));
  after.status = statusAsOf(after, next);
}

/** Something that may happen on a day. */
function happen(history: History): void {
  const { today: day } = history;
  const upToDay = (change: LoanChange): void => bringUpToDate(change, { incomeAsOf: day, chargesAsOf: day }, VAT);
  const dates = { paidOn: day, asOf: day, chargesAsOf: addDays(day, -1) };
  const event = history.whole(0, 199);
  if (event < 25) {
    const owedKobo = collectableKobo(history.loan);
    const amountKobo = event < 3 ? owedKobo : 1n + (owedKobo * BigInt(history.whole(0, 110))) / 300n;
    if (amountKobo === 0n) return;
    history.attempt(`repay ${amountKobo}`, (change) => {
      sharePayment(change, { kind: 'Repayment', amountKobo }, dates, VAT);
      return amountKobo;
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
  } else if (event < 54) {
    history.attempt('write off', (change) => {
      upToDay(change);
      applyWriteOff(change, day);
      return 0n;
    });
  }
}

describe('lives of loans', () => {
  const SEEDS = [20261121, 20262121, 20265121, 20271121];
  it.each(SEEDS)(
    'keep principal, receivables and sums equal to the ledger, whatever happens (seeds from %i)',
    (first) => {
      const ends = new Map<string, number>();
      for (let seed = first; seed < first + 20; seed += 1) {
        const history = new History(randomNumbers(seed));
        if (!begin(history)) continue;
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
        ends.set(history.loan.status, (ends.get(history.loan.status) ?? 0) + 1);
      }
      expect(ends.get('Closed')).toBeGreaterThan(0);
    },
  );
});
