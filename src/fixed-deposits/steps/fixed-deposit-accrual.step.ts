import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { type ChunkedRows, ChunkRunner, findsNone } from '../../business-day/chunk-runner';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { pageById } from '../../business-day/row-pages';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { legsOfBranch, mergeLegs } from '../../ledger/engine/merge-legs';
import { accrualLegs } from '../deposit-legs';
import { FixedDeposit } from '../fixed-deposit.entity';
import { ACCRUAL_POSTING, DEPOSIT_END_OF_DAY_ACTOR } from '../fixed-deposit-kinds';
import { FixedDepositPostings } from '../fixed-deposit-postings';
import { FixedDeposits } from '../fixed-deposits';
import { interestKobo } from '../interest/interest-to-date';

/** Deposits in one transaction and one posting: few enough that locks are short. */
const CHUNK_SIZE = 100;

const DUE = `SELECT id FROM fixed_deposit
  WHERE institution_id = $1 AND id > $2 AND status = 'Active' AND accrued_through < least($3::date, maturity_date)
  ORDER BY id LIMIT ${CHUNK_SIZE}`;

const WRITE = `UPDATE fixed_deposit SET accrued_kobo = booked.kobo, accrued_through = booked.through
  FROM unnest($2::bigint[], $3::bigint[], $4::date[]) AS booked (id, kobo, through)
  WHERE fixed_deposit.institution_id = $1 AND fixed_deposit.id = booked.id`;

/** The interest of a deposit up to the end of the day. */
interface Accrual {
  deposit: FixedDeposit;
  through: string;
  accruedKobo: bigint;
}

/**
 * Posts the interest of active deposits, the coming night included, as an expense. It computes each deposit's total to
 * date and posts the difference to what is posted already, so the run after missed days posts them too, to the same
 * kobo (`docs/domain/deposits-and-interest.md#54-books`).
 */
@Injectable()
@MemberOf(DaySteps)
export class FixedDepositAccrualStep implements DayStep {
  readonly name = 'fixed-deposit-accrual';
  readonly title = 'Fixed deposit interest';

  constructor(
    private readonly chunks: ChunkRunner,
    private readonly deposits: FixedDeposits,
    private readonly postings: FixedDepositPostings,
    private readonly ids: IdAllocator,
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
      subject: 'fixed-deposit',
      chunkSize: CHUNK_SIZE,
      firstKey: 0,
      nextPage: (tx, after) => pageById(tx, DUE, [institutionId, after, nextDate]),
      process: (tx, ids) => this.accrue(tx, day, ids),
    };
  }

  /** @returns the number of deposits whose interest was posted. */
  private async accrue(tx: Tx, day: ClosingDay, ids: number[]): Promise<number> {
    const { institutionId, date } = day;
    const accruals = await this.accruals(tx, day, ids);
    if (accruals.length === 0) return 0;
    // The rows come first, so that the ledgers that all deposits share are locked only while the posting is written.
    const columns = [
      accruals.map(({ deposit }) => deposit.id),
      accruals.map(({ accruedKobo }) => accruedKobo.toString()),
      accruals.map(({ through }) => through),
    ];
    await tx.query(WRITE, [institutionId, ...columns]);
    const legs = mergeLegs(
      accruals.flatMap(({ deposit, accruedKobo }) =>
        legsOfBranch(accrualLegs(deposit, accruedKobo - deposit.accruedKobo), deposit.branchId),
      ),
    );
    const amountKobo = legs.reduce((sum, leg) => (leg.side === 'debit' ? sum + leg.amountKobo : sum), 0n);
    await this.postings.post(tx, {
      institutionId,
      kind: ACCRUAL_POSTING,
      reference: `FDA-${date}-${await this.ids.next()}`,
      origin: 'system',
      maker: DEPOSIT_END_OF_DAY_ACTOR,
      narration: `Fixed deposit interest of ${date}`,
      legs,
      amountKobo,
      valueDate: date,
      metadata: { event: 'accrual', date, deposits: accruals.length },
    });
    return accruals.length;
  }

  /**
   * Reads the deposits again under their locks: a liquidation may have posted the interest of some since they were
   * found.
   */
  private async accruals(tx: Tx, { institutionId, nextDate }: ClosingDay, ids: number[]): Promise<Accrual[]> {
    const where = { institutionId, id: In(ids), status: 'Active' as const, accruedThrough: LessThan(nextDate) };
    const deposits = await tx.find(FixedDeposit, { where, order: { id: 'ASC' }, lock: { mode: 'for_no_key_update' } });
    const parts = await this.deposits.partsOf(
      tx,
      institutionId,
      deposits.map(({ id }) => id),
    );
    return deposits.map((deposit) => {
      const through = nextDate < deposit.maturityDate ? nextDate : deposit.maturityDate;
      return { deposit, through, accruedKobo: interestKobo(deposit, parts.get(deposit.id) ?? [], through) };
    });
  }
}
