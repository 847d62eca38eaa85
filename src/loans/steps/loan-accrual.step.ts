import { Injectable } from '@nestjs/common';
import { type ChunkedRows, ChunkRunner, findsNone } from '../../business-day/chunk-runner';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import { pageById } from '../../business-day/row-pages';
import { selectRows } from '../../common/database/rows';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { legsOfBranch } from '../../ledger/engine/merge-legs';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { feesFallingDue, INCOME_PROPERTIES, recogniseIncome } from '../accrual/recognise-income';
import type { Loan } from '../contract/loan.entity';
import { LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { RUNNING_STATUSES } from '../contract/loan-status';
import { Loans } from '../contract/loans';
import { LoanCharges } from '../origination/loan-charges';
import { ChunkPosting } from './chunk-posting';

const CHUNK_SIZE = 400;
const MAKER = 'system:loan-accrual';

const DUE = `SELECT id FROM loan
  WHERE institution_id = $1 AND id > $2 AND status = ANY($3) AND accrued_through < $4 ORDER BY id LIMIT ${CHUNK_SIZE}`;

/** A loan has some eighty columns, and reading all of them would take a sixth of the step. */
const LOAN = [...INCOME_PROPERTIES, 'status', 'contractId', 'branchId'] as const;
type AccruingLoan = Pick<Loan, (typeof LOAN)[number]>;

/** The contract fields from which income is computed. */
const TERMS = ['id', 'interestIncomeGlAccountId', 'interestInSuspenseGlAccountId', 'fee'] as const;

/** Rows with a day to recognise; all rows of a loan whose last due date is reached, because its total counts then. */
const ROWS = `SELECT i.loan_id, i.period_start::text, i.due_date::text, i.earned_interest, i.interest_due_kobo,
    i.capitalised_kobo, i.fee_due_kobo, i.fee_paid_kobo, i.fee_vat_kobo
  FROM loan l JOIN loan_instalment i ON i.institution_id = l.institution_id AND i.loan_id = l.id
 WHERE l.institution_id = $1 AND l.id = ANY($2)
   AND ((i.due_date > l.accrued_through AND i.period_start < $3)
     OR (l.maturity_date > l.accrued_through AND l.maturity_date <= $3))
 ORDER BY i.loan_id, i.number`;

const STORE = `UPDATE loan l
  SET accrued_through = $2, interest_accrued_kobo = u.interest, interest_owed_kobo = u.owed,
    suspended_interest_kobo = u.suspended, suspended_principal_kobo = u.suspended_principal,
    suspended_fee_kobo = u.suspended_fee, fee_accrued_kobo = u.fee, disbursed_kobo = u.disbursed,
    outstanding_principal_kobo = u.outstanding
  FROM unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[],
      $10::bigint[], $11::bigint[])
    AS u (id, interest, owed, suspended, suspended_principal, suspended_fee, fee, disbursed, outstanding)
  WHERE l.institution_id = $1 AND l.id = u.id`;

type AccrualRow = Pick<
  LoanInstalment,
  | 'loanId'
  | 'periodStart'
  | 'dueDate'
  | 'earnedInterest'
  | 'interestDueKobo'
  | 'capitalisedKobo'
  | 'feeDueKobo'
  | 'feePaidKobo'
  | 'feeVatKobo'
>;

/**
 * Recognises the day's interest, capitalises interest where the terms say so, and recognises the fees of instalments
 * that fall due (`docs/domain/loans.md#96-accrual-of-interest`).
 */
@Injectable()
@MemberOf(DaySteps)
export class LoanAccrualStep implements DayStep {
  readonly name = 'loan-accrual';
  readonly title = 'Interest and fees of loans';

  constructor(
    private readonly chunks: ChunkRunner,
    private readonly loans: Loans,
    private readonly postings: ChunkPosting,
    private readonly charges: LoanCharges,
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
      process: (tx, ids) => this.accrue(tx, day, ids),
    };
  }

  private async accrue(tx: Tx, day: ClosingDay, ids: number[]): Promise<number> {
    const { institutionId, nextDate } = day;
    await lockBusinessDate(tx, institutionId);
    const locked = await this.loans.lockRows(tx, institutionId, ids, LOAN);
    const loans = locked.filter(
      ({ status, accruedThrough }) =>
        RUNNING_STATUSES.includes(status) && accruedThrough !== null && accruedThrough < nextDate,
    );
    if (loans.length === 0) return 0;
    const terms = await selectRows(
      tx,
      LoanContract,
      'WHERE institution_id = $1 AND id = ANY($2)',
      [institutionId, loans.map(({ contractId }) => contractId)],
      TERMS,
    );
    const contracts = new Map(terms.map((contract) => [contract.id, contract]));
    const rows = await this.rows(tx, institutionId, loans, nextDate);
    const vatLedgerId = await this.vatLedger(tx, institutionId, loans, rows, nextDate);
    const legs: PostingLeg[] = [];
    let firstLoanId: number | undefined;
    for (const loan of loans) {
      const recognised = recogniseIncome(
        loan,
        rows.get(loan.id) ?? [],
        contracts.get(loan.contractId)!,
        nextDate,
        vatLedgerId,
      );
      if (recognised.length > 0) firstLoanId ??= loan.id;
      legs.push(...legsOfBranch(recognised, loan.branchId));
    }
    if (firstLoanId !== undefined)
      await this.postings.post(tx, day, {
        kind: 'loan-accrual',
        maker: MAKER,
        narration: `Interest and fees of loans, ${day.date}`,
        firstLoanId,
        legs,
      });
    await store(tx, institutionId, loans, nextDate);
    return loans.length;
  }

  private async rows(
    tx: Tx,
    institutionId: number,
    loans: readonly AccruingLoan[],
    nextDate: string,
  ): Promise<Map<number, AccrualRow[]>> {
    const found = await tx.query<Record<string, string>[]>(ROWS, [institutionId, loans.map(({ id }) => id), nextDate]);
    const rows = new Map<number, AccrualRow[]>();
    for (const row of found.map(accrualRow)) {
      const known = rows.get(row.loanId);
      if (known) known.push(row);
      else rows.set(row.loanId, [row]);
    }
    return rows;
  }

  private async vatLedger(
    tx: Tx,
    institutionId: number,
    loans: readonly AccruingLoan[],
    rows: ReadonlyMap<number, AccrualRow[]>,
    nextDate: string,
  ): Promise<number | undefined> {
    const falling = loans.flatMap((loan) => feesFallingDue(rows.get(loan.id) ?? [], loan.accruedThrough!, nextDate));
    return falling.some(({ feeVatKobo }) => feeVatKobo > 0n) ? this.charges.vatLedger(tx, institutionId) : undefined;
  }
}

