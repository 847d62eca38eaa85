import { Injectable } from '@nestjs/common';
import type { StatementResult } from '../../../business-day/chunk-runner';
import type { ClosingDay } from '../../../business-day/day-steps';
import type { Tx } from '../../../common/database/unit-of-work';
import { LedgerService } from '../../../ledger/engine/ledger.service';
import { mergeLegs } from '../../../ledger/engine/merge-legs';
import { SYSTEM_POSTING } from '../../../ledger/engine/posting-operation';
import type { PostingLeg, PostingRequest } from '../../../ledger/engine/posting-request';
import type { SpreadLines } from '../../../ledger/engine/spread-posting';
import { BooksOfInterest } from '../booking/books-of-interest';
import { INTEREST_END_OF_DAY_ACTOR } from '../interest-kinds';
import { INTEREST_TAX_NARRATION, interestTogetherFields } from './interest-posting-request';
import { lockTotals, subtractFromTotal, totalNameOf } from './interest-totals';
import { type DueGroup, type DuePage, LOCK_DUE_PAGE, RECORD_PAID } from './spread-interest-statements';

/** Accounts in one transaction. Their locks and those of the ledgers last as long as it does: about 20 ms. */
export const SPREAD_CHUNK_SIZE = 400;

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
  ) {}

  /**
   * Pays the next accounts of some products, in a transaction that has not posted yet.
   * @returns the accounts whose interest the ordinary way has to post are left over
   * @throws INTEREST_LEDGER_NOT_CONFIGURED (503); the database's error when an account stays locked
   */
  async pay(
    tx: Tx,
    { institutionId, date }: ClosingDay,
    productIds: readonly number[],
    after: string,
  ): Promise<StatementResult<string>> {
    // In the order of the index: a plan that sorts reads all accounts that are left, for every page.
    await tx.query('SET LOCAL enable_sort = off');
    const [page] = await tx.query<[DuePage]>(LOCK_DUE_PAGE, [
      institutionId,
      after,
      productIds,
      date,
      SPREAD_CHUNK_SIZE,
    ]);
    const leftOverIds = (page.leftOverIds ?? []).map(Number);
    const last = page.lastId ?? undefined;
    if (page.count === 0) return { last, done: 0, leftOverIds };
    const ready = page as ReadyPage;
    const groups = await this.bookedGroups(tx, institutionId, ready.groups);
    const posted = await this.ledger.postSpreadWithin(tx, {
      request: spreadRequest(institutionId, date, groups),
      lines: spreadLines(ready),
    });
    if (!posted) return { last, done: 0, leftOverIds: [...idsIn(ready.accountIds), ...leftOverIds] };
    const { accountIds, grossKobo, taxKobo, count } = ready;
    await tx.query(RECORD_PAID, [institutionId, posted.postingId, accountIds, grossKobo, taxKobo, count]);
    for (const { balanceLedgerId, ...group } of groups)
      await subtractFromTotal(tx, { institutionId, kind: 'savings', ...group }, balanceLedgerId, group);
    return { last, done: count, leftOverIds };
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

/** The ids of an array literal. */
function idsIn(literal: string): number[] {
  return literal.slice(1, -1).split(',').map(Number);
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
