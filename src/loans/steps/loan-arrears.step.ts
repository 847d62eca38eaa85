import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { type ChunkedRows, ChunkRunner, findsNone } from '../../business-day/chunk-runner';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import { pageById } from '../../business-day/row-pages';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { legsOfBranch } from '../../ledger/engine/merge-legs';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { chargeOverdue, type OverdueCharges } from '../accrual/charge-overdue';
import { Loan } from '../contract/loan.entity';
import { LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { RUNNING_STATUSES } from '../contract/loan-status';
import { ChunkPosting } from './chunk-posting';
import { unpaidRows } from './unpaid-rows';

const CHUNK_SIZE = 200;
const MAKER = 'system:loan-arrears';

const DUE = `SELECT id FROM loan
  WHERE institution_id = $1 AND id > $2 AND status = ANY($3) AND (overdue_since IS NOT NULL OR next_due_date < $4)
  ORDER BY id LIMIT ${CHUNK_SIZE}`;

const STORE_ROWS = `UPDATE loan_instalment i
  SET arrears_interest = u.arrears, arrears_through = u.through, default_due_kobo = u.default_due,
    penalty_due_kobo = u.penalty_due
  FROM unnest($2::bigint[], $3::numeric[], $4::date[], $5::bigint[], $6::bigint[])
    AS u (id, arrears, through, default_due, penalty_due)
  WHERE i.institution_id = $1 AND i.id = u.id`;

const STORE_LOANS = `UPDATE loan l
  SET outstanding_default_kobo = l.outstanding_default_kobo + u.default_added,
    outstanding_penalty_kobo = l.outstanding_penalty_kobo + u.penalty_added,
    overdue_kobo = l.overdue_kobo + u.default_added + u.penalty_added,
    suspended_default_kobo = u.suspended_default, suspended_penalty_kobo = u.suspended_penalty
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
    AS u (id, default_added, penalty_added, suspended_default, suspended_penalty)
  WHERE l.institution_id = $1 AND l.id = u.id`;

/** The charges of one day on one loan. */
interface ChargedLoan extends OverdueCharges {
  loan: Loan;
}

/**
 * Charges default interest and penalties on instalments that are overdue when the next day begins
 * (`docs/domain/loans.md#95-default-interest-and-penalties`).
 */
@Injectable()
@MemberOf(DaySteps)
export class LoanArrearsStep implements DayStep {
  readonly name = 'loan-arrears';
  readonly title = 'Default interest and penalties of loans';

  constructor(
    private readonly chunks: ChunkRunner,
    private readonly postings: ChunkPosting,
  ) {}

  isDone(tx: Tx, day: ClosingDay): Promise<boolean> {
    return findsNone(tx, this.dueRows(day));
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    await this.chunks.run(day, this.dueRows(day), progress);
  }

  private dueRows(day: ClosingDay): ChunkedRows<number> {
    return {
      subject: 'loan',
      chunkSize: CHUNK_SIZE,
      firstKey: 0,
      nextPage: (tx, after) => pageById(tx, DUE, [day.institutionId, after, RUNNING_STATUSES, day.nextDate]),
      process: (tx, ids) => this.charge(tx, day, ids),
    };
  }

  private async charge(tx: Tx, day: ClosingDay, ids: number[]): Promise<number> {
    const { institutionId, nextDate } = day;
    await lockBusinessDate(tx, institutionId);
    const loans = await tx.find(Loan, {
      where: { institutionId, id: In(ids), status: In([...RUNNING_STATUSES]) },
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
    const contracts = new Map(
      (await tx.findBy(LoanContract, { institutionId, id: In(loans.map(({ contractId }) => contractId)) })).map(
        (contract) => [contract.id, contract],
      ),
    );
    const rows = await unpaidRows(
      tx,
      institutionId,
      loans.map(({ id }) => id),
      nextDate,
    );
    const charged: ChargedLoan[] = [];
    for (const loan of loans) {
      const charges = chargeOverdue(loan, rows.get(loan.id) ?? [], contracts.get(loan.contractId)!, nextDate);
      if (charges.changed.length > 0) charged.push({ loan, ...charges });
    }
    if (charged.length === 0) return 0;
    await this.post(tx, day, charged);
    await store(tx, institutionId, charged);
    return charged.length;
  }

  private async post(tx: Tx, day: ClosingDay, charged: readonly ChargedLoan[]): Promise<void> {
    const first = charged.find(({ legs }) => legs.length > 0);
    const legs: PostingLeg[] = charged.flatMap(({ loan, legs: charges }) => legsOfBranch(charges, loan.branchId));
    if (first)
      await this.postings.post(tx, day, {
        kind: 'loan-charge',
        maker: MAKER,
        narration: `Default interest and penalties, ${day.date}`,
        firstLoanId: first.loan.id,
        legs,
      });
  }
}

async function store(tx: Tx, institutionId: number, charged: readonly ChargedLoan[]): Promise<void> {
  const rows: LoanInstalment[] = charged.flatMap(({ changed }) => changed);
  await tx.query(STORE_ROWS, [
    institutionId,
    rows.map(({ id }) => id),
    rows.map(({ arrearsInterest }) => arrearsInterest),
    rows.map(({ arrearsThrough }) => arrearsThrough),
    rows.map(({ defaultDueKobo }) => defaultDueKobo.toString()),
    rows.map(({ penaltyDueKobo }) => penaltyDueKobo.toString()),
  ]);
  const moved = charged.filter(({ defaultKobo, penaltyKobo }) => defaultKobo > 0n || penaltyKobo > 0n);
  if (moved.length === 0) return;
  await tx.query(STORE_LOANS, [
    institutionId,
    moved.map(({ loan }) => loan.id),
    moved.map(({ defaultKobo }) => defaultKobo.toString()),
    moved.map(({ penaltyKobo }) => penaltyKobo.toString()),
    moved.map(({ loan }) => loan.suspendedDefaultKobo.toString()),
    moved.map(({ loan }) => loan.suspendedPenaltyKobo.toString()),
  ]);
}
