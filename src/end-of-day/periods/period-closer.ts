import { Injectable } from '@nestjs/common';
import { SnapshotBarrier } from '../../common/database/snapshot-barrier';
import { type Tx, UnitOfWork, withoutTimeLimit } from '../../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../../common/jobs/job-handlers';
import { MemberOf } from '../../common/registry/registry';
import { LedgerService } from '../../ledger/engine/ledger.service';
import { ALREADY_HAPPENED, type PostingRequest } from '../../ledger/engine/posting-request';
import { AccountingPeriod } from './accounting-period.entity';
import { CLOSE_PERIOD_JOB } from './close-period-subject';
import { closingLegs, type ResultAccount } from './closing-legs';
import { YEAR_END_KIND } from './year-end';
import { yearEndClosing } from './year-end-closing.operation';

/** The balance of every income and expense account in each branch up to a day, by value date. */
const RESULT = `SELECT a.id, coalesce(e.branch_id, a.branch_id)::text AS branch, sum(CASE e.side WHEN 'debit' THEN e.amount_kobo ELSE -e.amount_kobo END)::text AS net
  FROM gl_account g
  JOIN ledger_account a ON a.institution_id = g.institution_id AND coalesce(a.control_account_id, a.id) = g.id
  JOIN posting_entry e ON e.institution_id = a.institution_id AND e.account_id = a.id
  JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id
  WHERE g.institution_id = $1 AND g.category IN ('Income', 'Expense') AND p.value_date <= $2
 GROUP BY 1, 2 ORDER BY 1, 2`;

/**
 * Completes the closing of a period: waits for postings that began before, and carries the result of a year forward.
 */
@Injectable()
@MemberOf(JobHandlers)
export class PeriodCloser implements JobHandler {
  readonly kind = CLOSE_PERIOD_JOB;
  readonly lane = 'end-of-day';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly barrier: SnapshotBarrier,
    private readonly ledger: LedgerService,
  ) {}

  async run({ institutionId, payload }: RunningJob): Promise<void> {
    const { periodId } = payload as { periodId: number };
    await this.barrier.pass();
    const period = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(AccountingPeriod, { institutionId, id: periodId }),
    );
    // The year's balances by value date cannot change any more, so they are summed without a lock.
    const result = period.kind === 'Year' && period.status === 'Closing' ? await this.resultOf(period) : [];
    await this.unitOfWork.run(institutionId, (tx) => this.close(tx, period, result));
  }

  private async resultOf({ institutionId, lastDay }: AccountingPeriod): Promise<ResultAccount[]> {
    const rows = await this.unitOfWork.read(institutionId, async (tx) => {
      // Reading a year's entries takes longer than a request may.
      await withoutTimeLimit(tx);
      return tx.query<{ id: string; branch: string | null; net: string }[]>(RESULT, [institutionId, lastDay]);
    });
    return rows.map(({ id, branch, net }) => ({
      id: Number(id),
      branchId: branch === null ? null : Number(branch),
      netKobo: BigInt(net),
    }));
  }

  private async close(tx: Tx, { institutionId, id }: AccountingPeriod, result: ResultAccount[]): Promise<void> {
    const period = await tx.findOneOrFail(AccountingPeriod, {
      where: { institutionId, id },
      lock: { mode: 'for_no_key_update' },
    });
    if (period.status !== 'Closing') return;
    const closingPostingId = period.kind === 'Year' ? await this.carryForward(tx, period, result) : null;
    await tx.update(
      AccountingPeriod,
      { institutionId, id },
      { status: 'Closed', closedAt: () => 'institution_now()', closingPostingId },
    );
  }

  /** @returns the posting's id; null for a year without income and expense. */
  private async carryForward(tx: Tx, period: AccountingPeriod, result: ResultAccount[]): Promise<number | null> {
    const legs = closingLegs(result, period.retainedEarningsId!);
    if (legs.length === 0) return null;
    return (await this.ledger.requirePosted(tx, postingOf(period, legs))).postingId;
  }
}

function postingOf({ institutionId, period, lastDay }: AccountingPeriod, legs: PostingRequest['legs']): PostingRequest {
  return {
    institutionId,
    kind: YEAR_END_KIND,
    reference: `YEAR-END-${period}`,
    origin: 'system',
    maker: 'system:year-end',
    narration: `Result of the year ${period} to retained earnings`,
    legs,
    amountKobo: legs.reduce((sum, { side, amountKobo }) => (side === 'debit' ? sum + amountKobo : sum), 0n),
    feeKobo: 0n,
    valueDate: lastDay,
    operation: yearEndClosing.with(null),
    // Income that was given back since the year's end may leave a ledger with less than it earned in the year.
    nature: ALREADY_HAPPENED,
  };
}