function accrualRow(row: Record<string, string>): AccrualRow {
  return {
    loanId: Number(row.loan_id),
    periodStart: row.period_start!,
    dueDate: row.due_date!,
    earnedInterest: row.earned_interest!,
    interestDueKobo: BigInt(row.interest_due_kobo!),
    capitalisedKobo: BigInt(row.capitalised_kobo!),
    feeDueKobo: BigInt(row.fee_due_kobo!),
    feePaidKobo: BigInt(row.fee_paid_kobo!),
    feeVatKobo: BigInt(row.fee_vat_kobo!),
  };
}

async function store(tx: Tx, institutionId: number, loans: readonly AccruingLoan[], nextDate: string): Promise<void> {
  const column = (value: (loan: AccruingLoan) => bigint): string[] => loans.map((loan) => value(loan).toString());
  await tx.query(STORE, [
    institutionId,
    nextDate,
    loans.map(({ id }) => id),
    column((loan) => loan.interestAccruedKobo),
    column((loan) => loan.interestOwedKobo),
    column((loan) => loan.suspendedInterestKobo),
    column((loan) => loan.suspendedPrincipalKobo),
    column((loan) => loan.suspendedFeeKobo),
    column((loan) => loan.feeAccruedKobo),
    column((loan) => loan.disbursedKobo),
    column((loan) => loan.outstandingPrincipalKobo),
  ]);
}
