import { addDays } from '../../common/time/calendar';
import { type PostingLeg } from '../../ledger/engine/posting-request';
import { applySuspenseChange } from '../accrual/apply-suspense-change';
import { chargeOverdue } from '../accrual/charge-overdue';
import { isNonPerforming, suspenseChange } from '../accrual/non-performing';
import { recogniseIncome } from '../accrual/recognise-income';
import { agedSummary, classByDays } from '../classification/aged-summary';
import { type ClassificationScale, nonPerformingClasses } from '../classification/classification-scales';
import { LoanChange } from '../contract/loan-change';
import { RUNNING_STATUSES } from '../contract/loan-status';
import type { LockedLoan } from '../contract/loans';
import { statusAsOf } from '../contract/summarise-loan';
import { type SharedPayment, type SharedPaymentDates, sharePayment, type Shares } from '../repayment/share-payment';

/** The rules of the institution that a loan's nights follow. */
export interface ReplayRules {
  scaleOn: (date: string) => ClassificationScale;
  /** A loan that is restructured while its income is in suspense keeps its class until it is cured. */
  keepsRestructured: boolean;
  cureDays: number;
  vatLedgerId: number | undefined;
}

/**
 * The life of one loan in memory, day by day, by the functions that servicing uses. The order of a night is that of the
 * end of day: accrual, collection, charges, ageing, suspense.
 */
export class LoanReplay {
  /** Everything that was booked for the loan. */
  readonly legs: PostingLeg[] = [];

  /** True between the accrual of a night and its charges, which is when the end of day collects. */
  private isNight = false;

  /** @param locked is changed in place. */
  constructor(
    readonly locked: LockedLoan,
    public today: string,
    private readonly rules: ReplayRules,
  ) {}

  /** Closes days until the date. */
  advanceTo(date: string): void {
    while (this.today < date) {
      this.beginNight();
      this.endNight();
    }
  }

  /** Recognises the income of the night after today; does nothing when that is done. */
  beginNight(): void {
    if (this.isNight) return;
    this.isNight = true;
    const { loan, instalments, contract } = this.locked;
    if (!RUNNING_STATUSES.includes(loan.status)) return;
    this.legs.push(...recogniseIncome(loan, instalments, contract, addDays(this.today, 1), this.rules.vatLedgerId));
  }

  private endNight(): void {
    this.today = addDays(this.today, 1);
    this.isNight = false;
    const { loan, instalments, contract } = this.locked;
    if (!RUNNING_STATUSES.includes(loan.status)) return;
    this.legs.push(...chargeOverdue(loan, instalments, contract, this.today).legs);
    this.age();
    loan.status = statusAsOf(loan, this.today);
    const scale = this.rules.scaleOn(this.today);
    const { overdueSince } = loan;
    const classification = classByDays(loan, scale, this.today);
    const classes = nonPerformingClasses(scale);
    const isBad = isNonPerforming({ classification, overdueSince }, contract, classes, this.today);
    const change = suspenseChange(loan, isBad, this.today, this.rules.cureDays);
    if (change !== undefined) this.legs.push(...applySuspenseChange(this.locked, change, this.today).legs);
    // A cured loan has its own class again.
    if (change === 'Resume') loan.classification = classification;
  }

  /** Takes a payment. @throws AppError when the loan as it stands does not take it */
  pay(payment: SharedPayment, dates: SharedPaymentDates): Shares {
    return this.act(dates.asOf, (change) => sharePayment(change, payment, dates, this.rules.vatLedgerId));
  }

  /** Changes the loan. A change that throws may have changed it in part, so the life must not go on. */
  act<Result>(asOf: string, work: (change: LoanChange, vatLedgerId: number | undefined) => Result): Result {
    const change = new LoanChange(this.locked);
    const result = work(change, this.rules.vatLedgerId);
    this.legs.push(...change.legs);
    const { loan } = this.locked;
    this.age(asOf);
    loan.outstandingPrincipalKobo = loan.disbursedKobo - loan.principalRepaidKobo - loan.principalWrittenOffKobo;
    if (change.status !== null) loan.status = change.status;
    return result;
  }

  private age(date = this.today): void {
    const { loan, instalments } = this.locked;
    const { scaleOn, keepsRestructured } = this.rules;
    Object.assign(loan, agedSummary(loan, instalments, { scale: scaleOn(date), keepsRestructured }, date));
  }
}
