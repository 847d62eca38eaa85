import { AppError } from '../../src/common/errors/app-error';
import type { PostingLeg } from '../../src/ledger/engine/posting-request';
import { earnedKobo, isCapitalised } from '../../src/loans/accrual/recognise-income';
import { suspendedKobo, uncollectedIncome } from '../../src/loans/accrual/suspense';
import { sumOfAmounts, totalKobo, unpaidOf } from '../../src/loans/contract/instalment-amounts';
import type { Loan } from '../../src/loans/contract/loan.entity';
import { LoanChange } from '../../src/loans/contract/loan-change';
import type { LoanContract } from '../../src/loans/contract/loan-contract.entity';
import { RUNNING_STATUSES } from '../../src/loans/contract/loan-status';
import type { LockedLoan } from '../../src/loans/contract/loans';
import { collectableKobo, summariseLoan } from '../../src/loans/contract/summarise-loan';
import { fieldsAtOpening, rowsAtOpening } from '../../src/loans/history/opened-loan';
import { ScheduleError } from '../../src/loans/schedule/schedule-error';
import type { InstalmentFee } from '../../src/loans/schedule/schedule-of-contract';

const START = '2026-01-31';
export const VAT = 90;
const [LOAN, INTEREST, FEE, DEFAULT, PENALTY, UNEARNED, AHEAD, SUSPENSE] = [1, 2, 3, 4, 5, 6, 7, 22] as const;

/** One loan with a ledger of its own: the balance of every account, debits above 0. */
export class LoanHistory {
  readonly balances = new Map<number, bigint>();
  readonly events: string[] = [];
  today = START;
  locked!: LockedLoan;

  /** The changes of suspense that happened. */
  readonly seen = new Set<string>();

  private capitalisedSuspenseKobo = 0n;

  readonly cureDays: number;

  /** How rarely the borrower has money: 1 is always. */
  readonly patience: number;

  constructor(private readonly random: () => number) {
    this.patience = this.whole(1, 8);
    this.cureDays = this.whole(1, 6);
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

  /** Changes the loan and posts the change, or leaves the loan as it was when the change is refused. */
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

  /**
   * What is in suspense was never collected, and while income is suspended, all that was not collected is there: so the
   * income of a non-performing loan is the cash collected for it.
   */
  private checkSuspense(isRunning: boolean): void {
    const { loan } = this;
    assertSame(-this.balance(SUSPENSE), suspendedKobo(loan));
    if (!isRunning) {
      assertSame(suspendedKobo(loan), 0n);
      return;
    }
    const receivable = (accountId: number): bigint => (this.balance(accountId) > 0n ? this.balance(accountId) : 0n);
    const collectable = [receivable(INTEREST), this.balance(DEFAULT), this.balance(PENALTY)];
    const suspended = [loan.suspendedInterestKobo, loan.suspendedDefaultKobo, loan.suspendedPenaltyKobo];
    const { fee } = uncollectedIncome(this.locked);
    // A charge of staff may be unpaid while a fee of an instalment to come was paid.
    const feeAheadKobo = this.locked.instalments.reduce(
      (sum, row) => (row.dueDate > loan.accruedThrough! ? sum + row.feePaidKobo : sum),
      0n,
    );
    expect(fee).toBeLessThanOrEqual(this.balance(FEE) + feeAheadKobo);
    if (loan.suspendedSince !== null) {
      expect(suspended).toEqual(collectable);
      assertSame(loan.suspendedFeeKobo, fee);
    }
    suspended.forEach((kobo, index) => expect(kobo).toBeLessThanOrEqual(collectable[index]!));
    expect(loan.suspendedFeeKobo).toBeLessThanOrEqual(fee);
    const { suspendedPrincipalKobo, outstandingPrincipalKobo } = loan;
    expect(suspendedPrincipalKobo).toBeLessThanOrEqual(outstandingPrincipalKobo);
    if (suspendedPrincipalKobo > 0n) this.seen.add('capitalised suspense');
    if (suspendedPrincipalKobo < this.capitalisedSuspenseKobo)
      assertSame(suspendedPrincipalKobo, outstandingPrincipalKobo);
    this.capitalisedSuspenseKobo = suspendedPrincipalKobo;
  }

  /** Compares the loan, its instalments and the ledger. */
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
    this.checkSuspense(isRunning);
    assertSame(
      loan.outstandingPrincipalKobo,
      loan.disbursedKobo - loan.principalRepaidKobo - loan.principalWrittenOffKobo,
    );
    assertSame(this.balance(LOAN), loan.outstandingPrincipalKobo);
    assertSame(
      rows.reduce((sum, row) => sum + row.principalDueKobo, 0n),
      loan.disbursedKobo - loan.principalWrittenOffKobo + (isRunning ? toCapitalise : 0n),
    );
    assertSame(
      rows.reduce((sum, row) => sum + row.principalPaidKobo, 0n),
      loan.principalRepaidKobo,
    );
    expect(rows.map(({ number }) => number)).toEqual([...rows.map(({ number }) => number)].sort((a, b) => a - b));
    // Interest paid ahead is owed to the borrower, so the receivable is never in credit.
    if (loan.aheadAccountId !== null) {
      expect(this.balance(INTEREST)).toBeGreaterThanOrEqual(0n);
      expect(this.balance(AHEAD)).toBeLessThanOrEqual(0n);
      assertSame(this.balance(INTEREST) * this.balance(AHEAD), 0n);
    }
    const owed = this.balance(INTEREST) + this.balance(AHEAD);
    const receivables = [owed, this.balance(FEE), this.balance(DEFAULT), this.balance(PENALTY)];
    if (!isRunning) {
      expect([...receivables, this.balance(UNEARNED)]).toEqual([0n, 0n, 0n, 0n, 0n]);
      return;
    }
    assertSame(owed, loan.interestOwedKobo);
    const unpaid = sumOfAmounts(rows.map(unpaidOf));
    const waiting = rows.filter(isCapitalised).reduce((sum, row) => sum + earnedKobo(row, loan.accruedThrough!), 0n);
    const interest =
      (loan.unearnedAccountId === null ? loan.interestAccruedKobo - paid('interest') : waiting) - capitalised;
    expect(receivables).toEqual([interest, loan.feeAccruedKobo - paid('fee'), unpaid.default, unpaid.penalty]);
    assertSame(totalKobo(unpaid), collectableKobo(this.locked));
  }
}

