import { Injectable } from '@nestjs/common';
import type { ClosingDay, StepProgress } from '../../../business-day/day-steps';
import { IdAllocator } from '../../../common/database/id-allocator';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { Branch } from '../../../institutions/branches/branch.entity';
import { LedgerService } from '../../../ledger/engine/ledger.service';
import { SYSTEM_POSTING } from '../../../ledger/engine/posting-operation';
import { ORDINARY, type PostingLeg } from '../../../ledger/engine/posting-request';
import { Product } from '../../../products/product.entity';
import { INTEREST_BOOKS, INTEREST_END_OF_DAY_ACTOR, type InterestKind, POSTING_KINDS } from '../interest-kinds';
import { wholeKobo } from '../posting/interest-amounts';
import { bookingLegs } from './booking-legs';
import { BooksOfInterest } from './books-of-interest';
import { InterestTotal } from './interest-total.entity';

/** The reason of a booking: a day's accrual, or the rounding difference after interest was posted. */
type BookingReason = 'accrual' | 'rounding';

type TotalKey = Pick<InterestTotal, 'institutionId' | 'kind' | 'productId' | 'branchId'>;

const NARRATIONS: Record<InterestKind, Record<BookingReason, string>> = {
  savings: { accrual: 'Savings interest', rounding: 'Rounding of posted savings interest' },
  overdraft: { accrual: 'Overdraft interest', rounding: 'Rounding of posted overdraft interest' },
};

/**
 * Books the unposted interest of every product and branch: one posting each for the change of the rounded total, so
 * that no fraction of a kobo is lost over the accounts (`docs/domain/deposits-and-interest.md#savings-books`). A total
 * that cannot be booked becomes an exception for staff; the next booking includes it.
 */
@Injectable()
export class InterestBooking {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ledger: LedgerService,
    private readonly books: BooksOfInterest,
    private readonly ids: IdAllocator,
  ) {}

  /** @returns whether every total of the kind is booked */
  async isBooked(tx: Tx, institutionId: number, kind: InterestKind): Promise<boolean> {
    return !(await tx.existsBy(InterestTotal, { institutionId, kind, isBooked: false }));
  }

  async book(day: ClosingDay, kind: InterestKind, reason: BookingReason, progress: StepProgress): Promise<void> {
    const { institutionId } = day;
    const totals = await this.unitOfWork.read(institutionId, (tx) =>
      tx.find(InterestTotal, {
        where: { institutionId, kind, isBooked: false },
        order: { productId: 'ASC', branchId: 'ASC' },
      }),
    );
    for (const { productId, branchId } of totals) {
      if (progress.signal.aborted) return;
      try {
        await this.unitOfWork.run(institutionId, (tx) =>
          this.bookTotal(tx, day, { institutionId, kind, productId, branchId }, reason),
        );
      } catch (error) {
        await progress.failed({ subject: `${kind}-interest:${productId}/${branchId}`, error });
      }
    }
  }

  private async bookTotal(tx: Tx, { date }: ClosingDay, key: TotalKey, reason: BookingReason): Promise<void> {
    const total = await tx.findOneOrFail(InterestTotal, { where: key, lock: { mode: 'for_no_key_update' } });
    const ledgers = await this.books.ledgersOf(tx, key.institutionId, key.kind, key.productId);
    const targetKobo = wholeKobo(total.accruedKobo);
    const legs = bookingLegs(total, targetKobo, ledgers, INTEREST_BOOKS[key.kind].side);
    if (legs.length > 0) await this.post(tx, date, key, reason, legs);
    await tx.update(InterestTotal, key, { bookedKobo: targetKobo, ledgerId: ledgers.balanceId, isBooked: true });
  }

  private async post(
    tx: Tx,
    date: string,
    { institutionId, kind, productId, branchId }: TotalKey,
    reason: BookingReason,
    legs: PostingLeg[],
  ): Promise<void> {
    const { code } = await tx.findOneByOrFail(Product, { institutionId, id: productId });
    const branch = await tx.findOneBy(Branch, { institutionId, id: branchId });
    const branchName = branch ? `branch ${branch.branchCode}` : 'no branch';
    await this.ledger.requirePosted(tx, {
      institutionId,
      kind: POSTING_KINDS[kind][reason],
      // The total's lock makes a booking happen once. The reference has a number because a day that runs again may book
      // more.
      reference: `${date}/${productId}/${branchId}/${await this.ids.next()}`,
      origin: 'system',
      maker: INTEREST_END_OF_DAY_ACTOR,
      narration: `${NARRATIONS[kind][reason]} of ${date}: ${code}, ${branchName}`,
      legs: legs.map((leg) => ({ ...leg, branchId: branch?.id ?? null })),
      amountKobo: legs.reduce((sum, { side, amountKobo }) => (side === 'debit' ? sum + amountKobo : sum), 0n),
      feeKobo: 0n,
      valueDate: date,
      operation: SYSTEM_POSTING,
      nature: ORDINARY,
    });
  }
}
