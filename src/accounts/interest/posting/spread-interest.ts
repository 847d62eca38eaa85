import { Injectable } from '@nestjs/common';
import type { StatementResult } from '../../../business-day/chunk-runner';
import type { ClosingDay } from '../../../business-day/day-steps';
import { IdAllocator } from '../../../common/database/id-allocator';
import { type Tx, withoutTimeLimit } from '../../../common/database/unit-of-work';
import { LedgerService } from '../../../ledger/engine/ledger.service';
import { mergeLegs } from '../../../ledger/engine/merge-legs';
import { SYSTEM_POSTING } from '../../../ledger/engine/posting-operation';
import type { PostingLeg, PostingRequest } from '../../../ledger/engine/posting-request';
import type { SpreadLines } from '../../../ledger/engine/spread-posting';
import { BooksOfInterest } from '../booking/books-of-interest';
import { INTEREST_END_OF_DAY_ACTOR } from '../interest-kinds';
import { INTEREST_TAX_NARRATION, interestTogetherFields } from './interest-posting-request';
import { lockTotals, subtractFromTotals, totalNameOf } from './interest-totals';
import { type DueGroup, type DuePage, RECORD_DUE_PAGE, SPLIT_DUE } from './spread-interest-statements';
import { SpreadPace } from './spread-pace';

/**
 * Transactions at the same time, each on accounts of its own. While one posts, under the lock of the totals, the next
 * one computes and records.
 */
export const SPREAD_LANES = 2;

/** The accounts of a lane that are left: after the first id and up to the second. */
export interface Lane {
  after: string;
  through: string;
  pace: SpreadPace;
}

/** The ordinary way has to post the interest of a page. Nothing of the page is kept. */
class NotSpreadError extends Error {}

/** A page with accounts that are ready. */
type ReadyPage = { [Field in keyof DuePage]: NonNullable<DuePage[Field]> };

/** The sums of a product and branch, with the ledger on which their interest is booked. */
interface BookedGroup extends DueGroup {
  balanceLedgerId: number;
}

const sumOf = (groups: readonly DueGroup[], field: 'grossKobo' | 'taxKobo'): bigint =>
  groups.reduce((sum, group) => sum + BigInt(group[field]), 0n);

/**
 * Posts savings interest at the end of a period by statements that compute, post and record the interest of some
 * hundred accounts together (`docs/domain/deposits-and-interest.md#posting`). `InterestPayer` posts what is left over.
 */
@Injectable()
export class SpreadInterest {
  constructor(
    private readonly ledger: LedgerService,
    private readonly books: BooksOfInterest,
    private readonly ids: IdAllocator,
  ) {}

  /** Splits the accounts with interest into lanes, which are paid at the same time. */
  async lanes(tx: Tx, { institutionId, date }: ClosingDay, productIds: readonly number[]): Promise<Lane[]> {
    await withoutTimeLimit(tx);
    const ends = await tx.query<{ lastId: string }[]>(SPLIT_DUE, [institutionId, '0', productIds, date, SPREAD_LANES]);
    return ends.map(({ lastId }, index) => ({
      after: ends[index - 1]?.lastId ?? '0',
      through: lastId,
      pace: new SpreadPace(),
    }));
  }

  /**
   * Pays the next accounts of some products, in a transaction that has not posted yet. What each is paid is recorded
   * first, so that the locks of ledgers and accounts do not last while it is.
   * @returns the accounts whose interest the ordinary way has to post are left over
   * @throws INTEREST_LEDGER_NOT_CONFIGURED (503); the database's error when an account stays locked; `NotSpreadError`
   */
  async pay(
    tx: Tx,
    { institutionId, date }: ClosingDay,
    productIds: readonly number[],
    { after, through, pace }: Lane,
  ): Promise<StatementResult<string>> {
    const postingId = await this.ids.next();
    // In the order of the index: a plan that sorts reads all accounts that are left, for every page.
    await tx.query('SET LOCAL enable_sort = off');
    const [page] = await tx.query<[DuePage]>(RECORD_DUE_PAGE, [
      institutionId,
      after,
      productIds,
      date,
      pace.size,
      through,
      postingId,
    ]);
    const leftOverIds = (page.leftOverIds ?? []).map(Number);
    const last = page.lastId ?? undefined;
    if (page.count === 0) return { last, done: 0, leftOverIds };
    const ready = page as ReadyPage;
    const groups = await this.bookedGroups(tx, institutionId, ready.groups);
    await subtractFromTotals(tx, institutionId, 'savings', groups);
    const lockedAt = performance.now();
    const posted = await this.ledger.postSpreadWithin(tx, {
      id: postingId,
      request: spreadRequest(institutionId, date, groups),
      lines: spreadLines(ready),
    });
    if (!posted) throw new NotSpreadError('The interest of a page must be posted in the ordinary way.');
    pace.learn(page.count, performance.now() - lockedAt);
    return { last, done: page.count, leftOverIds };
  }

  private async bookedGroups(tx: Tx, institutionId: number, groups: DueGroup[]): Promise<BookedGroup[]> {
    const totals = await lockTotals(tx, institutionId, 'savings', groups);
    const booked: BookedGroup[] = [];
    for (const group of groups) {
      const ledgerId =
        totals.get(totalNameOf(group))?.ledgerId ??
        (await this.books.ledgersOf(tx, institutionId, 'savings', group.productId)).balanceId;
      booked.push({ ...group, balanceLedgerId: ledgerId });
    }
    return booked;
  }
}

/** The posting with its legs on ledgers. */
function spreadRequest(institutionId: number, date: string, groups: readonly BookedGroup[]): PostingRequest {
  const legs = groups.flatMap(({ branchId, balanceLedgerId, grossKobo, taxLedgerId, taxKobo }): PostingLeg[] => [
    {
      accountId: balanceLedgerId,
      branchId,
      side: 'debit',
      amountKobo: BigInt(grossKobo),
      role: 'interest',
      namedByCaller: false,
    },
    {
      accountId: taxLedgerId,
      branchId,
      side: 'credit',
      amountKobo: BigInt(taxKobo),
      role: 'tax',
      namedByCaller: false,
    },
  ]);
  return {
    ...interestTogetherFields(institutionId, 'savings', {
      date,
      firstAccountId: groups[0]!.firstAccountId,
      grossKobo: sumOf(groups, 'grossKobo'),
    }),
    origin: 'system',
    maker: INTEREST_END_OF_DAY_ACTOR,
    legs: mergeLegs(legs.filter(({ amountKobo }) => amountKobo > 0n)),
    operation: SYSTEM_POSTING,
  };
}

function spreadLines({ count, accountIds, grossKobo, taxKobo, narrations, groups }: ReadyPage): SpreadLines {
  return {
    count,
    accountIds,
    creditsKobo: grossKobo,
    debitsKobo: taxKobo,
    narrations,
    debitNarration: INTEREST_TAX_NARRATION,
    roles: { credit: 'interest', debit: 'tax' },
    creditTotalKobo: sumOf(groups, 'grossKobo'),
    debitTotalKobo: sumOf(groups, 'taxKobo'),
  };
}