/** `expect` is asked only where it fails: asked after each event of a history, it takes longer than the events. */
function assertSame(actual: bigint, expected: bigint): void {
  if (actual !== expected) expect(actual).toBe(expected);
}

/** Gives the history a loan with random terms; false where no schedule exists for them. */
export function beginLoan(history: LoanHistory): boolean {
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
    principalEvery: 1,
    interestEvery: 1,
    installmentMultipleKobo: null,
    emiSmoothing: false,
    monthEnd: 'CLAMP',
    principalPercentPerInstallment: null,
    balloonPercent: null,
    prepaymentEffect: history.one(['PaysAhead', 'PaysAhead', 'ReduceTenure', 'ReduceInstalment'] as const),
    penaltyBase: history.one(['OverdueAmount', 'OverduePrincipal', 'WholeInstalment'] as const),
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
  const opening = tryOpening(
    contract,
    history.one([
      { feeKobo: 0n, vatKobo: 0n },
      { feeKobo: 10_000n, vatKobo: 750n },
    ]),
  );
  if (!opening) return false;
  const { schedule, instalments: rows } = opening;
  rows.forEach((row, index) => (row.id = index + 1));
  const loan = {
    institutionId: 1,
    id: LOAN,
    loanAccountNumber: 'L',
    linkedAccountId: 80,
    interestAccountId: INTEREST,
    feeAccountId: FEE,
    defaultAccountId: DEFAULT,
    penaltyAccountId: PENALTY,
    aheadAccountId: schedule.upfrontInterest === 0n && history.whole(0, 1) === 1 ? AHEAD : null,
    unearnedAccountId: schedule.upfrontInterest > 0n ? UNEARNED : null,
    ...fieldsAtOpening(contract, rows),
  } as unknown as Loan;
  history.locked = { loan, contract, instalments: rows };
  history.balances.set(LOAN, contract.principalKobo);
  if (schedule.upfrontInterest > 0n) history.balances.set(UNEARNED, -schedule.upfrontInterest);
  return true;
}

function tryOpening(contract: LoanContract, fee: InstalmentFee): ReturnType<typeof rowsAtOpening> | undefined {
  try {
    return rowsAtOpening(contract, fee);
  } catch (error) {
    if (error instanceof ScheduleError) return undefined;
    throw error;
  }
}
