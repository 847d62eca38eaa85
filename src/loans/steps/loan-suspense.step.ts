import { Injectable } from '@nestjs/common';
import { type ChunkedRows, ChunkRunner, findsNone } from '../../business-day/chunk-runner';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import { pageById } from '../../business-day/row-pages';
import { IdAllocator } from '../../common/database/id-allocator';
import { addRows } from '../../common/database/rows';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { Clock } from '../../common/time/clock';
import { legsOfBranch } from '../../ledger/engine/merge-legs';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { applySuspenseChange } from '../accrual/apply-suspense-change';
import { isNonPerforming, type SuspenseChange, suspenseChange } from '../accrual/non-performing';
import { classByDays } from '../classification/aged-summary';
import { nonPerformingClasses } from '../classification/classification-scales';
import { LoanRules } from '../classification/loan-rules';
import type { ComponentAmounts } from '../contract/instalment-amounts';
import type { Loan } from '../contract/loan.entity';
import { RUNNING_STATUSES } from '../contract/loan-status';
import { Loans } from '../contract/loans';
import { daysPastDue } from '../contract/summarise-loan';
import { earlierYearsKobo } from '../suspense/earlier-years';
import { LoanSuspense } from '../suspense/loan-suspense.entity';
import { ChunkPosting } from './chunk-posting';

const CHUNK_SIZE = 200;
const MAKER = 'system:loan-suspense';

/**
 * Loans that may change: most non-performing ones stay as they are, and are not read. The class that a restructured one
 * keeps does not say whether it performs.
 */
const DUE = `SELECT id FROM (
    SELECT l.id, l.suspended_since, l.curing_since, l.restructured_date,
      coalesce(l.classification = ANY($4) OR l.overdue_since < $5::date - c.suspense_after_days, false) AS bad
      FROM loan l JOIN loan_contract c ON c.institution_id = l.institution_id AND c.id = l.contract_id
     WHERE l.institution_id = $1 AND l.id > $2 AND l.status = ANY($3)
       AND (l.suspended_since IS NOT NULL OR l.overdue_since IS NOT NULL OR l.inherited_classification IS NOT NULL)) loans
  WHERE CASE WHEN suspended_since IS NULL THEN bad
             ELSE NOT bad OR curing_since IS NOT NULL OR restructured_date >= suspended_since END
  ORDER BY id LIMIT ${CHUNK_SIZE}`;

/** A loan whose income is treated differently from today on. */
interface ChangedLoan {
  loan: Loan;
  kind: SuspenseChange;
  moved: ComponentAmounts;
  legs: PostingLeg[];
}

/**
 * Moves the uncollected income of loans that become non-performing to suspense, and makes new income of loans income
 * again once they have performed for the cure period (`docs/domain/loans.md#suspense`). A loan that was non-performing
 * before the program knew this rule is moved by the first run.
 */
@Injectable()
@MemberOf(DaySteps)
export class LoanSuspenseStep implements DayStep {
  readonly name = 'loan-suspense';
  readonly title = 'Income of non-performing loans';

  constructor(
    private readonly chunks: ChunkRunner,
    private readonly loans: Loans,
    private readonly rules: LoanRules,
    private readonly postings: ChunkPosting,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  isDone(tx: Tx, day: ClosingDay): Promise<boolean> {
    return findsNone(tx, this.dueRows(day));
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    await this.chunks.run(day, this.dueRows(day), progress);
  }

  private dueRows(day: ClosingDay): ChunkedRows<number> {
    const { institutionId, nextDate } = day;
    return {
      subject: 'loan',
      chunkSize: CHUNK_SIZE,
      firstKey: 0,
      nextPage: async (tx, after) => {
        const classes = nonPerformingClasses(await this.rules.scaleOn(tx, institutionId, nextDate));
        return pageById(tx, DUE, [institutionId, after, RUNNING_STATUSES, classes, nextDate]);
      },
      process: (tx, ids) => this.change(tx, day, ids),
    };
  }

  private async change(tx: Tx, day: ClosingDay, ids: number[]): Promise<number> {
    const { institutionId } = day;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const scale = await this.rules.scaleOn(tx, institutionId, businessDate);
    const classes = nonPerformingClasses(scale);
    const cureDays = await this.rules.cureDays(tx, institutionId);
    const changed: ChangedLoan[] = [];
    for (const locked of await this.loans.lockMany(tx, institutionId, ids)) {
      const { loan, contract } = locked;
      if (!RUNNING_STATUSES.includes(loan.status)) continue;
      const { overdueSince } = loan;
      const classification = classByDays(loan, scale, businessDate);
      const isBad = isNonPerforming({ classification, overdueSince }, contract, classes, businessDate);
      const kind = suspenseChange(loan, isBad, businessDate, cureDays);
      if (kind === undefined) continue;
      changed.push({ loan, kind, ...applySuspenseChange(locked, kind, businessDate) });
      // A cured loan has its own class again.
      if (kind === 'Resume') loan.classification = classification;
    }
    if (changed.length === 0) return 0;
    const postingId = await this.post(tx, day, changed);
    await this.loans.storeAll(
      tx,
      changed.map(({ loan }) => loan),
    );
    await this.record(tx, day, changed, { businessDate, postingId });
    return changed.length;
  }

  private async post(tx: Tx, day: ClosingDay, changed: readonly ChangedLoan[]): Promise<number | null> {
    const first = changed.find(({ legs }) => legs.length > 0);
    if (!first) return null;
    return this.postings.post(tx, day, {
      kind: 'loan-suspense',
      maker: MAKER,
      narration: `Income of non-performing loans, ${day.date}`,
      firstLoanId: first.loan.id,
      legs: changed.flatMap(({ loan, legs }) => legsOfBranch(legs, loan.branchId)),
    });
  }

  private async record(
    tx: Tx,
    { institutionId, date }: ClosingDay,
    changed: readonly ChangedLoan[],
    { businessDate, postingId }: { businessDate: string; postingId: number | null },
  ): Promise<void> {
    const suspended = changed.filter(({ kind }) => kind === 'Suspend');
    const earlierYears = await earlierYearsKobo(tx, institutionId, suspended, date);
    const ids = await this.ids.block(changed.length);
    const createdAt = this.clock.institutionNow(institutionId);
    await addRows(
      tx,
      LoanSuspense,
      changed.map(({ loan, kind, moved, legs }) => ({
        institutionId,
        id: ids.next(),
        loanId: loan.id,
        kind,
        businessDate,
        classification: loan.classification,
        daysPastDue: daysPastDue(loan.overdueSince, businessDate),
        interestKobo: moved.interest,
        feeKobo: moved.fee,
        defaultKobo: moved.default,
        penaltyKobo: moved.penalty,
        earlierYearsKobo: earlierYears.get(loan.id) ?? 0n,
        postingId: legs.length > 0 ? postingId : null,
        createdAt,
      })),
    );
  }
}
