import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { IdAllocator } from '../../common/database/id-allocator';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { accrualLegs } from '../deposit-legs';
import { FixedDeposit } from '../fixed-deposit.entity';
import { ACCRUAL_POSTING, DEPOSIT_END_OF_DAY_ACTOR } from '../fixed-deposit-kinds';
import { FixedDepositPostings } from '../fixed-deposit-postings';
import { FixedDeposits } from '../fixed-deposits';
import { interestKobo } from '../interest/interest-to-date';

/** How many deposits share a transaction and a posting: few enough that their locks are short. */
const CHUNK_SIZE = 100;

const DUE = `SELECT id FROM fixed_deposit
  WHERE institution_id = $1 AND status = 'Active' AND accrued_through < least($2::date, maturity_date) AND id > $3 ORDER BY id LIMIT ${CHUNK_SIZE}`;

const WRITE = `UPDATE fixed_deposit SET accrued_kobo = booked.kobo, accrued_through = booked.through
  FROM unnest($2::bigint[], $3::bigint[], $4::date[]) AS booked (id, kobo, through)
  WHERE fixed_deposit.institution_id = $1 AND fixed_deposit.id = booked.id`;

/** What a deposit has earned up to the end of the day. */
interface Accrual {
  deposit: FixedDeposit;
  through: string;
  accruedKobo: bigint;
}

/**
 * Books what active deposits earned, night included, as an expense. Each deposit's running total is worked out anew and the
 * difference to what is booked is posted, so days that were missed come in with the next one, to the same kobo.
 */
@Injectable()
export class FixedDepositAccrualStep implements DayStep, OnModuleInit {
  readonly name = 'fixed-deposit-accrual';
  readonly title = 'Fixed deposit interest';

  constructor(
    private readonly steps: DaySteps,
    private readonly unitOfWork: UnitOfWork,
    private readonly deposits: FixedDeposits,
    private readonly postings: FixedDepositPostings,
    private readonly ids: IdAllocator,
  ) {}

  onModuleInit(): void {
    this.steps.register(this);
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    let last = 0;
    for (
      let ids = await this.page(day, last);
      ids.length > 0 && !progress.signal.aborted;
      ids = await this.page(day, last)
    ) {
      await this.chunk(day, ids, progress);
      last = ids.at(-1)!;
    }
  }

  private async page({ institutionId, nextDate }: ClosingDay, last: number): Promise<number[]> {
    const rows = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<{ id: string }[]>(DUE, [institutionId, nextDate, last]),
    );
    return rows.map(({ id }) => Number(id));
  }

  /** One that fails keeps the others of its chunk back, so they are then booked one by one. */
  private async chunk(day: ClosingDay, ids: number[], progress: StepProgress): Promise<void> {
    const booked = await this.book(day, ids).catch((error: unknown) => ({ error }));
    if (typeof booked === 'number') return progress.advance(booked);
    if (ids.length === 1) return progress.failed({ subject: `fixed-deposit:${ids[0]}`, error: booked.error });
    for (const id of ids) {
      if (progress.signal.aborted) return;
      await this.chunk(day, [id], progress);
    }
  }

  /** @returns how many deposits were booked. */
  private book(day: ClosingDay, ids: number[]): Promise<number> {
    const { institutionId, date } = day;
    return this.unitOfWork.run(institutionId, async (tx) => {
      const accruals = await this.accruals(tx, day, ids);
      if (accruals.length === 0) return 0;
      // The rows first: the ledgers that all deposits share are then locked for the posting alone.
      const columns = [
        accruals.map(({ deposit }) => deposit.id),
        accruals.map(({ accruedKobo }) => accruedKobo.toString()),
        accruals.map(({ through }) => through),
      ];
      await tx.query(WRITE, [institutionId, ...columns]);
      const legs = mergeDepositLegs(
        accruals.flatMap(({ deposit, accruedKobo }) => accrualLegs(deposit, accruedKobo - deposit.accruedKobo)),
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
    });
  }

  /** Under their locks: a liquidation may have booked some of them since they were looked up. */
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

/** One leg for each account and side, so that a chunk of deposits is a few entries. */
function mergeDepositLegs(legs: PostingLeg[]): PostingLeg[] {
  const byAccount = new Map<string, PostingLeg>();
  for (const leg of legs) {
    const key = `${leg.accountId}|${leg.side}`;
    const known = byAccount.get(key);
    if (known) known.amountKobo += leg.amountKobo;
    else byAccount.set(key, { ...leg });
  }
  return [...byAccount.values()];
}
